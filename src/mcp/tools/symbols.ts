/** symbols: where a name is defined, or what a file defines. */

import * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { listOf } from '../../base/lists.ts';
import type { SymbolContext } from '../../graph/readFiles.ts';
import { findSymbols, type SymbolHit } from '../../graph/symbols.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { fileOutline } from '../../search/indexedFiles.ts';
import { oneLine } from '../../search/renderResult.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { codeLine, explainNoName, listAnswer, proseLast, quotedArgument } from '../answer.ts';
import * as schemas from '../resultSchemas.ts';
import type { ToolProgram } from '../tool.ts';
import { BUDGETS } from '../toolList.ts';

const symbol = z.object({
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  kind: z.string(),
  name: z.string(),
  scope: z.array(z.string()).describe('Enclosing definitions, outermost first.'),
  signature: z.string(),
  language: z.string(),
  status: schemas.statusSchema,
});

const output = schemas.listOutput('symbols', symbol);

export const symbols: ToolProgram<'symbols'> = {
  output,
  run: async ({ name, path, language, kind, repository, budget }, call) => {
    const place = await call.place(repository);
    const filters = { paths: listOf(path), languages: listOf(language), kinds: listOf(kind) };
    const searcher = await place.session.now(call.signal);
    try {
      return await searcher.withSymbols(async (known) => {
        const wanted = matcherOf(name === undefined ? { ...filters, paths: [] } : filters);
        const all = name === undefined ? await outlineOf(known, filters.paths) : await findSymbols(known, name);
        const found = all.filter((hit) => wanted(hit)).map((hit) => symbol.parse(hit));
        const hits = name === undefined ? found : proseLast(found, 'section');
        return listAnswer({
          key: 'symbols',
          place,
          freshness: known.view.freshness,
          items: hits,
          budget: budget ?? BUDGETS.symbols,
          call,
          render: renderSymbol,
          nothing:
            name === undefined
              ? 'The index knows no definition in this file.'
              : explainNoName(
                  'is called',
                  name,
                  filters,
                  known.view.files,
                  hits.length > 0 ? [] : await nearNames(known, name),
                ),
          next: ([first]) => nextAfter(first, name),
        });
      });
    } finally {
      searcher.close();
    }
  },
};

/** @throws CoraError USAGE where it is not one file, BAD_PATH */
function outlineOf(known: SymbolContext, paths: readonly string[]): Promise<SymbolHit[]> {
  const [path, ...more] = paths;
  if (path === undefined || more.length > 0)
    throw new CoraError('USAGE', 'There is nothing to look for.', { hint: 'Give a name, or the path of one file.' });
  return fileOutline(known, path.replace(/^\.\//, ''));
}

function nextAfter(first: z.infer<typeof symbol> | undefined, name: string | undefined): string {
  if (first === undefined)
    return name === undefined
      ? 'Next: read the file.'
      : `Next: grep pattern=${quotedArgument(name)} fixed=true, or search for what it does.`;
  const uses = `references name=${quotedArgument(name ?? first.name)}`;
  return `Next: read path=${quotedArgument(first.path)} lines="${first.startLine}-${first.endLine}"; ${uses}.`;
}

function renderSymbol({
  path,
  startLine,
  endLine,
  kind,
  name,
  scope,
  signature,
  status,
}: z.infer<typeof symbol>): string {
  const changed = status === 'committed' ? '' : ` (${status})`;
  const full = [...scope, name].join(kind === 'section' ? ' › ' : '.');
  return `${oneLine(`${path}:${startLine}-${endLine} ${kind} ${full}`)}${changed}${signature === '' ? '' : `\n    ${codeLine(signature)}`}`;
}

/** symbols: where a name is defined. */

import * as z from 'zod';
import { listOf } from '../../base/lists.ts';
import { findSymbols } from '../../graph/symbols.ts';
import { matcherOf } from '../../grep/matcherOf.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { oneLine } from '../../search/renderResult.ts';
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
      const known = await searcher.symbols();
      const wanted = matcherOf(filters);
      const found = (await findSymbols(known, name)).filter((hit) => wanted(hit)).map((hit) => symbol.parse(hit));
      const hits = proseLast(found, 'section');
      return listAnswer({
        key: 'symbols',
        place,
        freshness: known.view.freshness,
        items: hits,
        budget: budget ?? BUDGETS.symbols,
        call,
        render: renderSymbol,
        nothing: explainNoName(
          'is called',
          name,
          filters,
          known.view.files,
          hits.length > 0 ? [] : await nearNames(known, name),
        ),
        next: ([first]) =>
          first === undefined
            ? `Next: grep pattern=${quotedArgument(name)} fixed=true, or search for what it does.`
            : `Next: read path=${quotedArgument(first.path)} lines="${first.startLine}-${first.endLine}"; references name=${quotedArgument(name)}.`,
      });
    } finally {
      searcher.close();
    }
  },
};

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

/** symbols: where a name is defined. */

import * as z from 'zod';
import { listOf } from '../../base/lists.ts';
import { findSymbols } from '../../graph/symbols.ts';
import { matcherOf } from '../../grep/matcherOf.ts';
import { nearNames } from '../../search/assumeNames.ts';
import { oneLine } from '../../search/renderResult.ts';
import { codeLine, explainNoName, listAnswer, proseLast, quotedArgument } from '../answer.ts';
import * as schemas from '../schemas.ts';
import { READS, tool } from '../tool.ts';

const BUDGET = 3000;

const input = z.object({
  name: z
    .string()
    .min(1)
    .describe('A name as the code has it, also qualified: "Store.open". Case is only ignored where nothing matches.'),
  path: schemas.path,
  language: schemas.language,
  kind: schemas.kind,
  repository: schemas.repositoryArgument,
  budget: schemas.budget.describe(`Tokens at most, estimated (default ${BUDGET}).`),
});

const symbol = z.object({
  path: z.string(),
  startLine: z.number(),
  endLine: z.number(),
  kind: z.string(),
  name: z.string(),
  scope: z.array(z.string()).describe('Enclosing definitions, outermost first.'),
  signature: z.string(),
  language: z.string(),
  status: schemas.status,
});

const output = schemas.listOutput('symbols', symbol);

export const symbols = tool({
  name: 'symbols',
  title: 'Where a name is defined',
  description: [
    'Lists the definitions of a name: functions, methods, classes, types, constants, headings; with kind, scope, signature and lines.',
    'Use it when you know a name and want its definition, or which things share a name.',
    'Do not use it for concepts (search), parts of names or other texts (grep), or uses (references).',
  ].join('\n'),
  input,
  output,
  annotations: READS,
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
        budget: budget ?? BUDGET,
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
});

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

/** references: who mentions a name, who calls it, what it calls. */

import * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { listOf } from '../../base/lists.ts';
import { type CallEdge, findCallees, findCallers } from '../../graph/findCalls.ts';
import { findReferences, type ReferenceHit } from '../../graph/symbols.ts';
import { oneLine } from '../../search/renderResult.ts';
import { matcherOf } from '../../view/checkFilters.ts';
import { codeLine, explainNoName, listAnswer, proseLast, quotedArgument } from '../answer.ts';
import * as schemas from '../resultSchemas.ts';
import type { ToolProgram } from '../tool.ts';
import { BUDGETS } from '../toolList.ts';

const reference = z.object({
  path: z.string().describe('The file of the mention.'),
  line: z.number(),
  kind: z.string(),
  within: z.string().describe('The enclosing definition; empty at the top of a file.'),
  text: z.string().describe('The line; in a chain, what is called.'),
  target: z.string().nullable().describe('path:line of what the name means here; null if that is not certain.'),
  depth: z.number().optional().describe('The step of the chain.'),
});
type Reference = z.infer<typeof reference>;

const output = schemas.listOutput('references', reference);

export const references: ToolProgram<'references'> = {
  output,
  run: async ({ name, direction, depth, path, language, kind, repository, budget }, call) => {
    const place = await call.place(repository);
    const filters = { paths: listOf(path), languages: listOf(language), kinds: listOf(kind) };
    const isChain = direction === 'callers' || direction === 'callees';
    if (isChain && Object.values(filters).some((values) => values.length > 0))
      throw new CoraError(
        'USAGE',
        'path, language and kind cannot filter a call chain: a chain with holes would mislead.',
        {
          hint: 'Leave them out, or ask for direction "mentions".',
        },
      );
    const searcher = await place.session.now(call.signal);
    try {
      return await searcher.withSymbols(async (known) => {
        const wanted = matcherOf(filters, 'mentions');
        const items = isChain
          ? (await (direction === 'callers' ? findCallers : findCallees)(known, name, depth ?? 1)).map(ofEdge)
          : proseLast((await findReferences(known, name)).filter((hit) => wanted(hit)).map(ofHit), 'link');
        return listAnswer({
          key: 'references',
          place,
          freshness: known.view.freshness,
          items,
          budget: budget ?? BUDGETS.references,
          call,
          render: renderReference,
          nothing: explainNoName(NOTHING[direction ?? 'mentions'], name, filters, known.view.files),
          next: ([first]) =>
            first === undefined
              ? `Next: symbols name=${quotedArgument(name)} for what is called so, or grep pattern=${quotedArgument(name)} fixed=true.`
              : `Next: read path=${quotedArgument(first.path)} lines="${Math.max(1, first.line - 10)}-${first.line + 15}".`,
        });
      });
    } finally {
      searcher.close();
    }
  },
};

const NOTHING = {
  mentions: 'mentions',
  callers: 'is known to call',
  callees: 'of this repository is known to be called by',
};

function ofHit({ path, line, kind, symbol, scope, preview, target }: ReferenceHit): Reference {
  const within = symbol === '' ? '' : [...scope, symbol].join('.');
  const meant = target === null ? null : `${target.path}:${target.startLine}`;
  return { path, line, kind, within, text: preview, target: meant };
}

function ofEdge({ depth, caller, callee }: CallEdge): Reference {
  const target = callee.path === null ? null : `${callee.path}:${callee.line}`;
  const { path, line, symbol } = caller;
  return { path, line, kind: 'call', within: symbol === path ? '' : symbol, text: callee.symbol, target, depth };
}

function renderReference({ path, line, kind, within, text, target, depth }: Reference): string {
  const step = depth === undefined ? '' : `${'  '.repeat(depth - 1)}`;
  const holder = within === '' ? '' : ` in ${within}`;
  const meant = target === null ? '' : ` → ${target}`;
  return `${step}${oneLine(`${path}:${line} ${kind}${holder}${meant}`)}\n${step}    ${codeLine(text)}`;
}

/** related: what to read next from one place. */

import type * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { splitPlace } from '../../base/paths.ts';
import { type RelatedRequest, related } from '../../graph/related.ts';
import { oneLine } from '../../search/renderResult.ts';
import { listAnswer, quotedArgument } from '../answer.ts';
import * as schemas from '../resultSchemas.ts';
import { relatedSchema } from '../searchData.ts';
import type { ToolProgram } from '../tool.ts';
import { BUDGETS, RELATED_PLACES } from '../toolList.ts';

const output = schemas.listOutput('related', relatedSchema);
type Related = z.infer<typeof relatedSchema>;

export const relatedPlaces: ToolProgram<'related'> = {
  output,
  run: async ({ chunkId, path, line, k, repository, budget }, call) => {
    const place = await call.place(repository);
    const from = placeOf(chunkId, path, line);
    const searcher = await place.session.now(call.signal);
    try {
      return await searcher.withSymbols(async (known) => {
        const found = await related(known, {
          place: from,
          limit: k ?? RELATED_PLACES,
          paths: [],
          languages: [],
          kinds: [],
        });
        return listAnswer({
          key: 'related',
          place,
          freshness: known.view.freshness,
          items: found.map((hit) => relatedSchema.parse(hit)),
          budget: budget ?? BUDGETS.related,
          call,
          render: renderRelated,
          nothing: 'The index knows nothing related to this place.',
          next: ([first]) =>
            first === undefined
              ? 'Next: search with a few words.'
              : `Next: read path=${quotedArgument(first.path)} lines="${first.startLine}-${first.endLine}".`,
        });
      });
    } finally {
      searcher.close();
    }
  },
};

function placeOf(chunkId: string | undefined, path: string | undefined, line = 1): RelatedRequest['place'] {
  if (chunkId !== undefined && chunkId !== '') return { chunkId };
  if (path === undefined)
    throw new CoraError('USAGE', 'The call names no place.', { hint: 'Give a chunkId, or a path and a line.' });
  const { path: file, lines } = splitPlace(path);
  return { path: file.replace(/^\.\//, ''), line: lines === null ? line : Number.parseInt(lines, 10) };
}

function renderRelated({ path, startLine, endLine, kind, symbol, reason, status }: Related): string {
  const changed = status === 'committed' ? '' : ` (${status})`;
  return oneLine(`${path}:${startLine}-${endLine} ${kind}${symbol === '' ? '' : ` ${symbol}`}${changed}: ${reason}`);
}

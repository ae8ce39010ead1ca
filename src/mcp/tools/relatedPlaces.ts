/** related: what to read next from one place. */

import * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { type RelatedRequest, related } from '../../graph/related.ts';
import { oneLine } from '../../search/renderResult.ts';
import { listAnswer, quotedArgument } from '../answer.ts';
import * as schemas from '../schemas.ts';
import { relatedSchema } from '../searchData.ts';
import { READS, tool } from '../tool.ts';

const BUDGET = 2000;
const LIMIT = 10;

const input = z.object({
  chunkId: z.string().optional().describe('Of a result of search.'),
  path: z.string().optional().describe('Instead of a chunkId: a file,'),
  line: z.number().int().min(1).optional().describe('and a line of it (default 1).'),
  k: z.number().int().min(1).max(50).optional().describe(`How many places (default ${LIMIT}).`),
  repository: schemas.repositoryArgument,
  budget: schemas.budget.describe(`Tokens at most, estimated (default ${BUDGET}).`),
});

const output = schemas.listOutput('related', relatedSchema);
type Related = z.infer<typeof relatedSchema>;

export const relatedPlaces = tool({
  name: 'related',
  title: 'What belongs to a place',
  description: [
    'Lists what to read next from a place in the code: its tests, callers, what it calls, its types, what reads like it; each with the reason.',
    'Use it with the chunkId of a result of search, or with a path and a line, before you change that code.',
    'Do not use it to answer a question (search) or to list all uses of a name (references).',
  ].join('\n'),
  input,
  output,
  annotations: READS,
  run: async ({ chunkId, path, line, k, repository, budget }, call) => {
    const place = await call.place(repository);
    const from = placeOf(chunkId, path, line);
    const searcher = await place.session.now(call.signal);
    try {
      const known = await searcher.symbols();
      const found = await related(known, { place: from, limit: k ?? LIMIT, paths: [], languages: [], kinds: [] });
      return listAnswer({
        key: 'related',
        place,
        freshness: known.view.freshness,
        items: found.map((hit) => relatedSchema.parse(hit)),
        budget: budget ?? BUDGET,
        render: renderRelated,
        nothing: 'The index knows nothing that is next to this place.',
        next: ([first]) =>
          first === undefined
            ? 'Next: search with a few words.'
            : `Next: read path=${quotedArgument(first.path)} lines="${first.startLine}-${first.endLine}".`,
      });
    } finally {
      searcher.close();
    }
  },
});

function placeOf(chunkId: string | undefined, path: string | undefined, line = 1): RelatedRequest['place'] {
  if (chunkId !== undefined && chunkId !== '') return { chunkId };
  if (path === undefined)
    throw new CoraError('USAGE', 'There is no place.', { hint: 'Give a chunkId, or a path and a line.' });
  const [, file = path, at] = /^(.*?):(\d+)(?:-\d+)?$/.exec(path) ?? [];
  return { path: file.replace(/^\.\//, ''), line: at === undefined ? line : Number(at) };
}

function renderRelated({ path, startLine, endLine, kind, symbol, reason, status }: Related): string {
  const changed = status === 'committed' ? '' : ` (${status})`;
  return oneLine(`${path}:${startLine}-${endLine} ${kind}${symbol === '' ? '' : ` ${symbol}`}${changed}: ${reason}`);
}

/** index: brings the index up to date. Only where the user has said that this server may write. */

import * as z from 'zod';
import { CoraError } from '../../base/errors.ts';
import { duration } from '../../base/renderNumbers.ts';
import { oneLine } from '../../search/renderResult.ts';
import * as schemas from '../schemas.ts';
import { tool } from '../tool.ts';

const input = z.object({ repository: schemas.repository });

const output = z.object({
  repository: z.string(),
  commit: z.string(),
  files: z.number(),
  chunks: z.number(),
  computed: z.number().describe('Files that were read and cut in this run.'),
  embedded: z.number().describe('Vectors computed in this run.'),
  reused: z.number(),
  failed: z.array(z.object({ path: z.string(), error: z.string() })),
  tookMs: z.number(),
  next: schemas.next,
});

export const buildIndex = tool({
  name: 'index',
  title: 'Build or refresh the index',
  description: [
    'Indexes the commit that is checked out; only what is new is computed. Searches go on meanwhile.',
    'Use it when status says that there is no index, or that it is many commits behind.',
    'Do not use it after an edit: searches see uncommitted files without it.',
  ].join('\n'),
  input,
  output,
  // It writes beside the repository, inside its Git directory, and takes nothing away.
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  run: async ({ repository }, call) => {
    const place = await call.place(repository);
    if (call.builds === null) throw new CoraError('USAGE', 'This server may not write.');
    const { commit, files, chunks, computed, embedded, reused, failed, tookMs } = await call.builds.run(place, call);
    const next = 'Next: search.';
    const text = `${oneLine(place.name)}: ${files} files in ${chunks} chunks indexed at ${commit.slice(0, 12)}, ${computed} of them read anew, in ${duration(tookMs)}.`;
    const wrong = failed.map(({ path, error }) => oneLine(`Not indexed: ${path} (${error})`));
    return {
      text: `${[text, ...wrong, next].join('\n')}\n`,
      data: { repository: place.name, commit, files, chunks, computed, embedded, reused, failed, tookMs, next },
    };
  },
});

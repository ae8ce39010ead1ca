/** status: whether there is an index, how fresh it is, what is in it. */

import * as z from 'zod';
import { isCoraError } from '../../base/errors.ts';
import { size } from '../../base/renderNumbers.ts';
import { type Status, statusOf } from '../../freshness/readStatus.ts';
import { oneLine } from '../../search/renderResult.ts';
import type { Answer } from '../answer.ts';
import { describeFreshness, freshnessData } from '../describeFreshness.ts';
import type { Place } from '../places.ts';
import * as schemas from '../schemas.ts';
import { READS, tool } from '../tool.ts';

const input = z.object({ repository: schemas.repository });

const output = z.object({
  repository: z.string(),
  repositories: z.array(z.string()).describe('All that are served here.'),
  indexed: z.boolean().describe('Of several: all of them are.'),
  freshness: schemas.freshness.optional(),
  embedder: z.string().optional(),
  files: z.number().optional(),
  chunks: z.number().optional(),
  bytes: z.number().optional().describe('Of the index on disk.'),
  skipped: z.record(z.string(), z.number()).optional().describe('How many files are not indexed, by reason.'),
  builtAt: z.string().optional(),
  canBuild: z.boolean().describe('Whether the tool index is there.'),
  next: schemas.next,
});

export const status = tool({
  name: 'status',
  title: 'State of the index',
  description: [
    'Says which repositories are served, whether an index is there, of which commit it is, how many uncommitted files are searched with it, and what is left out and why.',
    'Use it when answers look old or empty, or to learn the names of the repositories.',
    'Do not use it before each search: every answer says how fresh it is.',
  ].join('\n'),
  input,
  output,
  annotations: READS,
  run: async ({ repository }, call) => {
    const places = await call.places();
    if (repository === undefined && places.length > 1) return ofSeveral(places, call.builds !== null);
    const place = await call.place(repository);
    const known = {
      repository: place.name,
      repositories: places.map(({ name }) => name),
      canBuild: call.builds !== null,
    };
    try {
      return built(await statusOf(place.options, place.surroundings), known);
    } catch (error) {
      if (!isCoraError(error) || error.code !== 'NO_INDEX') throw error;
      return notBuilt(error.message, known);
    }
  },
});

/** Which there are, and which of them can be searched. */
async function ofSeveral(places: readonly Place[], canBuild: boolean): Promise<Answer> {
  const states = await Promise.all(
    places.map(async (place) => {
      const state = await statusOf(place.options, place.surroundings).then(
        ({ freshness }) => ({ isIndexed: true, text: describeFreshness(freshness) }),
        (error: unknown) => {
          if (!isCoraError(error)) throw error;
          return { isIndexed: false, text: error.message };
        },
      );
      return { name: place.name, ...state };
    }),
  );
  const next = 'Next: search, or status with the repository of which you want to know more.';
  const repositories = places.map(({ name }) => name);
  const text = [...states.map(({ name, text: said }) => oneLine(`${name}: ${said}`)), next];
  return {
    text: `${text.join('\n')}\n`,
    data: {
      repository: `${places.length} repositories`,
      repositories,
      indexed: states.every(({ isIndexed }) => isIndexed),
      canBuild,
      next,
    },
  };
}

interface Known {
  repository: string;
  repositories: string[];
  canBuild: boolean;
}

function built({ freshness, embedder, counts, sizes, skipped, lastRun }: Status, known: Known): Answer {
  const left = Object.entries(skipped).map(([reason, count]) => `${count} ${reason}`);
  const next = 'Next: search.';
  const text = [
    `${oneLine(known.repository)}: ${counts.files} files in ${counts.chunks} chunks, ${size(sizes.total)} on disk, built ${lastRun.at}.`,
    describeFreshness(freshness),
    ...(left.length === 0 ? [] : [`Not indexed: ${left.join(', ')}.`]),
    ...(known.repositories.length > 1 ? [oneLine(`Served: ${known.repositories.join(', ')}.`)] : []),
    next,
  ];
  const { files, chunks } = counts;
  return {
    text: `${text.join('\n')}\n`,
    data: {
      ...known,
      indexed: true,
      freshness: freshnessData(freshness),
      embedder: embedder.id,
      files,
      chunks,
      bytes: sizes.total,
      skipped,
      builtAt: lastRun.at,
      next,
    },
  };
}

function notBuilt(message: string, known: Known): Answer {
  const next = known.canBuild
    ? 'Next: index builds it; grep and read work meanwhile.'
    : 'grep and read work without it; a person can build it with `cora index`.';
  return { text: `${oneLine(`${known.repository}: ${message}`)}\n${next}\n`, data: { ...known, indexed: false, next } };
}

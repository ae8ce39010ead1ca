/**
 * The tools status and index: whether there is an index, how fresh it is and what is in it; and,
 * where this server may write, a new one.
 */

import { CoraError, whenRefused } from '../../base/errors.ts';
import { duration, size } from '../../base/renderText.ts';
import { readStatus, type Status } from '../../freshness/readStatus.ts';
import { changedFilesSince } from '../../git/listCatalogue.ts';
import { isOfNoCommits } from '../../git/repository.ts';
import { oneLine } from '../../search/renderResult.ts';
import { asTyped } from '../../view/asTyped.ts';
import { openWorkspaceFor } from '../../view/workspace.ts';
import {
  describeFreshness,
  fitItems,
  freshnessData,
  NO_COMMITS,
  type ToolAnswer,
  type ToolCall,
  type ToolProgram,
} from '../answer.ts';
import type { Place } from '../places.ts';
import { BUDGETS } from '../toolList.ts';

export const statusTool: ToolProgram<'status'> = {
  run: async ({ repository, since }, call) => {
    if (since !== undefined) return changedSince(await call.place(repository), since, call);
    const places = await call.places();
    const isOfAll = repository === undefined && places.length > 1;
    const { text, data } = isOfAll ? await ofSeveral(places, call) : await ofOne(places, repository, call);
    const notes = call.notes().map(oneLine);
    if (notes.length === 0) return { text, data };
    return { text: `${text}${notes.join('\n')}\n`, data: () => ({ ...data(), notes }) };
  },
};

/** Added, modified and deleted files, uncommitted ones too. */
async function changedSince(place: Place, since: string, call: ToolCall): Promise<ToolAnswer> {
  const { repository, settings, location } = await openWorkspaceFor(place.settings, place.surroundings);
  const where = { except: location.root, signal: call.signal };
  const found = await changedFilesSince(repository, since, null, settings, where);
  const files: Changed[] = [
    ...found.files.map(({ path, change }) => ({ path, change })),
    ...found.deleted.map((path) => ({ path, change: 'deleted' as const })),
  ];
  return fitItems(files, { budget: BUDGETS.related, ...call }, (shown, tooSmall) => {
    const left = files.length - shown.length;
    const next = 'Next: read a file, with revision for how it was.';
    const lines = [
      tooSmall ??
        (shown.length === 0
          ? 'Nothing changed.'
          : shown.map(({ path, change }) => `${change} ${oneLine(path)}`).join('\n')),
      ...(left === 0 ? [] : [`${left} more.`]),
      next,
    ];
    const told = { repository: place.name, repositories: [place.name], canBuild: call.builds !== null };
    const data = () => ({ ...told, since: found.since, changed: shown, truncated: left > 0, next });
    return { text: `${lines.join('\n')}\n`, data };
  });
}

interface Changed {
  path: string;
  change: 'added' | 'modified' | 'deleted';
}

async function ofOne(places: readonly Place[], repository: string | undefined, call: ToolCall): Promise<ToolAnswer> {
  const place = await call.place(repository);
  const known = {
    repository: place.name,
    repositories: places.map(({ name }) => name),
    canBuild: call.builds !== null,
  };
  return readStatus(place.settings, place.surroundings)
    .then((status) => built(status, known))
    .catch(whenRefused((error) => notBuilt(error, known), 'NO_INDEX'));
}

/** Says which repositories there are, and which of them can be searched. */
async function ofSeveral(places: readonly Place[], call: ToolCall): Promise<ToolAnswer> {
  const states = await Promise.all(
    places.map(async (place) => {
      const state = await readStatus(place.settings, place.surroundings)
        .then(({ freshness }) => ({ isIndexed: true, text: describeFreshness(freshness) }))
        .catch(whenRefused(({ message: text }) => ({ isIndexed: false, text })));
      return { name: place.name, ...state };
    }),
  );
  const next = 'Next: search, or status with the repository that you want to know more about.';
  const repositories = places.map(({ name }) => name);
  const text = [...states.map(({ name, text: said }) => oneLine(`${name}: ${said}`)), next];
  return {
    text: `${text.join('\n')}\n`,
    data: () => ({
      repository: `${places.length} repositories`,
      repositories,
      indexed: states.every(({ isIndexed }) => isIndexed),
      canBuild: call.builds !== null,
      next,
    }),
  };
}

interface Known {
  repository: string;
  repositories: string[];
  canBuild: boolean;
}

function built({ freshness, embedder, counts, sizes, skipped, lastRun }: Status, known: Known): ToolAnswer {
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
    data: () => ({
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
    }),
  };
}

function notBuilt(error: CoraError, known: Known): ToolAnswer {
  const build = known.canBuild
    ? 'Next: index builds it; grep and read work meanwhile.'
    : asTyped('grep and read work without it; a person can build it with `cora index`.');
  const next = isOfNoCommits(error) ? NO_COMMITS : build;
  return {
    text: `${oneLine(`${known.repository}: ${error.message}`)}\n${next}\n`,
    data: () => ({ ...known, indexed: false, next }),
  };
}

// index: brings the index up to date. Only where the user has said that this server may write.

export const indexTool: ToolProgram<'index'> = {
  run: async ({ repository }, call) => {
    const place = await call.place(repository);
    if (call.builds === null)
      throw new CoraError('USAGE', 'This server was started without --write, so it builds no indexes.', {
        hint: asTyped('Go on without: questions read uncommitted edits, too. A person can type: cora index'),
      });
    const { result, startedAt, completedAt } = await call.builds.run(place, call);
    const { commit, files, chunks, computed, embedded, reused, failed = [] } = result!;
    const tookMs = Date.parse(completedAt!) - Date.parse(startedAt!);
    const next = 'Next: search.';
    const at = commit === null ? '' : ` at ${commit.slice(0, 12)}`;
    const text = `${oneLine(place.name)}: ${files} files in ${chunks} chunks indexed${at}, ${computed} of them read anew, in ${duration(tookMs)}.`;
    const wrong = failed.map(({ path, error }) => oneLine(`Not indexed: ${path} (${error})`));
    return {
      text: `${[text, ...wrong, next].join('\n')}\n`,
      data: () => ({ repository: place.name, commit, files, chunks, computed, embedded, reused, failed, tookMs, next }),
    };
  },
};

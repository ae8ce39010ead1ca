/** What has to be said of an answer beside its results, a sentence each. Pure. */

import type { CutBy, SearchResult } from '../../base/searchTypes.ts';
import { oneLine } from '../oneLine.ts';

const MORE: Record<CutBy, string> = {
  limit: 'There are more results than were asked for.',
  budget: 'There are more results than fit into the budget of tokens.',
  relevance: 'The rest is far less relevant.',
};

/** Files without an answer that are named. */
const MOST_NAMED = 5;

/** @returns [] for a whole answer about everything that the caller has */
export function answerNotes(result: SearchResult): string[] {
  const { results, cutBy, assumed } = result;
  const notes = assumed.map(
    ({ asked, meant }) => `Nothing is named ${oneLine(asked)}; searched for ${oneLine(meant.join(', '))}.`,
  );
  if (result.fewer !== null) notes.push(result.fewer);
  else if (results.length === 0) notes.push(`Nothing found for ${JSON.stringify(oneLine(result.query).slice(0, 80))}.`);
  else if (cutBy !== null) notes.push(MORE[cutBy]);
  if (results.some(({ text }) => /REDACTED\*/.test(text)))
    notes.push('REDACTED**** stands where the file has a secret.');
  return [...notes, ...freshnessNotes(result)];
}

function freshnessNotes({ freshness }: SearchResult): string[] {
  const { indexedCommit, headCommit, commitsBehind, missingFiles, asCommitted } = freshness;
  const notes: string[] = [];
  if (headCommit !== null && indexedCommit !== headCommit) {
    const behind = commitsBehind === null || commitsBehind === 0 ? '' : `, ${commitsBehind} behind HEAD`;
    notes.push(`The index is of ${indexedCommit ?? 'no commit'}${behind}; what is newer was read from the repository.`);
  }
  if (missingFiles.length > 0) {
    const named = missingFiles.map(({ path, reason }) => `${path} (${reason})`);
    notes.push(`Not searched (${missingFiles.length}): ${listed(named)}.`);
  }
  if (asCommitted.length > 0)
    notes.push(
      `Searched as they were committed (${asCommitted.length}), though they have changed: ${listed(asCommitted)}.`,
    );
  return notes;
}

function listed(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMED).map(oneLine).join(', ')}${names.length > MOST_NAMED ? ', …' : ''}`;
}

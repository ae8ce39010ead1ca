/** Which source a named place belongs to, if the model was shown it. Pure. */

import type { AskSource, Citation } from '../base/citationTypes.ts';
import { sourceLabel } from './sourceLabel.ts';

/** What an answer names: lines of a path, or a source by its number. */
export type Place = { path: string; startLine: number; endLine: number } | { number: number };

export type Resolved = Omit<Citation, 'text' | 'at'>;

/** @returns what it gives is null for a number where there are no sources: then `[1]` is no citation */
export function createResolver(sources: readonly AskSource[]): (place: Place) => Resolved | null {
  return (place) => {
    if (!('number' in place)) return ofLines(place, sources);
    if (sources.length === 0) return null;
    const source = sources.find(({ number }) => number === place.number);
    if (source === undefined) return { repository: null, path: '', startLine: 0, endLine: 0, source: null };
    const { repository, path, startLine, endLine } = source.hit;
    return { repository, path, startLine, endLine, source: place.number };
  };
}

function ofLines(place: Exclude<Place, { number: number }>, sources: readonly AskSource[]): Resolved {
  const { startLine, endLine } = place;
  const wanted = place.path.replace(/^(?:\.\/)+/, '');
  const isAbsolute = wanted.startsWith('/') && new Set(sources.map(({ hit }) => hit.repository)).size === 1;
  const named = best([
    sources.filter(({ hit }) => namesOf(hit).includes(wanted)),
    // Models leave out folders, or make a path of it as on a disk.
    sources.filter(({ hit }) => namesOf(hit).some((name) => name.endsWith(`/${wanted}`))),
    sources.filter(({ hit }) => isAbsolute && namesOf(hit).some((name) => wanted.endsWith(`/${name}`))),
  ]);
  for (const { hit } of named) {
    const ofFile = named.filter(({ hit: other }) => other.path === hit.path && other.repository === hit.repository);
    if (!isCovered(startLine, endLine, ofFile)) continue;
    const first = ofFile.find((one) => one.hit.startLine <= startLine && startLine <= one.hit.endLine)!;
    return { repository: hit.repository, path: hit.path, startLine, endLine, source: first.number };
  }
  const repository = named[0]?.hit.repository ?? null;
  return { repository, path: named[0]?.hit.path ?? wanted, startLine, endLine, source: null };
}

function namesOf(hit: AskSource['hit']): string[] {
  const checkout = hit.repository.split('/').at(-1)!;
  return [hit.path, sourceLabel(hit, false), sourceLabel(hit, true), `${checkout}/${hit.path}`];
}

function best(lists: readonly AskSource[][]): AskSource[] {
  return lists.find((list) => list.length > 0) ?? [];
}

/** Whether every line was shown, by one source or by neighbours together. */
function isCovered(startLine: number, endLine: number, sources: readonly AskSource[]): boolean {
  let line = startLine;
  for (const { hit } of [...sources].sort((a, b) => a.hit.startLine - b.hit.startLine)) {
    if (hit.startLine <= line && line <= hit.endLine) line = hit.endLine + 1;
    if (line > endLine) return true;
  }
  return false;
}

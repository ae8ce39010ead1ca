/** Results by repository, file and place: what is adjacent or overlaps becomes one chunk. Pure. */

import { groupBy } from '../../base/groupBy.ts';
import type { FileStatus, LineRange, SearchHit } from '../../base/searchTypes.ts';
import { clipRanges, type Excerpt, segmentsOf } from '../segments.ts';

export interface RepositoryGroup {
  repository: string;
  commit: string | null;
  files: FileGroup[];
}

export interface FileGroup {
  path: string;
  status: FileStatus;
  /** By line. */
  chunks: MergedChunk[];
}

export interface MergedChunk extends Excerpt {
  elided: LineRange[];
  /** A piece of an overlong line, which stays by itself. */
  isPiece: boolean;
  /** Every line of the file is shown. */
  isWhole: boolean;
  commentary: string[];
}

/** Repositories and files in the order of their best results, chunks in the order of their lines. */
export function groupHits(hits: readonly SearchHit[]): RepositoryGroup[] {
  return [...groupBy(hits, ({ repository }) => repository).values()].map((ofRepository) => ({
    repository: ofRepository[0]!.repository,
    commit: ofRepository[0]!.commit,
    files: [...groupBy(ofRepository, ({ path }) => path).values()].map((ofFile) => ({
      path: ofFile[0]!.path,
      status: ofFile[0]!.status,
      chunks: mergeHits(ofFile),
    })),
  }));
}

function mergeHits(hits: readonly SearchHit[]): MergedChunk[] {
  const merged: SearchHit[][] = [];
  let end = 0;
  for (const hit of hits.toSorted((a, b) => a.startLine - b.startLine || a.rank - b.rank)) {
    const last = merged.at(-1);
    const joins = last !== undefined && hit.startLine <= end + 1 && !isPiece(hit) && !isPiece(last[0]!);
    if (joins) last.push(hit);
    else merged.push([hit]);
    end = joins ? Math.max(end, hit.endLine) : hit.endLine;
  }
  return merged.map(mergedOf);
}

/** A line is shown where any of the results shows it. */
function mergedOf(hits: readonly SearchHit[]): MergedChunk {
  const [first] = hits as [SearchHit];
  const startLine = first.startLine;
  const endLine = Math.max(...hits.map((hit) => hit.endLine));
  const lines: string[] = [];
  const shown = new Set<number>();
  for (const hit of hits) {
    const own = hit.text.split('\n');
    for (let line = hit.startLine; line <= hit.endLine; line++) {
      lines[line - startLine] = own[line - hit.startLine] ?? '';
    }
    for (const segment of segmentsOf(hit)) {
      for (let line = segment.startLine; line <= segment.endLine; line++) shown.add(line);
    }
  }
  const elided = hits.length === 1 ? clipRanges(first.elided ?? [], first) : rangesWithout(shown, startLine, endLine);
  return {
    startLine,
    endLine,
    text: hits.length === 1 && isPiece(first) ? first.text : lines.join('\n'),
    elided,
    isPiece: isPiece(first),
    isWhole: !isPiece(first) && elided.length === 0 && startLine === 1 && endLine === first.fileLines,
    commentary: hits.flatMap(({ commentary = '' }) => (commentary === '' ? [] : [commentary])),
  };
}

function isPiece(hit: SearchHit): boolean {
  return hit.isPiece === true;
}

function rangesWithout(shown: ReadonlySet<number>, startLine: number, endLine: number): LineRange[] {
  const ranges: LineRange[] = [];
  for (let line = startLine; line <= endLine; line++) {
    if (shown.has(line)) continue;
    const last = ranges.at(-1);
    if (last?.endLine === line - 1) last.endLine = line;
    else ranges.push({ startLine: line, endLine: line });
  }
  return ranges;
}

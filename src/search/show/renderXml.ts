/**
 * Renders results for language models as informal XML, grouped by repository and file, sorted by
 * line. Contents are the caller's own lines and are never escaped; only elided lines are left out.
 *
 *     <cora:rag-result>
 *     <cora:repo origin="https://github.com/example/repo" git-commit-hash="…" checkout-host="…" checkout-path="…">
 *     <cora:file path="src/example.ts" git-status="modified">
 *     <cora:chunk lines="10-36">
 *     <cora:content>
 *     …
 */

import { groupBy } from '../../base/lists.ts';
import type { FileStatus, LineRange, SearchHit, SearchResult } from '../../base/searchTypes.ts';
import { answerNotes, gitContextLines } from '../answerNotes.ts';
import { clipRanges, ELLIPSIS, type Excerpt, oneLine, rangesText, segmentsOf, shownText } from '../quoteCode.ts';

/** Where a repository is checked out. */
export interface Checkout {
  host: string;
  /** The absolute path of the working tree. */
  path: string;
}

const EXPLAINED = [
  'The source code that is most relevant at this point of the chat.',
  '<cora:content> is verbatim, as it is now on disk or in the repository; ". . ." stands for elided lines, lines="1-4,9-36" names those shown.',
  '<cora:commentary> was written by an AI at indexing time.',
];
const NUMBERED = 'A text that holds such a closing tag itself stands in numbered tags: <cora:content-2>.';

/** @returns text that ends with a newline */
export function renderXml(result: SearchResult, checkoutOf: (repository: string) => Checkout | null): string {
  const repositories = groupHits(result.results).map((group) => renderRepository(group, checkoutOf(group.repository)));
  const isNumbered = repositories.some((text) => /^<cora:(content|commentary)-\d+>$/m.test(text));
  const lines = [
    ...EXPLAINED,
    ...(isNumbered ? [NUMBERED] : []),
    ...answerNotes(result),
    ...(result.gitContext === undefined ? [] : gitContextLines(result.gitContext)),
  ];
  return `${['<cora:rag-result>', comment(lines), ...repositories, '</cora:rag-result>'].join('\n')}\n`;
}

function renderRepository({ repository, commit, files }: RepositoryGroup, checkout: Checkout | null): string {
  const open = openTag('cora:repo', {
    origin: checkout === null ? withoutPlace(repository) : repository,
    'git-commit-hash': commit ?? '',
    'checkout-host': checkout?.host ?? null,
    'checkout-path': checkout?.path ?? null,
  });
  return [open, ...files.map(renderFile), '</cora:repo>'].join('\n');
}

/**
 * Removes private folders from an origin on this machine: of `/home/me/repo` and
 * `file:///home/me/repo` only `repo` is left.
 */
function withoutPlace(origin: string): string {
  return /^(?:[/\\~.]|[a-z]:[\\/]|file:)/i.test(origin)
    ? (origin.split(/[\\/]+/).findLast((part) => part !== '') ?? '')
    : origin;
}

function renderFile({ path, status, chunks }: FileGroup): string {
  const open = openTag('cora:file', { path, 'git-status': status });
  return [open, ...chunks.flatMap(renderChunk), '</cora:file>'].join('\n');
}

function renderChunk(chunk: MergedChunk): string[] {
  const commentary =
    chunk.commentary.length === 0 ? [] : [verbatimElement('cora:commentary', chunk.commentary.join('\n\n'))];
  const inner = [...commentary, verbatimElement('cora:content', contentOf(chunk))];
  if (chunk.isWhole) return inner;
  return [openTag('cora:chunk', { lines: rangesText(segmentsOf(chunk)) }), ...inner, '</cora:chunk>'];
}

/** A piece of an overlong line has ellipses around it for the rest. */
function contentOf(chunk: MergedChunk): string {
  return chunk.isPiece ? [ELLIPSIS, chunk.text, ELLIPSIS].join('\n') : shownText(chunk);
}

// Groups results by repository and file; adjacent and overlapping ones become one chunk. Pure.

interface RepositoryGroup {
  repository: string;
  commit: string | null;
  files: FileGroup[];
}

interface FileGroup {
  path: string;
  status: FileStatus;
  /** Sorted by line. */
  chunks: MergedChunk[];
}

interface MergedChunk extends Excerpt {
  elided: LineRange[];
  /** True for a piece of an overlong line, which is never merged. */
  isPiece: boolean;
  /** True if every line of the file is shown. */
  isWhole: boolean;
  commentary: string[];
}

/**
 * Repositories and files are in the order of their best results, chunks in the order of their
 * lines.
 */
function groupHits(hits: readonly SearchHit[]): RepositoryGroup[] {
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

/** A line is shown if any of the results shows it. */
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

// Writes informal XML: attributes are escaped, contents are not. Pure.

/** Writes `<NAME a="…" b="…">`; attributes without a value are left out. */
function openTag(name: string, attributes: Readonly<Record<string, string | null>>): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === null ? [] : [` ${key}="${escapeAttribute(value)}"`],
  );
  return `<${name}${written.join('')}>`;
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/**
 * Escapes a text for an attribute, on one line: `a"b` → `a&quot;b`, a line's end → `&#10;`. Control
 * characters that XML cannot hold are written out as in `oneLine`.
 */
function escapeAttribute(value: string): string {
  const escaped = value.replace(/[&<>"\t\n\r]/g, (sign) => ENTITIES[sign] ?? `&#${sign.codePointAt(0)};`);
  return oneLine(escaped);
}

/** Matches text that could be taken for the end of one of Cora's elements. */
const CLOSING = /<\/\s*cora:/i;

/**
 * Writes an element around unchanged text. If the text itself holds such a closing tag, the
 * element's name gets the smallest number from 2 on that the text does not hold: `<cora:content-2>`
 * … `</cora:content-2>`. So nothing is escaped, left out or ambiguous, and the same text always
 * gives the same element.
 */
function verbatimElement(name: string, text: string): string {
  let tag = name;
  if (CLOSING.test(text)) {
    const held = text.toLowerCase();
    for (let number = 2; tag === name || held.includes(tag); number++) tag = `${name}-${number}`;
  }
  return `<${tag}>\n${text}\n</${tag}>`;
}

/** Writes lines of text as a comment, which they cannot end. */
function comment(lines: readonly string[]): string {
  return `<!--\n${lines.map((line) => line.replace(/--(?=!?>)/g, '- -')).join('\n')}\n-->`;
}

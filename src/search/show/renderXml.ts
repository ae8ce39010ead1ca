/**
 * The AI's code view: results by repository, file and line as informal XML. Contents are the caller's own lines, never
 * escaped; only what `elided` names is left out.
 *
 *     <cora:rag-result>
 *     <cora:repo origin="https://github.com/example/repo" git-commit-hash="…" checkout-host="…" checkout-path="…">
 *     <cora:file path="src/example.ts" git-status="modified">
 *     <cora:chunk lines="10-36">
 *     <cora:content>
 *     …
 */

import type { SearchResult } from '../../base/searchTypes.ts';
import { gitContextLines } from '../gitContextLines.ts';
import { ELLIPSIS, rangesText, segmentsOf, shownText } from '../segments.ts';
import { answerNotes } from './answerNotes.ts';
import { comment, openTag, verbatimElement } from './elements.ts';
import { type FileGroup, groupHits, type MergedChunk, type RepositoryGroup } from './groupHits.ts';

/** Where a repository lies. */
export interface Checkout {
  host: string;
  /** The working tree, absolute. */
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

/** An origin on this machine names a place too: of `/home/me/repo` and `file:///home/me/repo` `repo` is left. */
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

/** Around a piece of a line the rest of it is left out. */
function contentOf(chunk: MergedChunk): string {
  return chunk.isPiece ? [ELLIPSIS, chunk.text, ELLIPSIS].join('\n') : shownText(chunk);
}

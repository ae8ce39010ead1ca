/** Lines that hold a query's words, as they stand in the files: no index is needed. */

import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { STOP_WORDS } from '../../base/words.ts';
import type { GrepHit } from '../../server/pageTypes.ts';
import { requestLines } from '../api/client.ts';
import { epoch } from '../shell/fleet.ts';
import { formatRoute } from '../urlState.ts';
import { PathText, seenCode } from '../visible.tsx';

interface GrepHitsProps {
  query: string;
  repo: string;
  title: string;
}

interface Found {
  hits: GrepHit[];
  hasMore: boolean;
}

/** Milliseconds without a key before the server is asked. */
const QUIET = 250;
const MOST_WORDS = 12;
const SHOWN = 12;

/** Those with the most different words first. */
function bestOf(hits: readonly GrepHit[]): GrepHit[] {
  const wordsIn = ({ preview, matches }: GrepHit): number =>
    new Set(matches.map(({ start, end }) => preview.slice(start, end).toLowerCase())).size;
  return hits.toSorted((a, b) => wordsIn(b) - wordsIn(a)).slice(0, SHOWN);
}

/** Shows nothing until there is a line to show. */
export function GrepHits({ query, repo, title }: GrepHitsProps) {
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    const own = new AbortController();
    const pattern = patternOf(query);
    if (pattern === null) {
      setFound(null);
      return undefined;
    }
    const timer = setTimeout(() => {
      // Beside everything else: without an answer nothing is shown.
      requestLines(pattern, repo, own.signal).then(
        ({ hits, truncated }) => setFound({ hits: bestOf(hits), hasMore: truncated || hits.length > SHOWN }),
        () => setFound(null),
      );
    }, QUIET);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [query, repo, epoch.value]);
  if (found === null || found.hits.length === 0) return null;
  return (
    <section class="grep-hits" aria-labelledby="grep-hits">
      <h3 id="grep-hits">{title}</h3>
      <ul>
        {found.hits.map(({ path, line, preview, matches }) => (
          <li key={`${path}:${line}`}>
            <a data-step class="place" href={formatRoute({ view: 'file', repo, path, startLine: line, endLine: line })}>
              <PathText path={path} />
              <span class="lines">{line}</span>
            </a>
            <code class="grep-line">
              <Marked text={preview} spans={matches} />
            </code>
          </li>
        ))}
      </ul>
      {found.hasMore && <p class="note">There are more lines than these.</p>}
    </section>
  );
}

function Marked({ text, spans }: { text: string; spans: GrepHit['matches'] }) {
  const indent = Math.min(text.length - text.trimStart().length, spans[0]?.start ?? 0);
  const parts = spans.map(({ start, end }, at) => (
    <Fragment key={start}>
      {seenCode(text.slice(at === 0 ? indent : spans[at - 1]!.end, start))}
      <mark>{seenCode(text.slice(start, end))}</mark>
    </Fragment>
  ));
  return (
    <>
      {parts}
      {seenCode(text.slice(spans.at(-1)?.end ?? 0))}
    </>
  );
}

/** Any of the words that say something, as they are written. Null where there is none. */
function patternOf(query: string): string | null {
  const written = query.match(/[\p{L}\p{N}_$.-]+/gu) ?? [];
  const words = written.filter((word) => word.length > 2 && !STOP_WORDS.has(word.toLowerCase()));
  const wanted = words.length > 0 ? words.slice(0, MOST_WORDS) : query.trim().length > 1 ? [query.trim()] : [];
  return wanted.length === 0 ? null : wanted.map((word) => word.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|');
}

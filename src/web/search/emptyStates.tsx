/**
 * Shows what stands where results would: nothing to search, nothing there yet, no index, nothing
 * found.
 */

import { Fragment } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { escapeRegExp } from '../../base/patterns.ts';
import { STOP_WORDS } from '../../base/words.ts';
import { queryWordsOf } from '../../search/queryWords.ts';
import type { GrepHit, Repository, SearchAnswer } from '../../server/pageTypes.ts';
import { requestIndex, requestLines, requestNearNames, requestSearch } from '../api/client.ts';
import { edition } from '../api/transport.ts';
import {
  ALL,
  epoch,
  isRunning,
  jobs,
  refreshRepositories,
  repositories,
  repositoryOf,
  useRequest,
} from '../shell/fleet.ts';
import { announce, copyText, JobLine, Notice } from '../shell/notices.tsx';
import { formatRoute, NO_FILTERS, type SearchRoute } from '../urlState.ts';
import { Bones, numberOf, PathText, seenCode, seenText } from '../visible.tsx';

export function FirstSteps() {
  return (
    <Notice title="No repository yet">
      <p>Add one, and it is indexed in the background. Searching begins as soon as that has ended.</p>
      <p>
        <a class="button primary" href="#/repos">
          Add a repository
        </a>
      </p>
    </Notice>
  );
}

// Where results will be: the same heights, so that nothing jumps.

const WIDTHS = ['47685', '58467', '65748'];

export function Skeletons() {
  return (
    <div class="columns" aria-busy="true">
      <div class="results" aria-hidden="true">
        <div class="summary">
          <span class="bone w2" />
        </div>
        {WIDTHS.map((widths) => (
          <div key={widths} class="result is-skeleton">
            <div class="result-head">
              <span class="bone w3" />
            </div>
            <Bones kind="code" widths={widths} />
          </div>
        ))}
      </div>
      <p class="sr">Searching</p>
    </div>
  );
}

export function NothingFound({ here }: { here: SearchRoute }) {
  const filters = (['language', 'kind', 'path'] as const).filter((name) => here[name] !== '');
  const isOne = here.repo !== ALL;
  const words = fewerWords(here.query);
  return (
    <>
      <Notice title={`Nothing found for “${here.query.trim()}”`}>
        <p>Try another word for what the code does, or a name from it.</p>
        <ul class="suggestions">
          {filters.map((name) => (
            <li key={name}>
              <a data-step href={formatRoute({ ...here, [name]: '' })}>
                Without the {name} <code>{here[name]}</code>
              </a>
            </li>
          ))}
          {filters.length > 1 && (
            <li>
              <a data-step href={formatRoute({ ...here, ...NO_FILTERS, repo: here.repo })}>
                Without any filter
              </a>
            </li>
          )}
          {isOne && <NearNames here={here} />}
          {words !== null && (
            <li>
              <a data-step href={formatRoute({ ...here, query: words })}>
                With fewer words: <code>{words}</code>
              </a>
            </li>
          )}
          {isOne && <OtherRepositories here={here} />}
        </ul>
      </Notice>
      {isOne && !edition.isStatic && (
        <GrepHits query={here.query} repo={here.repo} title="Lines with these words, in any file" />
      )}
    </>
  );
}

/** Names of the query that are looked up. */
const MOST_NAMES = 3;

/** Names that are defined here and were probably meant. */
function NearNames({ here }: { here: SearchRoute }) {
  const [near, setNear] = useState<{ asked: string; meant: string }[]>([]);
  const { query, repo } = here;
  useEffect(() => {
    const own = new AbortController();
    const names = [...new Set(query.match(/[\p{L}_$][\p{L}\p{N}_$]{2,}/gu) ?? [])].slice(0, MOST_NAMES);
    const answers = names.map(async (asked) =>
      (await requestNearNames(asked, repo, own.signal)).map((meant) => ({ asked, meant })),
    );
    Promise.all(answers).then(
      (found) => setNear(found.flat()),
      () => setNear([]),
    );
    return () => own.abort();
  }, [query, repo]);
  return (
    <>
      {near.map(({ asked, meant }) => (
        <li key={`${asked} ${meant}`}>
          <a data-step href={formatRoute({ ...here, ...NO_FILTERS, repo, query: query.replace(asked, () => meant) })}>
            Did you mean <code>{seenText(meant)}</code>?
          </a>
        </li>
      ))}
    </>
  );
}

/** The number of results that are asked for: enough to tell which repositories have something. */
const OTHERS = 20;

/** Lists the other repositories, with the number of results that each has. */
function OtherRepositories({ here }: { here: SearchRoute }) {
  const [found, setFound] = useState<SearchAnswer['repositories']>([]);
  const { query, repo } = here;
  const all = repositories.value.value ?? [];
  const isAlone = all.length < 2;
  useEffect(() => {
    if (isAlone) return undefined;
    const own = new AbortController();
    requestSearch({ query, k: OTHERS, repos: ALL }, own.signal).then(
      (answer) => setFound(answer.repositories),
      () => setFound([]),
    );
    return () => own.abort();
  }, [query, repo, isAlone]);
  const current = repositoryOf(repo)?.name;
  const others = (found ?? []).filter(({ name, results }) => results > 0 && name !== current);
  return (
    <>
      {others.map(({ name, results }) => {
        const id = all.find((one) => one.name === name)?.id;
        if (id === undefined) return null;
        return (
          <li key={name}>
            <a data-step href={formatRoute({ ...here, ...NO_FILTERS, repo: id })}>
              {numberOf(results, 'result')} in <strong>{seenText(name)}</strong>
            </a>
          </li>
        );
      })}
      {others.length > 1 && (
        <li>
          <a data-step href={formatRoute({ ...here, ...NO_FILTERS, repo: ALL })}>
            All of them, in all repositories
          </a>
        </li>
      )}
    </>
  );
}

/** The two longest words that say something; null where there are no more. */
function fewerWords(query: string): string | null {
  const words = [...queryWordsOf(query).asked.values()];
  // The parts of one name are no words to leave out.
  if (words.length <= 2 || !/\s/.test(query.trim())) return null;
  const longest = [...words].sort((a, b) => b.length - a.length).slice(0, 2);
  return words.filter((word) => longest.includes(word)).join(' ');
}

/** Milliseconds without a key before the server is asked. */
const QUIET = 250;
const MOST_WORDS = 12;
const SHOWN = 12;

/** Returns the hits with the most different words first. */
function bestOf(hits: readonly GrepHit[]): GrepHit[] {
  const wordsIn = ({ preview, matches }: GrepHit): number =>
    new Set(matches.map(({ start, end }) => preview.slice(start, end).toLowerCase())).size;
  return hits.toSorted((a, b) => wordsIn(b) - wordsIn(a)).slice(0, SHOWN);
}

/** Lines that hold a query's words, for which no index is needed; nothing until there is one. */
function GrepHits({ query, repo, title }: { query: string; repo: string; title: string }) {
  const [found, setFound] = useState<{ hits: GrepHit[]; hasMore: boolean } | null>(null);
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

/**
 * Returns a pattern for any of the words that say something, as they are written; null where there
 * is none.
 */
function patternOf(query: string): string | null {
  const written = query.match(/[\p{L}\p{N}_$.-]+/gu) ?? [];
  const words = written.filter((word) => word.length > 2 && !STOP_WORDS.has(word.toLowerCase()));
  const wanted = words.length > 0 ? words.slice(0, MOST_WORDS) : query.trim().length > 1 ? [query.trim()] : [];
  return wanted.length === 0 ? null : wanted.map(escapeRegExp).join('|');
}

/** Says that there is no index. Meanwhile lines with words of the query are shown. */
export function NoIndex({ here, repository }: { here: SearchRoute; repository: Repository }) {
  const query = here.query.trim();
  return (
    <>
      <Notice title={`${seenText(repository.name)} has no index yet`}>
        {repository.build_command === null ? (
          <Build repository={repository} />
        ) : (
          <BuildElsewhere repository={repository} command={repository.build_command} />
        )}
      </Notice>
      {query !== '' && <GrepHits query={query} repo={here.repo} title="Until then, lines with these words" />}
    </>
  );
}

function Build({ repository: { id, error } }: { repository: Repository }) {
  const { isBusy, refused, run } = useRequest();
  const job = jobs.value.get(id);
  const isBuilding = isRunning(job);
  useEffect(() => {
    if (isBuilding) announce('The index is being built');
    return () => {
      if (isBuilding) announce('The index run has ended');
    };
  }, [isBuilding]);
  const why = refused?.message ?? (job?.status === 'failed' ? job.error : null) ?? error;
  if (isBuilding) {
    return (
      <>
        <p>The index is being built. The search begins by itself as soon as it is there.</p>
        <JobLine job={job!} />
      </>
    );
  }
  return (
    <>
      <p>
        It is built once, on the machine of the server, and kept up to date from then on. Until then Cora finds lines by
        their text only.
      </p>
      {why !== null && (
        <p class="problem" role="alert">
          {why} {refused?.hint}
        </p>
      )}
      <p>
        <button
          type="button"
          class="primary"
          data-build
          disabled={isBusy}
          onClick={() => void run(() => requestIndex(id, false))}
        >
          {why === null ? 'Build the index' : 'Build it again'}
        </button>
      </p>
    </>
  );
}

function BuildElsewhere({ repository: { path, kind }, command }: { repository: Repository; command: string }) {
  return (
    <>
      <p>
        This server only searches. Build the index
        {kind === 'place' ? (
          <>
            {' '}
            in <code>{seenText(path)}</code>
          </>
        ) : (
          ' on the machine of the server'
        )}{' '}
        with one command, then look again:
      </p>
      <p class="one-command">
        <code class="command">{command}</code>
        <button type="button" class="quiet" onClick={() => void copyText(command, 'Command')}>
          Copy
        </button>
      </p>
      <p>
        <button type="button" onClick={() => void refreshRepositories()}>
          Look again
        </button>
      </p>
    </>
  );
}

/**
 * Helps where nothing was found: it offers what could be left out, names that are nearly those,
 * lines with the words, and the other repositories.
 */

import { useEffect, useState } from 'preact/hooks';
import { queryWordsOf } from '../../search/queryWords.ts';
import type { SearchAnswer } from '../../server/pageTypes.ts';
import { requestNearNames, requestSearch } from '../api/client.ts';
import { edition } from '../shell/edition.ts';
import { ALL, repositories, repositoryOf } from '../shell/fleet.ts';
import { Notice } from '../shell/notices.tsx';
import { formatRoute, NO_FILTERS, type SearchRoute } from '../urlState.ts';
import { seenText } from '../visible.tsx';
import { GrepHits } from './grepHits.tsx';

export function NothingFound({ here }: { here: SearchRoute }) {
  const filters = (['language', 'kind', 'path'] as const).filter((name) => here[name] !== '');
  const isOne = here.repo !== ALL;
  const words = fewerWords(here.query);
  return (
    <>
      <Notice title={`Nothing found for “${here.query.trim()}”`}>
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

/** Enough to tell which repositories have something. */
const OTHERS = 20;

/** How many results each of the other repositories has. */
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
              {results} {results === 1 ? 'result' : 'results'} in <strong>{seenText(name)}</strong>
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

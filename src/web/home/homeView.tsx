/**
 * Shows a repository before anything is asked: three questions of its own, its newest changes, and
 * its map. Where several repositories are searched, it lists them.
 */

import { effect, untracked } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { FoundCommit, Repository, RepositoryMap } from '../../server/pageTypes.ts';
import { requestCommits, requestMap } from '../api/client.ts';
import { betterments, createResource } from '../api/request.ts';
import { edition } from '../api/transport.ts';
import { ALL, epoch, repositories, repositoryOf } from '../shell/fleet.ts';
import { focusView, route } from '../shell/navigation.ts';
import { type AskRoute, formatRoute, NO_FILTERS, type SearchRoute } from '../urlState.ts';
import { Bar, Bones, numberOf, PathText, seenText, timeAgo } from '../visible.tsx';
import { type OwnQuestion, ownQuestions } from './ownQuestions.ts';

export function Home({ here }: { here: SearchRoute }) {
  if (here.repo === ALL) return <HomeOfAll />;
  const repository = repositoryOf(here.repo);
  if (repository === null) return null;
  const found = map.value.value;
  return (
    <div class="home nothing-asked" aria-busy={map.isLoading.value}>
      <HomeHead repository={repository} found={found} />
      <div class="home-columns">
        <div class="home-main">
          <Questions here={here} found={found} />
          {!edition.isStatic && <Changes repo={here.repo} />}
          <CentralFiles repo={here.repo} found={found} />
        </div>
        <Folders here={here} found={found} />
      </div>
    </div>
  );
}

const LANGUAGES = 4;

function HomeHead({ repository, found }: { repository: Repository; found: RepositoryMap | null }) {
  const { name, total_files: files, total_chunks: chunks } = repository;
  return (
    <header class="home-head">
      <h2>
        <strong>
          <bdi>{seenText(name)}</bdi>
        </strong>
      </h2>
      <p class="note">
        {files !== null && <span>{numberOf(files, 'file')}</span>}
        {chunks !== null && <span>{numberOf(chunks, 'chunk')}</span>}
        {found !== null && (
          <span>
            {found.languages
              .slice(0, LANGUAGES)
              .map(({ language, files: count }) => `${count.toLocaleString('en')} ${language}`)
              .join(', ')}
          </span>
        )}
      </p>
    </header>
  );
}

interface PartProps {
  title: string;
  children: ComponentChildren;
  kind: string;
  /** The number of placeholder lines until the answer comes, up to 8; 0 when it is there. */
  bones: number;
}

function Part({ title, kind, bones, children }: PartProps) {
  const id = `home-${kind}`;
  return (
    <section class={`home-part ${kind}`} aria-labelledby={id}>
      <h3 id={id}>{title}</h3>
      {bones > 0 ? <Bones kind="home-bones" widths={'68576857'.slice(0, bones)} /> : children}
    </section>
  );
}

/** Shown for a repository without code to ask about. */
const USUAL: readonly OwnQuestion[] = [
  { text: 'how are retries limited', tells: 'a question' },
  { text: 'Router.route', tells: 'a name' },
  { text: 'connection reset by peer', tells: 'an error, as it was printed' },
];

function Questions({ here, found }: { here: SearchRoute; found: RepositoryMap | null }) {
  const isWaiting = found === null && map.isLoading.value;
  const own = found === null ? [] : ownQuestions(found, !edition.isStatic);
  const title = isWaiting || own.length > 0 ? 'Ask it something' : 'What you can ask, for example';
  return (
    <Part title={title} kind="questions" bones={isWaiting ? 3 : 0}>
      <ul>
        <QuestionLinks here={here} questions={own.length > 0 ? own : USUAL} />
      </ul>
    </Part>
  );
}

interface QuestionLinksProps {
  here: SearchRoute | AskRoute;
  questions: readonly OwnQuestion[];
  onAsk?(question: string): void;
}

export function QuestionLinks({ here, questions, onAsk }: QuestionLinksProps) {
  return questions.map(({ text, tells }) => (
    <li key={text}>
      <a data-step class="question-link" href={formatRoute({ ...here, query: text })} onClick={() => onAsk?.(text)}>
        <span class="question-text">{seenText(text)}</span>
        <span class="note">{tells}</span>
      </a>
    </li>
  ));
}

const FILES_OF_COMMIT = 12;

function Changes({ repo }: { repo: string }) {
  const found = commits.value.value;
  const isWaiting = found === null && commits.isLoading.value;
  if (!isWaiting && (found ?? []).length === 0) return null;
  return (
    <Part title="Newest changes" kind="changes" bones={isWaiting ? 5 : 0}>
      <ul>
        {found?.map((commit) => (
          <li key={commit.commit}>
            <Change commit={commit} repo={repo} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

/** A commit, and the files that it touched as links. */
function Change({
  commit: { commit, subject, author, authorDate, files },
  repo,
}: {
  commit: FoundCommit;
  repo: string;
}) {
  const shown = files.slice(0, FILES_OF_COMMIT);
  return (
    <details class="change">
      <summary data-step>
        <bdi class="subject">{seenText(subject)}</bdi>
        <span class="note">
          <bdi>{seenText(author)}</bdi>, <time dateTime={authorDate}>{timeAgo(authorDate)}</time>
        </span>
      </summary>
      <ul class="change-files">
        {shown.map(({ path, status }) => (
          <li key={path}>
            {status === 'deleted' ? (
              <PathText path={path} />
            ) : (
              <a href={formatRoute({ view: 'file', repo, path, startLine: 0, endLine: 0 })}>
                <PathText path={path} />
              </a>
            )}
            <span class="note">{status}</span>
          </li>
        ))}
        <li class="note">
          {files.length > shown.length && `and ${numberOf(files.length - shown.length, 'more file')} · `}
          <code>{commit.slice(0, 12)}</code>
        </li>
      </ul>
    </details>
  );
}

const CENTRAL = 6;
const DEFINED = 6;

function CentralFiles({ repo, found }: { repo: string; found: RepositoryMap | null }) {
  const isWaiting = found === null && map.isLoading.value;
  const mentioned = found?.central.filter(({ mentions }) => mentions > 0) ?? [];
  if (!isWaiting && mentioned.length === 0) return null;
  return (
    <Part title="Files that others refer to most" kind="central" bones={isWaiting ? 6 : 0}>
      <ul>
        {mentioned.slice(0, CENTRAL).map(({ path, defines }) => (
          <li key={path}>
            <a data-step class="place" href={formatRoute({ view: 'file', repo, path, startLine: 0, endLine: 0 })}>
              <PathText path={path} />
            </a>
            <span class="central-names">
              {defines.slice(0, DEFINED).map(({ name, start_line: startLine, end_line: endLine }) => (
                <a key={name} href={formatRoute({ view: 'file', repo, path, startLine, endLine })}>
                  <code>{seenText(name)}</code>
                </a>
              ))}
              {defines.length > DEFINED && <span class="note">…</span>}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

const FOLDERS = 12;

/** Lists the folders. Each leads to a search in it. */
function Folders({ here, found }: { here: SearchRoute; found: RepositoryMap | null }) {
  const isWaiting = found === null && map.isLoading.value;
  const { folders, total } = found ?? { folders: [], total: 0 };
  if (!isWaiting && folders.length === 0) return null;
  const shown = tellingFolders(folders)
    .slice(0, FOLDERS)
    .sort((a, b) => (a.path < b.path ? -1 : 1));
  return (
    <Part title="Folders" kind="folders" bones={isWaiting ? 8 : 0}>
      <ul>
        {shown.map(({ path, files }) => {
          const isInner = shown.some((other) => other.path !== path && path.startsWith(other.path));
          const name = isInner ? path.slice(path.indexOf('/') + 1) : path;
          const isHere = here.path === path;
          return (
            <li key={path} class={isInner ? 'is-inner' : ''}>
              <a
                data-step
                onClick={focusView}
                href={formatRoute({ ...here, path: isHere ? '' : path })}
                aria-current={isHere ? 'true' : undefined}
                aria-label={`Search in ${seenText(path)}, ${numberOf(files, 'file')}`}
              >
                <span class="folder-name">
                  <bdi>{seenText(name)}</bdi>
                </span>
                <Bar width={48} share={files / Math.max(1, total)} />
                <span class="figure">{files.toLocaleString('en')}</span>
              </a>
            </li>
          );
        })}
      </ul>
      <p class="note">A folder narrows the search to it.</p>
    </Part>
  );
}

/** An inner folder with a larger share of the files says nothing that the outer one does not. */
const ALMOST = 0.9;

function tellingFolders(folders: RepositoryMap['folders']): RepositoryMap['folders'] {
  const filesIn = new Map(folders.map(({ path, files }) => [path, files]));
  return folders.filter(({ path, files }) => {
    const outer = filesIn.get(path.slice(0, path.indexOf('/') + 1)) ?? Infinity;
    return path.indexOf('/') === path.length - 1 || files < outer * ALMOST;
  });
}

/** Lists what is searched together, and when each was indexed. */
function HomeOfAll() {
  const all = repositories.value.value ?? [];
  return (
    <div class="home nothing-asked">
      <header class="home-head">
        <h2>
          <strong>
            {all.length === 2 ? 'Both repositories' : `All ${numberOf(all.length, 'repository', 'repositories')}`}
          </strong>
        </h2>
        <p class="note">One search in all of them: each result says which it is from.</p>
      </header>
      <ul class="home-repos">
        {all.map(({ id, name, total_files: files, last_commit, last_indexed_at }) => (
          <li key={id}>
            <a data-step href={formatRoute({ view: 'search', query: '', ...NO_FILTERS, repo: id })}>
              <bdi>{seenText(name)}</bdi>
            </a>
            <span class="note figure">{files === null ? '' : numberOf(files, 'file')}</span>
            <span class="note">
              {last_commit === null ? (
                'not indexed: left out'
              ) : (
                <>
                  indexed {last_indexed_at === null ? '' : timeAgo(last_indexed_at)} at{' '}
                  <code>{last_commit.slice(0, 7)}</code>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export const map = createResource<RepositoryMap>();
const commits = createResource<FoundCommit[]>();

let lastKey = '';
let lastId = '';

effect(() => {
  const here = route.value;
  // The view that asks shows the same questions.
  if ((here.view !== 'search' && here.view !== 'ask') || here.query.trim() !== '' || here.repo === ALL) return;
  const repository = repositoryOf(here.repo);
  if (repository === null) return;
  const { id, last_commit, last_indexed_at } = repository;
  const key = JSON.stringify([id, last_commit, last_indexed_at, epoch.value, betterments.value]);
  if (key === lastKey) return;
  lastKey = key;
  untracked(() => load(repository));
});

/** Keeps what is there of the same repository until the answer comes. */
function load({ id, last_commit }: Repository): void {
  if (id !== lastId) {
    map.clear();
    commits.clear();
  }
  lastId = id;
  if (last_commit !== null) void map.load((abort) => requestMap(id, abort));
  // Without a server there is no history to ask.
  if (!edition.isStatic) void commits.load((abort) => requestCommits(id, abort));
}

/** The page: the top, one view, and the dialogs that lie over it. */

import { useSignalEffect } from '@preact/signals';
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { askNow, isReachable, needsToken, token, useToken } from '../api/request.ts';
import { edition } from '../api/transport.ts';
import { FileView } from '../file/fileView.tsx';
import { SearchView } from '../search/searchView.tsx';
import { filtersOf, formatRoute, parseRoute, type Route } from '../urlState.ts';
import { Choices, FreshnessLine } from '../visible.tsx';
import {
  ALL,
  epoch,
  followJobs,
  freshness,
  lookAt,
  refreshRepositories,
  repositories,
  repositoryOf,
  watchWakeups,
} from './fleet.ts';
import {
  AS_TYPED,
  focusView,
  isInDialog,
  isTyping,
  keepFocus,
  onKey,
  openRoute,
  route,
  submitting,
  takeReturn,
  viewKey,
} from './navigation.ts';
import { announcement, Dialog, toast } from './notices.tsx';
import { EDITORS, type Editor, editor, THEMES, type Theme, theme } from './preferences.tsx';

/** The views that a page has beside the search and the files, where it has them. */
export interface PageViews {
  ask?: FunctionComponent;
  repos: FunctionComponent;
}

interface AppProps {
  views: PageViews;
  /** A notice that the page shows beside everything else. */
  banner?: ComponentChildren;
}

const PLACES: Readonly<Record<string, string>> = { s: '#/search', a: '#/ask', r: '#/repos' };
/** Milliseconds between `g` and the letter after it. */
const CHORD = 1200;

export function App({ views, banner }: AppProps) {
  const [hasHelp, setHelp] = useState(false);
  useEffect(() => bindKeys(() => setHelp(true)), []);
  useEffect(() => {
    const controller = new AbortController();
    void followJobs(controller.signal);
    return () => controller.abort();
  }, []);
  useEffect(() => keepFocus(), []);
  useEffect(() => watchWakeups(), []);
  useEffect(() => void refreshRepositories(), [epoch.value]);
  useSignalEffect(() => {
    const repository = repositoryOf(filtersOf(route.value).repo);
    if (repository !== null) void lookAt(repository);
  });
  useSignalEffect(() => {
    document.title = titleOf();
  });
  return (
    <>
      <button type="button" class="skip" onClick={() => document.getElementById('main')?.focus()}>
        Skip to the content
      </button>
      <Header views={views} onHelp={() => setHelp(true)} />
      {!isReachable.value && <Gone />}
      {banner}
      <main id="main" tabIndex={-1}>
        <View views={views} />
      </main>
      {hasHelp && <HelpDialog onClose={() => setHelp(false)} />}
      {needsToken.value && <TokenDialog />}
      <div class="sr" role="status" aria-live="polite">
        {announcement.value}
      </div>
      <div class="toast" role="status" aria-live="polite" data-shown={toast.value !== null}>
        {toast.value}
      </div>
    </>
  );
}

function View({ views: { ask: AskView, repos: ReposView } }: { views: PageViews }) {
  const here = route.value;
  useViewFocus(here.view);
  switch (here.view) {
    case 'file':
      return <FileView />;
    case 'ask':
      return AskView === undefined ? <SearchView /> : <AskView />;
    case 'repos':
      return <ReposView />;
    default:
      return <SearchView />;
  }
}

/**
 * Moves the focus into a view that has opened, or to where it was in a view that is shown again.
 */
function useViewFocus(view: Route['view']): void {
  const isFirst = useRef(true);
  useLayoutEffect(() => {
    const link = takeReturn();
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    const left = link === null ? null : document.querySelector<HTMLElement>(`main a[href="${CSS.escape(link)}"]`);
    if (left === null) return focusView();
    left.focus({ preventScroll: true });
    left.scrollIntoView({ block: 'center' });
  }, [view]);
}

function Gone() {
  return (
    <div class="banner" role="alert">
      <span>{edition.gone}</span>
      <button type="button" onClick={() => void askNow()}>
        Try again
      </button>
    </div>
  );
}

function bindKeys(openHelp: () => void): () => void {
  let chordUntil = 0;
  return onKey((event) => {
    const key = viewKey(event);
    if (key === null || isInDialog()) return false;
    if (key === 'Ctrl+k') return focusBox();
    if (isTyping(event)) return false;
    if (key === '/') return focusBox();
    if (key === '?') {
      openHelp();
      return true;
    }
    const place = PLACES[key];
    if (place !== undefined && event.timeStamp < chordUntil) {
      chordUntil = 0;
      openRoute(parseRoute(place));
      focusView();
      return true;
    }
    chordUntil = key === 'g' ? event.timeStamp + CHORD : 0;
    return key === 'g';
  });
}

/** Focuses the box of the view; where it has none, that of the search. */
function focusBox(): boolean {
  const box = document.querySelector<HTMLInputElement>('[data-box]');
  if (box === null) openRoute(parseRoute('#/search'));
  box?.focus();
  box?.select();
  return true;
}

function titleOf(): string {
  const here = route.value;
  const what = here.view === 'file' ? here.path : here.view === 'repos' ? 'Repositories' : here.query;
  return what === '' || formatRoute(here) === '#/search' ? 'Cora' : `${what} · Cora`;
}

const TABS = [
  { view: 'search', title: 'Search' },
  { view: 'ask', title: 'Ask' },
  { view: 'repos', title: 'Repositories' },
] as const;

const THEME_NAMES: Readonly<Record<Theme, string>> = { auto: 'as the system', light: 'light', dark: 'dark' };

function Header({ views, onHelp }: { views: PageViews; onHelp(): void }) {
  const here = route.value;
  return (
    <header class="top">
      <a class="wordmark" href="#/search" aria-label="Cora, to the search">
        cora
      </a>
      <nav aria-label="Views">
        {TABS.filter(({ view }) => view === 'search' || views[view] !== undefined).map(({ view, title }) => {
          const isHere = here.view === view || (here.view === 'file' && view === 'search');
          return (
            <a key={view} href={formatRoute(tabRoute(view, here))} aria-current={isHere ? 'page' : undefined}>
              {title}
            </a>
          );
        })}
      </nav>
      <div class="top-end">
        <CurrentFreshness />
        <button type="button" class="quiet icon" onClick={nextTheme} title={`Colours: ${THEME_NAMES[theme.value]}`}>
          <ThemeIcon kind={theme.value} />
          <span class="sr">Colours: {THEME_NAMES[theme.value]}</span>
        </button>
        <button type="button" class="quiet icon" onClick={onHelp} title="Keys (?)">
          <span aria-hidden="true">?</span>
          <span class="sr">Keys and settings</span>
        </button>
      </div>
    </header>
  );
}

/** The question goes along from search to ask, and back. A question goes to one repository. */
function tabRoute(view: (typeof TABS)[number]['view'], here: Route): Route {
  if (view === 'repos') return { view };
  const query = here.view === 'search' || here.view === 'ask' ? here.query : '';
  const filters = filtersOf(here);
  return { view, query, ...filters, repo: view === 'ask' && filters.repo === ALL ? '' : filters.repo };
}

function CurrentFreshness() {
  const { repo } = filtersOf(route.value);
  if (repo === ALL) return <span class="freshness">{repositories.value.value?.length ?? 0} repositories</span>;
  const repository = repositoryOf(repo);
  if (repository === null) return null;
  const known = freshness.value.get(repository.id);
  return (
    <a class="freshness-link" href="#/repos">
      {known === undefined ? (
        <span class="freshness">{repository.name}</span>
      ) : (
        <FreshnessLine freshness={known} name={repository.name} />
      )}
    </a>
  );
}

function nextTheme(): void {
  theme.value = THEMES[(THEMES.indexOf(theme.value) + 1) % THEMES.length]!;
}

function ThemeIcon({ kind }: { kind: Theme }) {
  return (
    <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <circle cx="8" cy="8" r="5.5" class="theme-ring" />
      {kind !== 'light' && (
        <path
          d={kind === 'dark' ? 'M8 2.5a5.5 5.5 0 0 1 0 11 5.5 5.5 0 0 1 0-11' : 'M8 2.5a5.5 5.5 0 0 1 0 11z'}
          class="theme-half"
        />
      )}
    </svg>
  );
}

const HELP: readonly (readonly [title: string, keys: readonly (readonly [keys: readonly string[], does: string])[]])[] =
  [
    [
      'Anywhere',
      [
        [['/', 'Ctrl K'], 'to the search box'],
        edition.isStatic
          ? [['g s', 'g r'], 'search, repositories']
          : [['g s', 'g a', 'g r'], 'search, ask, repositories'],
        [['j', '↓'], 'next in a list: results, sources, questions'],
        [['k', '↑'], 'previous; from the first to the box'],
        [['Enter'], 'open it'],
        [['Esc'], 'out of the box, back to it; back from a file'],
        [['?'], 'this list'],
      ],
    ],
    [
      'Results',
      [
        ...(edition.isStatic ? [] : [[['o'], 'open in the editor'] as const]),
        [['y'], 'copy the path'],
        [['x'], 'show all of its lines'],
      ],
    ],
    [
      'File',
      [
        [['j', 'k'], 'next and previous symbol'],
        [['r'], 'to the references'],
        edition.isStatic ? [['y'], 'copy the path'] : [['o', 'y'], 'editor, copy the path'],
      ],
    ],
  ];

function HelpDialog({ onClose }: { onClose(): void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <div class="keys">
        {HELP.map(([title, rows]) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {rows.map(([keys, does]) => (
                <div key={does}>
                  <dt>
                    {keys.map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {!edition.isStatic && <EditorChoice />}
      <p class="note">{edition.manners}</p>
    </Dialog>
  );
}

function EditorChoice() {
  return (
    <label class="choice">
      Editor
      <select
        value={editor.value}
        onChange={({ currentTarget }) => {
          editor.value = currentTarget.value as Editor;
        }}
      >
        <Choices of={Object.entries(EDITORS).map(([id, { name }]) => [id, name])} />
      </select>
    </label>
  );
}

function TokenDialog() {
  const [text, setText] = useState('');
  const wasRefused = token.value !== '';
  return (
    <Dialog title="This server asks for a token" onClose={() => undefined} isRequired>
      <form class="stack" onSubmit={submitting(() => text.trim() !== '' && useToken(text.trim()))}>
        <p>
          It is the <code>CORA_TOKEN</code> that the server was started with. It is kept in this tab and sent to this
          server only.
        </p>
        {wasRefused && (
          <p class="problem" role="alert">
            The server did not take that token.
          </p>
        )}
        <label class="field">
          Token
          <input
            type="password"
            value={text}
            {...AS_TYPED}
            onInput={({ currentTarget }) => setText(currentTarget.value)}
          />
        </label>
        <div class="actions">
          <button type="submit" class="primary" disabled={text.trim() === ''}>
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  );
}

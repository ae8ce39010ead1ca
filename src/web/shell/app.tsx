/** The page: the top, one view, what lies over it. */

import { useSignalEffect } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { askNow, isReachable } from '../api/connection.ts';
import { needsToken } from '../api/request.ts';
import { AskView } from '../ask/askView.tsx';
import { FileView } from '../file/fileView.tsx';
import { ReposView } from '../repos/reposView.tsx';
import { SearchView } from '../search/searchView.tsx';
import { filtersOf, formatRoute } from '../urlState.ts';
import { announcement, toast } from './announce.ts';
import { epoch, followJobs, lookAt, refreshRepositories, repositoryOf } from './fleet.ts';
import { Header } from './header.tsx';
import { HelpDialog } from './helpDialog.tsx';
import { isInDialog, isTyping, keyOf, onKey } from './keys.ts';
import { route } from './route.ts';
import { TokenDialog } from './tokenDialog.tsx';

const PLACES: Readonly<Record<string, string>> = { s: '#/search', a: '#/ask', r: '#/repos' };
/** Milliseconds between `g` and the letter after it. */
const CHORD = 1200;

export function App() {
  const [hasHelp, setHelp] = useState(false);
  useEffect(() => bindKeys(() => setHelp(true)), []);
  useEffect(() => {
    const controller = new AbortController();
    void followJobs(controller.signal);
    return () => controller.abort();
  }, []);
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
      <Header onHelp={() => setHelp(true)} />
      {!isReachable.value && <Gone />}
      <main id="main" tabIndex={-1}>
        <View />
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

function View() {
  const here = route.value;
  switch (here.view) {
    case 'file':
      return <FileView />;
    case 'ask':
      return <AskView />;
    case 'repos':
      return <ReposView />;
    default:
      return <SearchView />;
  }
}

function Gone() {
  return (
    <div class="banner" role="alert">
      <span>
        The server does not answer. Is <code>cora serve</code> still running?
      </span>
      <button type="button" onClick={() => void askNow()}>
        Try again
      </button>
    </div>
  );
}

function bindKeys(openHelp: () => void): () => void {
  let chordUntil = 0;
  return onKey((event) => {
    const key = keyOf(event);
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
      location.hash = place;
      return true;
    }
    chordUntil = key === 'g' ? event.timeStamp + CHORD : 0;
    return key === 'g';
  });
}

/** Of the view; where it has none, that of the search. */
function focusBox(): boolean {
  const box = document.querySelector<HTMLInputElement>('[data-box]');
  if (box === null) location.hash = '#/search';
  box?.focus();
  box?.select();
  return true;
}

function titleOf(): string {
  const here = route.value;
  const what = here.view === 'file' ? here.path : here.view === 'repos' ? 'Repositories' : here.query;
  return what === '' || formatRoute(here) === '#/search' ? 'Cora' : `${what} · Cora`;
}

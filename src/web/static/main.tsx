/** The page of `cora pages`: that of `cora serve` without what a server alone can do. */

import '../css/page.css';
import '../css/static.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { betterments } from '../api/request.ts';
import { found } from '../search/searchState.ts';
import { App } from '../shell/app.tsx';
import { IndexesView, LoadingNote } from './indexesView.tsx';
import { states } from './transport.ts';

let ready = '';

effect(() => {
  const now = states.value.flatMap(({ id, phase }) => (phase === 'ready' ? [id] : [])).join('\0');
  // A search that runs ends first: its answer is there sooner.
  if (found.isLoading.value || now === ready) return;
  ready = now;
  betterments.value = betterments.peek() + 1;
});

document.getElementById('starting')?.remove();
render(<App views={{ repos: IndexesView }} banner={<LoadingNote />} />, document.getElementById('root')!);

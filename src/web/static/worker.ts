/**
 * The worker of the page of `cora pages`: it reads indexes by ranges from where the page lies, and
 * answers the page's requests.
 */

import { isCoraError } from '../../base/errors.ts';
import { PAGES_FILE, PAGES_FORMAT, type PageIndex, type PagesFile } from '../../share/pagesFile.ts';
import { answerTo, type PageIndexes } from './answers.ts';
import { forgetOthers } from './cachedPages.ts';
import { askHost } from './fetchFile.ts';
import { type OpenPageIndex, openPageIndex, waiting } from './openPageIndex.ts';
import type { FromWorker, IndexState, ToWorker, WorkerRequest } from './transport.ts';

const running = new Map<number, AbortController>();
let indexes: Promise<PageIndexes> | null = null;

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('cancel' in data) running.get(data.cancel)?.abort();
  else void answer(data);
});

function post(message: FromWorker): void {
  postMessage(message);
}

async function answer(request: WorkerRequest): Promise<void> {
  const { id } = request;
  const controller = new AbortController();
  running.set(id, controller);
  try {
    indexes ??= readPages();
    indexes.catch(() => {
      indexes = null;
    });
    const body = await answerTo(await indexes, request, controller.signal);
    const lacks = { error: { message: 'This page does not have that.' } };
    post({ id, status: body === null ? 404 : 200, body: body ?? lacks });
  } catch (error) {
    if (controller.signal.aborted) post({ id, aborted: true });
    else post({ id, ...failed(error) });
  } finally {
    running.delete(id);
    if (running.size === 0) setTimeout(deepenIfIdle, PAUSE);
  }
}

/** Milliseconds without a request before what is large is read: a question comes first. */
const PAUSE = 150;

/** The indexes that were opened. */
const opened = new Map<string, Promise<OpenPageIndex>>();

function deepenIfIdle(): void {
  if (running.size > 0) return;
  // Whoever asked for one that could not be opened was told so.
  for (const opening of opened.values())
    opening.then(
      (open) => open.deepen(),
      () => undefined,
    );
}

const STATUS: Readonly<Record<string, number>> = { USAGE: 400, BAD_PATH: 404, NETWORK: 502 };

/** Advice that names a command is for a terminal. */
const FOR_TERMINALS = /\bcora [a-z]|--[a-z]/;

function failed(error: unknown): { status: number; body: unknown } {
  if (!isCoraError(error)) return { status: 500, body: { error: { code: 'INTERNAL', message: String(error) } } };
  const { code, message, hint = '' } = error;
  const advice = FOR_TERMINALS.test(hint) ? '' : hint;
  return { status: STATUS[code] ?? 500, body: { error: { code, message, hint: advice } } };
}

/** @throws CoraError NETWORK, INCOMPATIBLE_INDEX */
async function readPages(): Promise<PageIndexes> {
  const response = await askHost(PAGES_FILE, {}, undefined, 'no-cache');
  const pages = (await response.json()) as PagesFile;
  if (pages.format !== PAGES_FORMAT) throw new Error(`${PAGES_FILE} is of another version than this page.`);
  const { indexes: all, search, model } = pages;
  void forgetOthers([...all, ...(model === null ? [] : [model])].map(({ file }) => file));
  const states = new Map(all.map((index) => [index.id, waiting(index)]));
  const tell = (): void => post({ states: [...states.values()] });
  const note = (state: IndexState): void => {
    states.set(state.id, state);
    tell();
  };
  const open = (index: PageIndex): Promise<OpenPageIndex> => {
    const known = opened.get(index.id);
    if (known !== undefined) return known;
    const opening = openPageIndex(index, model, note);
    opened.set(index.id, opening);
    // An index that could not be opened is tried again for the next question.
    opening.catch(() => opened.delete(index.id));
    return opening;
  };
  tell();
  return { all, search, open };
}

/**
 * Asks the worker of the page, which answers as a server would. It takes the place of
 * api/transport.ts in the page of `cora pages`.
 */

import { signal } from '@preact/signals';
import type { Edition, Transport } from '../api/transport.ts';

export const edition: Edition = {
  isStatic: true,
  gone: 'The search of this page has stopped.',
  manners:
    'Kept in this browser. The page searches here: what you type is sent to nobody. It reads its files from where it lies, and asks no other host.',
};

/** The state of each index of the page. */
export const states = signal<readonly IndexState[]>([]);

interface Waiting {
  resolve(response: Response): void;
  reject(error: unknown): void;
}

const waiting = new Map<number, Waiting>();
let lastId = 0;
let failure: Error | null = null;
const worker = startWorker();

export const transport: Transport = (address, { method, body, signal: abort }) =>
  new Promise((resolve, reject) => {
    if (failure !== null) return reject(failure);
    if (abort?.aborted === true) return reject(stopped());
    const id = ++lastId;
    waiting.set(id, { resolve, reject });
    abort?.addEventListener(
      'abort',
      () => {
        if (!waiting.delete(id)) return;
        send({ cancel: id });
        reject(stopped());
      },
      { once: true },
    );
    const query = Object.fromEntries(address.searchParams);
    send({ id, method, path: address.pathname, query, body: body === undefined ? null : JSON.parse(body) });
  });

function stopped(): DOMException {
  return new DOMException('stopped', 'AbortError');
}

function send(message: ToWorker): void {
  worker.postMessage(message);
}

/** The name of the worker's file, which the build writes in. */
declare const WORKER_FILE: string;

function startWorker(): Worker {
  const started = new Worker(scriptAddress(), { type: 'module', name: 'cora' });
  started.addEventListener('message', ({ data }: MessageEvent<FromWorker>) => {
    if ('states' in data) states.value = data.states;
    else take(data);
  });
  started.addEventListener('error', (event) => {
    failure = new Error(event.message || 'The search of this page could not be started.');
    for (const { reject } of waiting.values()) reject(failure);
    waiting.clear();
  });
  return started;
}

/** The page's policy lets no string become a script, but for this one. */
function scriptAddress(): string | URL {
  const address = new URL(WORKER_FILE, import.meta.url);
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return address;
  const policy = trustedTypes.createPolicy('cora-worker', { createScriptURL: () => address.href });
  return policy.createScriptURL('') as string;
}

/** Declares what TypeScript's library does not know. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(text: string): unknown };
}

function take(answer: Exclude<FromWorker, { states: unknown }>): void {
  const asked = waiting.get(answer.id);
  if (asked === undefined) return;
  waiting.delete(answer.id);
  if ('aborted' in answer) return void asked.reject(stopped());
  const headers = { 'content-type': 'application/json' };
  asked.resolve(new Response(JSON.stringify(answer.body), { status: answer.status, headers }));
}

/** The page asks its worker as it would ask a server. */
export interface WorkerRequest {
  id: number;
  method: string;
  /** The path of the address, such as `/search`. */
  path: string;
  query: Record<string, string>;
  body: unknown;
}

export type ToWorker = WorkerRequest | { cancel: number };

/** The loading state of one index. */
export interface IndexState {
  id: string;
  /**
   * waiting: nobody asked for it yet; words: it answers by words and names until its vectors are
   * there; ready: as the command line does; lexical: by words and names for good; failed: see
   * `problem`.
   */
  phase: 'waiting' | 'opening' | 'words' | 'ready' | 'lexical' | 'failed';
  /** Bytes of what has to be there before it is ready, and how many of them are. */
  done: number;
  total: number;
  /** True where its server sent the whole file, because it knows no ranges. */
  isWhole: boolean;
  problem: string | null;
}

export type FromWorker =
  | { id: number; status: number; body: unknown }
  | { id: number; aborted: true }
  | { states: IndexState[] };

/** One question to the language model and its answer as it comes. */

import { batch, signal } from '@preact/signals';
import type { EndEvent, SourcesEvent } from '../../server/pageTypes.ts';
import { type AskEvent, ask, type Question } from '../api/client.ts';
import { isAbort, type RequestError } from '../api/request.ts';
import { announce } from '../shell/announce.ts';
import { noteFreshness } from '../shell/fleet.ts';
import { asRequestError } from '../shell/resource.ts';
import type { AskRoute } from '../urlState.ts';

export type Phase = 'idle' | 'searching' | 'writing' | 'done' | 'stopped' | 'failed';

export const phase = signal<Phase>('idle');
/** What was asked; the box may hold another question already. */
export const asked = signal('');
export const sources = signal<SourcesEvent | null>(null);
export const text = signal('');
export const end = signal<EndEvent | null>(null);
export const problem = signal<{ message: string; hint: string | null } | RequestError | null>(null);

let current: AbortController | null = null;

export function isBusy(): boolean {
  return phase.value === 'searching' || phase.value === 'writing';
}

export function stopAnswer(): void {
  if (!isBusy()) return;
  current?.abort();
  phase.value = 'stopped';
  announce('Stopped');
}

export async function askQuestion(route: AskRoute): Promise<void> {
  current?.abort();
  const own = new AbortController();
  current = own;
  batch(() => {
    asked.value = route.query.trim();
    phase.value = 'searching';
    sources.value = null;
    text.value = '';
    end.value = null;
    problem.value = null;
  });
  announce('Searching');
  try {
    for await (const event of ask(questionOf(route), own.signal)) {
      if (current !== own) return;
      take(event);
    }
    if (current === own && isBusy()) throw new Error('The server ended the answer before its end.');
  } catch (error) {
    if (current !== own || isAbort(error)) return;
    batch(() => {
      problem.value = asRequestError(error);
      phase.value = 'failed';
    });
    announce('The answer failed');
  }
}

function take(event: AskEvent): void {
  switch (event.type) {
    case 'sources':
      sources.value = event;
      noteFreshness(event.repo_id, event.freshness);
      phase.value = 'writing';
      announce(`${event.sources.length} sources`);
      return;
    case 'text':
      text.value += event.text;
      return;
    case 'end':
      batch(() => {
        end.value = event;
        if (event.answer !== null) text.value = event.answer;
        phase.value = 'done';
      });
      announce(event.answer === null ? 'Sources found; no language model is configured' : 'The answer is complete');
      return;
    case 'failed':
      batch(() => {
        end.value = event;
        problem.value = event.error;
        phase.value = 'failed';
      });
      announce('The answer failed');
  }
}

function questionOf({ query, repo, language, path }: AskRoute): Question {
  return {
    query: query.trim(),
    ...(repo === '' ? {} : { repo_id: repo }),
    ...(language === '' ? {} : { language }),
    ...(path === '' ? {} : { file_path: path }),
  };
}

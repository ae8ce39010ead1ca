/** A repository, a model that says what the test tells it to, and the events of a question. */

import { type AskEvent, ask, askRequestOf } from '../../../src/ask/ask.ts';
import type { CompletionRequest, LanguageModel } from '../../../src/base/answerTypes.ts';
import { CoraError } from '../../../src/base/errors.ts';
import type { Flags } from '../../../src/settings/options.ts';
import { answerSettings, searchSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { cora } from '../../helpers/cora.ts';
import type { TempRepo } from '../../helpers/tempRepo.ts';

export interface TestModel extends LanguageModel {
  asked: CompletionRequest[];
  /** How often an answer was ended, by whichever side. */
  ended: number;
}

/** Says these pieces; an error among them is thrown, null waits for the signal. */
export function modelOf(...pieces: (string | CoraError | null)[]): TestModel {
  const model: TestModel = { id: 'test:model', place: 'here', isRemote: false, asked: [], ended: 0, complete };
  async function* complete(request: CompletionRequest, signal?: AbortSignal) {
    model.asked.push(request);
    try {
      for (const piece of pieces) {
        if (piece === null) await aborted(signal!);
        else if (typeof piece === 'string') yield piece;
        else throw piece;
      }
    } finally {
      model.ended += 1;
    }
    return { promptTokens: 100, answerTokens: 20, cut: false };
  }
  return model;
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new CoraError('ABORTED', 'Interrupted.')), { once: true });
  });
}

export async function askRepo(
  repo: TempRepo,
  model: LanguageModel | null,
  question: string,
  {
    flags = {},
    signal,
    until = () => false,
  }: { flags?: Flags; signal?: AbortSignal; until?: (event: AskEvent) => boolean } = {},
): Promise<AskEvent[]> {
  await cora(repo).index();
  const searcher = await cora(repo).searcher();
  try {
    const options = resolveOptions({ jobs: 0, embedder: 'hash', ...flags }, {}, null);
    const events: AskEvent[] = [];
    for await (const event of ask(
      searcher,
      model,
      askRequestOf(question, searchSettings(options), answerSettings(options)),
      signal,
    )) {
      events.push(event);
      if (until(event)) break;
    }
    return events;
  } finally {
    searcher.close();
  }
}

export function sourcesOf(events: readonly AskEvent[]): Extract<AskEvent, { type: 'sources' }> {
  const [first] = events;
  if (first?.type !== 'sources') throw new Error('The sources come first.');
  return first;
}

export function endOf(events: readonly AskEvent[]): Extract<AskEvent, { type: 'end' | 'failed' }> {
  const last = events.at(-1);
  if (last?.type !== 'end' && last?.type !== 'failed') throw new Error('The end comes last.');
  return last;
}

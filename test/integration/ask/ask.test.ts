/** A question to an index and a model of the test: what it is told, what comes back, in which order. */

import { describe, expect, it } from 'vitest';
import {
  type AskEvent,
  ask,
  askRequestOf,
  type CompletionRequest,
  type CoraError,
  type LanguageModel,
  type Options,
  resolveOptions,
} from '../../../src/index.ts';
import { cora } from '../../helpers/cora.ts';
import { codeRepo } from '../../helpers/describedRepo.ts';

interface TestModel extends LanguageModel {
  asked: CompletionRequest[];
}

/** Says these pieces; an error among them is thrown. */
function modelOf(...pieces: (string | CoraError)[]): TestModel {
  const asked: CompletionRequest[] = [];
  async function* complete(request: CompletionRequest) {
    asked.push(request);
    for (const piece of pieces) {
      if (typeof piece !== 'string') throw piece;
      yield piece;
    }
    return { promptTokens: 100, answerTokens: 20, cut: false };
  }
  return { id: 'test:model', place: 'here', isRemote: false, asked, complete };
}

async function askRepo(model: LanguageModel | null, question: string, more: Options = {}): Promise<AskEvent[]> {
  const repo = codeRepo();
  await cora(repo).index();
  const searcher = await cora(repo).searcher();
  try {
    const options = resolveOptions({ jobs: 0, embedder: 'hash', ...more }, {}, null);
    const events: AskEvent[] = [];
    for await (const event of ask(searcher, model, askRequestOf(question, options))) events.push(event);
    return events;
  } finally {
    searcher.close();
  }
}

describe('ask', () => {
  it('hands on sources, then the answer as it comes, then its citations', async () => {
    const model = modelOf('It is checked in src/', 'login.ts:4-5 and src/nowhere.ts:3.');
    const events = await askRepo(model, 'where is the password checked');
    expect(events.map(({ type }) => type)).toEqual(['sources', 'text', 'text', 'end']);
    const [first, , , last] = events;
    if (first?.type !== 'sources' || last?.type !== 'end') throw new Error('out of order');
    expect(first.sources.map(({ number }) => number)).toEqual(first.result.results.map((_, at) => at + 1));
    expect(last.end).toMatchObject({ model: 'test:model', promptTokens: 100, answerTokens: 20, cut: false });
    expect(last.end.answer).toBe('It is checked in src/login.ts:4-5 and src/nowhere.ts:3.');
    expect(last.end.citations.map(({ path, source }) => [path, source === null])).toEqual([
      ['src/login.ts', false],
      ['src/nowhere.ts', true],
    ]);
    expect(model.asked[0]).toMatchObject({ maxTokens: 2000, temperature: 0.1 });
    expect(model.asked[0]!.prompt).toContain('Source 1: src/');
  });
});

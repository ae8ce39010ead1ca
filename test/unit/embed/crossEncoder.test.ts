/** What a cross-encoder's outputs mean, with stand-ins for package, tokenizer and model. The real ones run in test/e2e. */

import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { createCrossEncoder } from '../../../src/embed/transformers.ts';

interface Pairs {
  text_pair?: string[];
}

const asked: [string, string][] = [];

/** Every letter is a token; the window is 40 of them. */
const tokenizer = Object.assign(
  (texts: string[], { text_pair: seconds = [] }: Pairs) => {
    const pairs = texts.map((text, at): [string, string] => [text, seconds[at] ?? '']);
    if (seconds.length > 0) asked.push(...pairs);
    const tokens = Math.max(...pairs.map((pair) => pair.join('').length));
    return { input_ids: { data: [], dims: [texts.length, tokens] }, pairs };
  },
  { model_max_length: 40 },
);

/** @param logitsOf what the model says of a text */
function encoder(logitsOf: (text: string) => number[], setting = 'transformers:Some/model') {
  const model = async ({ pairs }: { pairs: [string, string][] }) => {
    const rows = pairs.map(([, text]) => logitsOf(text));
    return { logits: { data: rows.flat(), dims: [rows.length, rows[0]!.length] } };
  };
  const from = <T>(loaded: T) => ({ from_pretrained: async () => loaded });
  const importer = async () => ({
    pipeline: () => undefined,
    env: {},
    AutoTokenizer: from(tokenizer),
    AutoModelForSequenceClassification: from(Object.assign(model, { config: {} })),
  });
  return createCrossEncoder(setting, { env: { CORA_OFFLINE: '1' }, log: silentLog, importer });
}

describe('a cross-encoder', () => {
  it('gives the logit of one label, in the order of the texts, however they were batched', async () => {
    const texts = Array.from({ length: 50 }, (_, at) => 'x'.repeat((at * 7) % 50) + at);
    const scores = await (await encoder((text) => [text.length - 20])).score('query', texts);
    expect(scores).toEqual(texts.map((text) => text.length - 20));
  });

  it('gives the log-odds of yes against no where there are two labels', async () => {
    expect(await (await encoder((text) => [1, text.length])).score('query', ['abc', 'a'])).toEqual([2, 0]);
  });

  it('leaves half of the window to the text: of a long query it reads the end', async () => {
    asked.length = 0;
    await (await encoder(() => [0])).score(`${'long before '.repeat(9)}what is it`, ['text']);
    const [[query, text]] = asked as [[string, string]];
    expect({ length: query.length, text }).toEqual({ length: 20, text: 'text' });
    expect(query).toMatch(/what is it$/);
  });

  it('does not take a classifier for a cross-encoder, nor its NaN for a score', async () => {
    await expect((await encoder(() => [1, 2, 3])).score('q', ['a', 'b'])).rejects.toMatchObject({
      code: 'EMBEDDER',
      message: expect.stringContaining('3 labels'),
    });
    await expect((await encoder(() => [Number.NaN])).score('q', ['a'])).rejects.toMatchObject({ code: 'EMBEDDER' });
  });

  it.each(['builtin', 'ollama:bge-reranker', 'Xenova/ms-marco-MiniLM-L-6-v2', ''])(
    'is not named by "%s"',
    async (setting) => {
      await expect(encoder(() => [0], setting)).rejects.toMatchObject({
        code: 'CONFIG',
        hint: expect.stringContaining('transformers:HUB/MODEL'),
      });
    },
  );
});

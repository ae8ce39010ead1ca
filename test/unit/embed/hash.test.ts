/** Exact numbers: an index built on one machine is searched on another. */

import { describe, expect, it } from 'vitest';
import { createHashEmbedder, hash32, logWeight } from '../../../src/embed/hash.ts';
import fc from '../../helpers/fastCheck.ts';
import { quick, slow } from '../../helpers/slow.ts';

const embedder = createHashEmbedder();

async function embed(text: string, by = embedder): Promise<Float32Array> {
  return (await by.embed([text], 'document'))[0]!;
}

/** Component → the bits of its float32. */
function bits(vector: Float32Array): Record<number, string> {
  const found: Record<number, string> = {};
  const words = new Uint32Array(vector.buffer);
  words.forEach((word, at) => {
    if (word << 1 !== 0) found[at] = word.toString(16);
  });
  return found;
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, at) => sum + x * b[at]!, 0);

describe('hash', () => {
  quick.it('names itself', () => {
    expect({
      id: embedder.id,
      dimensions: embedder.dimensions,
      fingerprint: embedder.fingerprint,
    }).toMatchInlineSnapshot(`
      {
        "dimensions": 256,
        "fingerprint": "762e60e75730d35a",
        "id": "hash:256",
      }
    `);
    expect(createHashEmbedder(512).fingerprint).not.toBe(embedder.fingerprint);
  });

  // In both projects, because its snapshots would be obsolete in the other one.
  it.each(['loss_mask', 'return self.loss_mask(batch, batch, batch)', 'größe 検索 HTTPServer2'])(
    'gives the same bits for ever: %s',
    async (text) => {
      expect(bits(await embed(text, createHashEmbedder(32)))).toMatchSnapshot();
    },
  );

  quick.it('hashes as FNV-1a with MurmurHash3’s finaliser', () => {
    expect(['', 'a', 'wparse', '検索'].map((text) => hash32(text).toString(16))).toMatchInlineSnapshot(`
      [
        "ab3e7c0b",
        "1a80b1b3",
        "8e0d176b",
        "3017f42d",
      ]
    `);
  });

  quick.it('weighs a term by 1 + ln tf', () => {
    for (const n of [1, 2, 3, 10, 31, 32, 63, 100, 5000, 1_000_000]) {
      expect(Math.abs(logWeight(n) / 1024 - (1 + Math.log(n)))).toBeLessThan(0.07);
      expect(logWeight(n + 1)).toBeGreaterThanOrEqual(logWeight(n));
    }
  });

  slow.it(
    'is a function of the text alone: not of the order, the neighbours, the kind or what was seen before',
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), async (texts) => {
          const warm = await embedder.embed(texts, 'document');
          const cold = await createHashEmbedder().embed([...texts].reverse(), 'query');
          expect(cold.reverse()).toEqual(warm);
        }),
      );
    },
  );

  quick.it('does not depend on the order of words', async () => {
    expect(await embed('parse the request header')).toEqual(await embed('header request the parse'));
  });

  slow.it('forgets what it has learnt without changing a result', async () => {
    const small = createHashEmbedder(64);
    const before = await embed('alpha beta alphaBeta', small);
    const many = Array.from({ length: 100_050 }, (_, at) => `n${at.toString(36)}`).join(' ');
    await embed(many, small);
    expect(await embed('alpha beta alphaBeta', small)).toEqual(before);
  });

  quick.it('has unit length, and zeros where there is no word', async () => {
    const vector = await embed('def parse_header(line): return line.split(":")');
    expect(Math.hypot(...vector)).toBeCloseTo(1, 6);
    for (const text of ['', ' \n\t', '(){};--']) expect((await embed(text)).every((x) => x === 0)).toBe(true);
  });

  quick.it(
    'brings spellings, inflections and derivations of one thing together, and keeps other things apart',
    async () => {
      const query = await embed('max retry delay');
      for (const kin of ['maxRetryDelay', 'MAX_RETRY_DELAY', 'max_retries delayed']) {
        expect(cosine(query, await embed(kin))).toBeGreaterThan(0.6);
      }
      expect(Math.abs(cosine(query, await embed('render html template')))).toBeLessThan(0.3);
    },
  );

  quick.it('hardly counts the words that every program has', async () => {
    const query = await embed('tokenizer');
    const about = await embed('class Tokenizer { constructor() { this.x = null; return new self(); } }');
    const other = await embed('class Renderer { constructor() { this.x = null; return new self(); } }');
    expect(cosine(query, about)).toBeGreaterThan(cosine(query, other) + 0.3);
  });

  quick.it('stops between texts when it is interrupted', async () => {
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    const texts = new Array<string>(5000).fill('some text');
    await expect(embedder.embed(texts, 'document', abort.signal)).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

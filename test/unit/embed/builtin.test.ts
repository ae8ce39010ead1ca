/** The shipped weights, the vectors that the training code gives for the same texts, and what must never change them. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { splitIdentifier } from '../../../src/base/words.ts';
import { BuiltinTokens, builtinModelOf, createBuiltinEmbedder, weightsIn } from '../../../src/embed/builtin.ts';
import { readBuiltinModel, readBuiltinWeights } from '../../../src/embed/createEmbedder.ts';
import fc from '../../helpers/fastCheck.ts';

interface Golden {
  text: string;
  kind: 'document' | 'query';
  tokens: number[];
  /** Every eighth number of the vector. */
  vector: number[];
}

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const goldens = JSON.parse(readFileSync(here('./fixtures/builtin.json'), 'utf8')) as Golden[];
const model = readBuiltinModel();
const embedder = createBuiltinEmbedder(model);
const tokens = new BuiltinTokens(model);
const tokensOf = (text: string): number[] => {
  const found: number[] = [];
  tokens.eachRun(text, (ofRun) => found.push(...ofRun));
  return found;
};

async function embed(text: string, kind: 'document' | 'query' = 'document', by = embedder): Promise<Float32Array> {
  return (await by.embed([text], kind))[0]!;
}

const cosine = (a: Float32Array, b: Float32Array) => a.reduce((sum, x, at) => sum + x * b[at]!, 0);

describe('builtin', () => {
  it.each(goldens.map((golden) => [golden.kind, golden.text.slice(0, 60), golden] as const))(
    'agrees with the training code: %s %j',
    async (kind, _, golden) => {
      expect(tokensOf(golden.text)).toEqual(golden.tokens);
      const vector = await embed(golden.text, kind);
      const step = vector.length / golden.vector.length;
      for (const [at, expected] of golden.vector.entries()) {
        expect(Math.abs(vector[at * step]! - expected)).toBeLessThan(1e-6);
      }
    },
  );

  it('names itself after the bytes of its weights', () => {
    const bytes = readFileSync(here('../../../model/builtin.bin'));
    expect(createHash('sha256').update(bytes.subarray(32)).digest('hex').slice(0, 16)).toBe(model.digest);
    expect(embedder.id).toBe('builtin');
    expect(createBuiltinEmbedder({ ...model, digest: '0' }).fingerprint).not.toBe(embedder.fingerprint);
  });

  it('ships few megabytes, every token once, with usable numbers', () => {
    expect(readFileSync(here('../../../model/builtin.bin')).length).toBeLessThan(7_000_000);
    const words = Buffer.from(model.tables().vocabulary.bytes).toString('latin1').trimEnd().split('\n');
    expect(words.filter((word) => !/^(?:[a-z]{1,24}|\d{1,4})$/.test(word))).toEqual([]);
    expect(words.map((word) => model.tables().vocabulary.tokenOf(word))).toEqual([...model.tables().costs.keys()]);
    expect(['', 'zqxjkv', 'Http', 'größe'].map((word) => model.tables().vocabulary.tokenOf(word))).toEqual([
      -1, -1, -1, -1,
    ]);
    for (const weights of Object.values(model.tables().weights)) {
      expect(weights.every((weight) => Number.isFinite(weight) && weight > 0)).toBe(true);
    }
    expect(Math.abs(model.tables().tfWeights[63]! - (1 + Math.log(63)))).toBeLessThan(1e-12);
  });

  it('splits ASCII identifiers as full-text search does', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,20}$/), (identifier) => {
        const expected = splitIdentifier(identifier).filter((word) => !/^\d{5,}$/.test(word) && word.length <= 24);
        expect(tokensOf(identifier)).toEqual(expected.flatMap((word) => tokensOf(word)));
      }),
    );
  });

  it('splits unknown words into known pieces and leaves data out', () => {
    const known = (word: string) => model.tables().vocabulary.tokenOf(word);
    expect(tokensOf('zqloggingzq')).toContain(known('logging'));
    expect(tokensOf('12345 deadbeefdeadbeefdeadbeefdeadbeef')).toEqual([]);
    expect(tokensOf('HTTPServer2')).toEqual([known('http'), known('server'), known('2')]);
  });

  it('is a function of the text alone, the same bits whatever was embedded before', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.string({ unit: 'binary' }), { maxLength: 6 }), async (texts) => {
        const warm = await embedder.embed(texts, 'document');
        const cold = await createBuiltinEmbedder(model).embed([...texts].reverse(), 'document');
        expect(cold.reverse()).toEqual(warm);
      }),
    );
  });

  it('forgets runs beyond its limit without changing a result', async () => {
    const before = await embed('alpha zqbetazq alphaBeta');
    await embed(Array.from({ length: 200_050 }, (_, at) => `n${at.toString(36)}`).join(' '));
    expect(await embed('alpha zqbetazq alphaBeta')).toEqual(before);
  });

  it('has unit length, and zeros where there is no word', async () => {
    expect(Math.hypot(...(await embed('def parse_header(line): return line.split(":")')))).toBeCloseTo(1, 6);
    for (const text of ['', ' \n\t', '(){};--', '検索']) expect((await embed(text)).every((x) => x === 0)).toBe(true);
  });

  it('brings a question and its answer together without a shared word', async () => {
    const query = await embed('remove a folder and everything inside', 'query');
    const right = await embed(
      'function rmTree(dir) { for (const entry of readdirSync(dir)) unlinkSync(join(dir, entry)); rmdirSync(dir); }',
    );
    const wrong = await embed(
      'function average(xs) { let sum = 0; for (const x of xs) sum += x; return sum / xs.length; }',
    );
    expect(cosine(query, right)).toBeGreaterThan(cosine(query, wrong) + 0.2);
  });

  it('refuses weights that are missing, cut short or something else', () => {
    expect(() => readBuiltinModel(here('./fixtures/absent.bin'))).toThrow(
      expect.objectContaining({ code: 'EMBEDDER' }),
    );
    expect(() => readBuiltinModel(here('./fixtures/builtin.json'))).toThrow(/damaged or of another version/);
  });

  it('stops between texts when it is interrupted', async () => {
    const abort = new AbortController();
    setImmediate(() => abort.abort());
    const texts = new Array<string>(5000).fill('some text');
    await expect(embedder.embed(texts, 'document', abort.signal)).rejects.toMatchObject({ code: 'ABORTED' });
  });
});

it('reads a row again that could not be read', () => {
  const whole = weightsIn(readBuiltinWeights());
  let failures = 0;
  const failing = builtinModelOf({
    ...whole,
    readInto(at, target) {
      if (failures === 1) {
        failures += 1;
        throw new Error('no');
      }
      whole.readInto(at, target);
    },
  });
  failing.tables();
  const token = 12_345;
  const row = (of: typeof model) => of.rowsWith([token]).slice(token * of.dimensions, (token + 1) * of.dimensions);
  failures = 1;
  expect(() => row(failing)).toThrow('no');
  expect(row(failing)).toEqual(row(model));
  expect(row(failing).some((value) => value !== 0)).toBe(true);
});

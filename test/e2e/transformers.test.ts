/**
 * The transformers provider against the real package, in a project of its own as a user would have it. The package is
 * installed once (474 MB) and kept in the temporary directory; the model is made here. Nothing but npm needs a network.
 */

import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { installTransformers } from '../helpers/installTransformers.ts';
import { TINY, tokenVector, writeTinyModel } from '../helpers/tinyModel.ts';

interface Answer {
  id: string;
  dimensions: number;
  fingerprint: string;
  vectors: number[][];
  error?: { code: string; message: string; hint?: string };
  log: string[];
  /** Addresses that the process wanted to reach. */
  fetched: string[];
}

let run: string;
let model: string;

beforeAll(async () => {
  run = mkdtempSync(join(installTransformers(), 'run-'));
  model = join(run, 'my models', 'tiny');
  writeTinyModel(model);
  await bundleInto(run);
});

afterAll(() => rmSync(run, { recursive: true, force: true }));

describe('a model folder', () => {
  it('gives what mean pooling over its tokens must give, in batches with padding', () => {
    const texts = [
      'parse the header',
      'loss_mask',
      '',
      'render html template of a request',
      ...new Array<string>(40).fill('Mask'),
    ];
    const answer = embed(`transformers:${model}`, texts);
    expect(answer.error).toBeUndefined();
    expect(answer).toMatchObject({ id: 'transformers:./tiny', dimensions: TINY.dimensions });
    expect(answer.vectors).toHaveLength(texts.length);
    const [parse, loss, blank, render, mask] = answer.vectors;
    expectClose(parse, pooled(['parse', 'the', 'header']));
    expectClose(loss, pooled(['loss', '_', 'mask']));
    expect(blank).toEqual(new Array(TINY.dimensions).fill(0));
    expectClose(render, pooled(['render', 'html', 'template', 'of', 'a', 'request']));
    for (const vector of answer.vectors.slice(4)) expect(vector).toEqual(mask);
    expect(answer.log.filter((line) => line.includes('%'))).toEqual([]);
    expect(answer.fetched).toEqual([]);
  });

  it('cuts a text at the window of the model', () => {
    const { vectors } = embed(`transformers:${model}`, [
      `${'parse '.repeat(13)}header ${'html '.repeat(5000)}`,
      'mask',
    ]);
    expectClose(vectors[0], pooled([...new Array<string>(13).fill('parse'), 'header']));
    expectClose(vectors[1], pooled(['mask']));
  });

  it('is known by its content, not by its place', () => {
    const elsewhere = join(run, 'elsewhere');
    cpSync(model, elsewhere, { recursive: true });
    const here = embed(`transformers:${model}`, []);
    expect(embed('transformers:./elsewhere', []).fingerprint).toBe(here.fingerprint);
    const other = join(run, 'other', 'tiny');
    writeTinyModel(other, 5);
    const retrained = embed(`transformers:${other}`, ['parse']);
    expect(retrained.id).toBe(here.id);
    expect(retrained.fingerprint).not.toBe(here.fingerprint);
    expectClose(retrained.vectors[0], pooled(['parse'], 5));
  });

  it('says which file is missing', () => {
    const { error } = embed(`transformers:${model}?dtype=quantized`, []);
    expect(error).toMatchObject({ code: 'EMBEDDER', message: expect.stringContaining('onnx/model_quantized.onnx') });
    const nowhere = embed(`transformers:${join(run, 'nowhere')}`, []);
    expect(nowhere.error).toMatchObject({ code: 'EMBEDDER', message: expect.stringContaining('config.json') });
    expect(nowhere.fetched).toEqual([]);
  });

  it('that is damaged is an error with the cause in one line', () => {
    const damaged = join(run, 'damaged');
    cpSync(model, damaged, { recursive: true });
    writeFileSync(join(damaged, 'onnx', 'model.onnx'), 'not a model');
    const { error } = embed(`transformers:${damaged}`, []);
    expect(error).toMatchObject({ code: 'EMBEDDER', message: expect.stringMatching(/cannot be loaded: .*protobuf/i) });
    expect(error?.message).not.toContain('\n');
  });
});

describe('a model of the hub', () => {
  it('is looked for on the hub only when its name was given and the network is allowed', () => {
    const online = embed('transformers:Xenova/tiny', [], { CORA_MODELS: join(run, 'empty') });
    expect(online.fetched.length).toBeGreaterThan(0);
    for (const address of online.fetched) expect(address).toMatch(/^https:\/\/huggingface\.co\/Xenova\/tiny\//);
    expect(online.error?.code).toBe('EMBEDDER');
    const offline = embed('transformers:Xenova/tiny', [], { CORA_MODELS: join(run, 'empty'), HF_HUB_OFFLINE: '1' });
    expect(offline.fetched).toEqual([]);
    expect(offline.error).toMatchObject({ code: 'EMBEDDER', hint: expect.stringContaining('HF_HUB_OFFLINE') });
  });

  it('runs offline once it is in the cache', () => {
    const cache = join(run, 'cache');
    cpSync(model, join(cache, 'Xenova', 'tiny'), { recursive: true });
    const answer = embed('transformers:Xenova/tiny', ['parse'], { CORA_MODELS: cache, CORA_OFFLINE: '1' });
    expect(answer.error).toBeUndefined();
    expect(answer.id).toBe('transformers:Xenova/tiny');
    expect(answer.log.filter((line) => line.includes('%'))).toEqual([]);
    expectClose(answer.vectors[0], pooled(['parse']));
    expect(answer.fetched).toEqual([]);
  });
});

it('without the package, says how to install it', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'cora-e2e-empty-'));
  await bundleInto(empty);
  expect(embed(`transformers:${model}`, [], {}, empty).error).toMatchObject({
    code: 'EMBEDDER_MISSING',
    hint: expect.stringContaining('npm install'),
  });
  rmSync(empty, { recursive: true, force: true });
});

/** The provider as a bundle, and a program that prints what it answers. */
async function bundleInto(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const stdin = {
    contents: `export { createEmbedder } from './createEmbedder.ts'; export { parseEmbedderSpec } from './parseEmbedderSpec.ts';`,
    resolveDir: fileURLToPath(new URL('../../src/embed', import.meta.url)),
  };
  await build({
    stdin,
    outfile: join(folder, 'provider.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    loader: { '.scm': 'text', '.sh': 'text' },
    logLevel: 'error',
  });
  writeFileSync(join(folder, 'run.mjs'), PROGRAM);
}

const PROGRAM = `
const fetched = [];
globalThis.fetch = async (address) => { fetched.push(String(address?.url ?? address)); throw new TypeError('no network in this test'); };
const { createEmbedder, parseEmbedderSpec } = await import('./provider.mjs');
const [setting, texts] = process.argv.slice(2);
const lines = [];
const log = { info: (m) => lines.push(m), warn: (m) => lines.push(m), debug: (m) => lines.push(m) };
let answer;
try {
  const embedder = await createEmbedder(parseEmbedderSpec(setting), process.env, log);
  const vectors = await embedder.embed(JSON.parse(texts), 'document');
  answer = { id: embedder.id, dimensions: embedder.dimensions, fingerprint: embedder.fingerprint, vectors: vectors.map((v) => [...v]) };
} catch (error) {
  if (error.name !== 'CoraError') throw error;
  answer = { error: { code: error.code, message: error.message, hint: error.hint } };
}
console.log(JSON.stringify({ ...answer, log: lines, fetched }));
`;

function embed(setting: string, texts: string[], env: Record<string, string> = {}, folder = run): Answer {
  const { HF_HUB_OFFLINE: _hub, TRANSFORMERS_OFFLINE: _transformers, CORA_OFFLINE: _cora, ...rest } = process.env;
  const result = spawnSync(process.execPath, ['run.mjs', setting, JSON.stringify(texts)], {
    cwd: folder,
    env: { ...rest, ...env },
    encoding: 'utf8',
  });
  // The package must not talk past the log.
  expect(result.stderr).toBe('');
  expect(result.status).toBe(0);
  return JSON.parse(result.stdout) as Answer;
}

/** The unit mean of the tokens' vectors, [CLS] and [SEP] included. */
function pooled(words: string[], seed = 0): number[] {
  const ids = ['[CLS]', ...words, '[SEP]'].map((word) => (TINY.words as readonly string[]).indexOf(word));
  expect(ids).not.toContain(-1);
  const sums = tokenVector(0).map((_, at) => ids.reduce((sum, id) => sum + tokenVector(id, seed)[at]!, 0));
  const norm = Math.hypot(...sums);
  return sums.map((sum) => sum / norm);
}

function expectClose(vector: number[] | undefined, expected: number[]): void {
  expect(vector).toHaveLength(expected.length);
  for (const [at, value] of expected.entries()) expect(vector![at]).toBeCloseTo(value, 5);
}

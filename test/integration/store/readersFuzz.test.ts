/**
 * Whatever the files of a store and of a fleet's home hold, reading them ends with what they say or with a known error, and what is
 * read has the shape that it should. CORA_FUZZ_RUNS=100000 takes longer:
 *
 *   CORA_FUZZ_RUNS=100000 npx vitest run --project slow test/integration/store/readersFuzz.test.ts --testTimeout 3600000
 */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { isCoraError } from '../../../src/base/errors.ts';
import { STATE_VERSION } from '../../../src/base/version.ts';
import { nameByContent } from '../../../src/engine/searchFile.ts';
import { readFleetManifest, repositoriesOf } from '../../../src/fleet/fleet.ts';
import { readJobs } from '../../../src/fleet/jobQueue.ts';
import { jobsPath, manifestPath, stateDir } from '../../../src/settings/userFolders.ts';
import { readTips } from '../../../src/store/sideTables.ts';
import { readWholeState, stateFile } from '../../../src/store/state.ts';
import { bodyOfFiles, decodePart, decodeView, encodePart, encodeView } from '../../../src/store/viewFile.ts';
import fc from '../../helpers/fastCheck.ts';
import { fuzz, fuzzAsync } from '../../helpers/fuzz.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const VIEW = encodeView({
  commit: 'a'.repeat(40),
  tree: 'b'.repeat(40),
  repository: '',
  chunks: 2,
  tokens: 9,
  words: 9,
  redacted: [],
  vectorSum: Float64Array.of(1, 2),
  rowsDigest: Uint32Array.of(1, 2, 3, 4),
  hashes: Uint32Array.of(7, 8, 9),
  counts: Uint32Array.of(1, 1, 1),
  files: [{ path: 'a.c', blob: 'c'.repeat(40), language: 'c' }],
});

const PART = encodePart(bodyOfFiles([{ path: 'a.png', blob: 'media', language: '' }]));

const value = fc.oneof(
  fc.constantFrom<unknown>(null, true, 0, -1, 1.5, 1e308, 2 ** 53, '', '__proto__', '../x', [], {}, [null], {
    a: null,
  }),
  fc.json({ maxDepth: 2 }).map((text) => JSON.parse(text) as unknown),
);

/** An object of the file's own keys with some values that are not theirs; or any other text. */
function fileOf(whole: Record<string, unknown>): fc.Arbitrary<string> {
  const changed = fc
    .dictionary(fc.constantFrom(...Object.keys(whole)), value, { maxKeys: 3 })
    .map((changes) => JSON.stringify({ ...whole, ...changes }));
  return fc.oneof(
    { arbitrary: changed, weight: 4 },
    { arbitrary: changed.chain((text) => fc.nat(text.length).map((at) => text.slice(0, at))), weight: 1 },
    { arbitrary: value.map((one) => JSON.stringify(one)), weight: 1 },
  );
}

async function readOrRefuse<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (isCoraError(error)) return null;
    throw error;
  }
}

it.each([
  ['a view', VIEW, (bytes: Buffer) => decodeView(bytes, true)],
  ['a part', PART, decodePart],
])('%s is read, or is none', (_, whole, decode) => {
  const lead = whole.indexOf(10) + 1;
  const header = JSON.parse(whole.subarray(lead, whole.indexOf('}', lead) + 1).toString()) as Record<string, unknown>;
  const rest = whole.subarray(lead + JSON.stringify(header).length);
  const magic = whole
    .subarray(0, lead)
    .toString('latin1')
    .replace(/\d+\n$/, '');
  const withHeader = fileOf(header).map((text) =>
    Buffer.concat([Buffer.from(`${magic}${Buffer.byteLength(text)}\n${text}`), rest]),
  );
  const edited = fc
    .tuple(fc.nat(whole.length), fc.nat(40), fc.uint8Array({ maxLength: 8 }))
    .map(([at, remove, insert]) => Buffer.concat([whole.subarray(0, at), insert, whole.subarray(at + remove)]));
  const property = fc.property(fc.oneof(withHeader, edited), (bytes) => {
    try {
      const view = decode(bytes);
      expect(view === null || view.files.every(({ path }) => typeof path === 'string')).toBe(true);
    } catch (error) {
      if (!isCoraError(error)) throw error;
    }
  });
  fuzz(property, 3000);
});

it('a state, a manifest, a list of jobs and the tips of histories are read, or are none', async () => {
  const home = tempDir();
  mkdirSync(stateDir(home), { recursive: true });
  const kept = { branch: null, source: null, clonedAt: null, lastTried: null, lastPull: null, lastCommit: null };
  const named = { url: '/a', kind: 'place', name: 'a', from: 'command', addedAt: '2026-11-27T09:00:00.000Z' };
  const entry = { ...named, ...kept, lastIndexed: null, fileCount: 1, error: null };
  const times = { createdAt: '2026-11-27T09:00:00.000Z', startedAt: null, completedAt: null };
  const came = { progress: null, result: null, error: null, ending: null, owner: null };
  const job = {
    id: 'a',
    repoId: 'b',
    kind: 'full',
    targetPath: null,
    status: 'pending',
    attempts: 0,
    ...times,
    ...came,
  };
  const file = { path: 'a.c', reason: 'empty' };
  const known = { commit: 'a', files: {}, embedder: {}, chunker: {}, counts: {}, failed: [] };
  const state = { formatVersion: STATE_VERSION, ...known };
  const part = { name: nameByContent(PART), bytes: PART.length };
  mkdirSync(join(home, 'views'));
  writeFileSync(join(home, 'views', `${part.name}.part`), PART);
  const targets: [file: string, whole: Record<string, unknown>, read: () => Promise<unknown>][] = [
    [stateFile(home), { ...state, skipped: [file] }, async () => (await readWholeState(home))?.skipped.length],
    [
      stateFile(home),
      { ...state, skipped: { parts: [part] } },
      async () => (await readWholeState(home))?.skipped.map(({ path }) => path.length),
    ],
    [
      manifestPath(home),
      { version: 1, lastSync: null, active: null, repos: { a: entry } },
      async () => repositoriesOf(home, await readFleetManifest(home)),
    ],
    [jobsPath(home), { version: 1, jobs: [job] }, async () => (await readJobs(home))?.jobs.map(({ status }) => status)],
    [join(home, 'commits.json'), { formatVersion: 1, tips: [{ commit: 'a', limit: 1 }] }, () => readTips(home)],
  ];
  for (const [path, whole, read] of targets) {
    const nested = fc.oneof(fileOf(whole), nestedIn(whole));
    const property = fc.asyncProperty(nested, async (text) => {
      writeFileSync(path, text);
      await readOrRefuse(read);
    });
    await fuzzAsync(property, 300, 0.25);
  }
});

/** The file with one value replaced somewhere inside of it. */
function nestedIn(whole: unknown): fc.Arbitrary<string> {
  const places: (string | number)[][] = [];
  const walk = (node: unknown, path: (string | number)[]): void => {
    places.push(path);
    if (typeof node === 'object' && node !== null) {
      for (const [key, inner] of Object.entries(node)) walk(inner, [...path, key]);
    }
  };
  walk(whole, []);
  return fc.tuple(fc.constantFrom(...places), value).map(([path, by]) => JSON.stringify(replaced(whole, path, by)));
}

function replaced(node: unknown, [key, ...rest]: readonly (string | number)[], by: unknown): unknown {
  if (key === undefined) return by;
  if (Array.isArray(node)) return node.map((inner, at) => (String(at) === key ? replaced(inner, rest, by) : inner));
  const record = node as Record<string, unknown>;
  return { ...record, [key]: replaced(record[key], rest, by) };
}

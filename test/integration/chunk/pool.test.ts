import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';
import { type ChunkPool, createChunkPool } from '../../../src/chunk/pool.ts';
import { MOST_THREADS } from '../../../src/disk/nodeRuntime.ts';
import { quick, slow } from '../../helpers/slow.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const encoder = new TextEncoder();
const python = encoder.encode('def f():\n    return 1\n');

/** The worker as a bundle, as dist has it, but with the grammars of node_modules. */
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cora-pool-'));
  for (const name of ['node_modules', 'scripts']) symlinkSync(join(root, name), join(folder, name));
  await build({
    entryPoints: [join(root, 'src/chunk/worker.ts')],
    outfile: join(folder, 'src/chunk/worker.mjs'),
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    loader: { '.scm': 'text' },
    logLevel: 'error',
    banner: { js: "import{createRequire}from'node:module';const require=createRequire(import.meta.url);" },
  });
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function worker(name: string, code?: string): URL {
  const path = join(folder, name);
  if (code !== undefined) writeFileSync(path, code);
  return pathToFileURL(path);
}

/** A thread that echoes, and dies as it is told. */
const DYING = `
import { parentPort } from 'node:worker_threads';
const chunk = (text) => ({ chunks: [{ text }], note: null });
parentPort.on('message', ({ id, bytes }) => {
  const text = Buffer.from(bytes).toString();
  if (text.startsWith('exit')) process.exit(3);
  if (text.startsWith('throw')) throw new Error('no such luck');
  if (text.startsWith('memory')) { const all = []; for (;;) all.push(new Array(1e5).fill({})); }
  if (text.startsWith('fail')) return parentPort.postMessage({ id, error: 'only this one' });
  if (!text.startsWith('slow')) parentPort.postMessage({ id, result: chunk(text) });
});
parentPort.postMessage('ready');
`;

async function withPool<T>(
  options: Parameters<typeof createChunkPool>[0],
  use: (pool: ChunkPool) => Promise<T>,
): Promise<T> {
  const pool = createChunkPool(options);
  try {
    return await use(pool);
  } finally {
    await pool.close();
  }
}

/** A thread that tells which one it is. */
const COUNTED = `
import { parentPort, threadId } from 'node:worker_threads';
parentPort.on('message', ({ id }) => parentPort.postMessage({ id, result: { chunks: [{ text: String(threadId) }], note: null } }));
parentPort.postMessage('ready');
`;

const chunkText = (pool: ChunkPool, text: string) => pool.chunk(encoder.encode(text), 'text');

describe('threads', () => {
  slow.it('are MOST_THREADS at most, whatever is asked for', async () => {
    await withPool({ jobs: 100_000, workerUrl: worker('counted.mjs', COUNTED) }, async (pool) => {
      const done = await Promise.all(Array.from({ length: MOST_THREADS + 8 }, () => chunkText(pool, 'x')));
      expect(new Set(done.map((blob) => blob!.chunks[0]!.text)).size).toBe(MOST_THREADS);
    });
  });

  quick.it('give what this thread would give, in any number, and leave the bytes to the caller', async () => {
    const files: [string, string][] = [
      ['python', 'def f():\n    return 1\n'],
      ['go', 'package a\n\nfunc F() int {\n\treturn 1\n}\n'],
      ['markdown', '# A\n\ntext\n\n## B\n\nmore\n'],
      ['json', '{"a": {"b": 1}}\n'],
      ['text', 'a\0b'],
      ['none', 'just\ntext\n'],
    ];
    const expected = await Promise.all(files.map(([language, text]) => chunkBlob(encoder.encode(text), language)));
    for (const jobs of [0, 1, 3]) {
      await withPool({ jobs, workerUrl: worker('worker.mjs') }, async (pool) => {
        const bytes = files.map(([, text]) => encoder.encode(text));
        const found = await Promise.all(files.map(([language], at) => pool.chunk(bytes[at]!, language)));
        expect(found).toEqual(expected);
        expect(bytes.map((it) => it.length)).toEqual(files.map(([, text]) => text.length));
      });
    }
  });

  quick.it('are done without where there is no worker', async () => {
    const said: string[] = [];
    const log = { info: () => undefined, warn: () => undefined, debug: (message: string) => said.push(message) };
    await withPool({ jobs: 2, workerUrl: worker('missing.mjs'), log }, async (pool) => {
      expect((await pool.chunk(python, 'python'))!.chunks[0]!.symbol).toBe('f');
    });
    expect(said).toEqual([expect.stringContaining('there is no')]);
  });

  quick.it('that do not start are done without, and that is said', async () => {
    const said: string[] = [];
    const log = { info: () => undefined, warn: (message: string) => said.push(message), debug: () => undefined };
    await withPool({ jobs: 2, workerUrl: worker('broken.mjs', 'throw new Error("bad dist")'), log }, async (pool) => {
      const found = await Promise.all([1, 2, 3, 4, 5].map(() => pool.chunk(python, 'python')));
      expect(found.map((blob) => blob!.chunks[0]!.symbol)).toEqual(['f', 'f', 'f', 'f', 'f']);
      expect((await pool.chunk(python, 'python'))!.note).toBeNull();
    });
    expect(said[0]).toContain('bad dist');
  });
});

quick.describe('a thread that dies', () => {
  quick.it.each([
    ['exit', 'it ended by itself'],
    ['throw', 'no such luck'],
    ['memory', 'memory'],
  ])('by %s is an error of one file, and says nothing of its content', async (how, reason) => {
    await withPool({ jobs: 2, workerUrl: worker('dying.mjs', DYING), memoryMb: 48 }, async (pool) => {
      const texts = ['a', how, 'b', 'c', 'd', `${how} again`, 'e', 'f'];
      const found = await Promise.allSettled(texts.map((text) => chunkText(pool, text)));
      for (const [at, outcome] of found.entries()) {
        if (texts[at]!.startsWith(how)) {
          expect(outcome).toMatchObject({ reason: { message: expect.stringContaining('its parsing thread died') } });
          expect(outcome).toMatchObject({ reason: { message: expect.stringContaining(reason) } });
        } else expect(outcome).toMatchObject({ value: { chunks: [{ text: texts[at] }], note: null } });
      }
    });
  });
});

slow.describe('files that crash their parser', () => {
  slow.it('change nothing for the files behind them, however many they are', async () => {
    await withPool({ jobs: 1, workerUrl: worker('worker.mjs') }, async (pool) => {
      // The Kotlin grammar calls a function that web-tree-sitter does not give it.
      const crashing = Array.from({ length: 5 }, (_, at) => `${'"${'.repeat(1025)}${at}`);
      const texts = [...crashing, 'fun f(a: Int): Int {\n    return a + 1\n}\n'];
      const found = await Promise.all(texts.map((text) => pool.chunk(encoder.encode(text), 'kotlin')));
      const notes = found.map((blob) => blob!.note);
      expect(notes.pop()).toBeNull();
      for (const note of notes) expect(note).toMatch(/^not parsed: the kotlin grammar crashes on it/);
    });
  });
});

quick.describe('one blob that fails', () => {
  quick.it('rejects alone', async () => {
    await withPool({ jobs: 1, workerUrl: worker('dying.mjs', DYING) }, async (pool) => {
      const all = await Promise.allSettled(['a', 'fail', 'b'].map((text) => chunkText(pool, text)));
      expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
      expect(all[1]).toMatchObject({ reason: { message: 'only this one' } });
    });
  });
});

quick.describe('close', () => {
  quick.it('ends what is under way and what waits, and takes nothing more', async () => {
    const pool = createChunkPool({ jobs: 1, workerUrl: worker('dying.mjs', DYING) });
    await chunkText(pool, 'a');
    const waiting = ['slow', 'slow', 'slow', 'slow'].map((text) => chunkText(pool, text));
    const settled = Promise.allSettled(waiting);
    await pool.close();
    expect((await settled).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
    await expect(chunkText(pool, 'b')).rejects.toThrow('closed');
    await pool.close();
  });
});

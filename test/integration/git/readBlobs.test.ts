import { readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { openRepository } from '../../../src/git/openRepository.ts';
import { readBlobs } from '../../../src/git/readBlobs.ts';
import type { Repository } from '../../../src/git/repository.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

const MISSING = `${'0'.repeat(39)}1`;

async function repository(temp: TempRepo): Promise<Repository> {
  return openRepository(temp.dir, temp.env);
}

function store(temp: TempRepo, content: string | Uint8Array): string {
  return temp.gitInput(content, 'hash-object', '-w', '--stdin');
}

async function collect(
  answers: AsyncIterable<{ blob: string; bytes: Uint8Array | null }>,
): Promise<[string, string | null][]> {
  const out: [string, string | null][] = [];
  for await (const { blob, bytes } of answers)
    out.push([blob, bytes === null ? null : Buffer.from(bytes).toString('latin1')]);
  return out;
}

describe('readBlobs', () => {
  test('answers in order: repeated, empty, binary, missing, with newlines', async () => {
    const temp = tempRepo();
    const contents = ['one\n', '', 'no newline', 'a\0b\xff\n\n', `${'0'.repeat(40)} blob 3\nabc\n`];
    const names = contents.map((content) => store(temp, Buffer.from(content, 'latin1')));
    const asked = [...names, MISSING, names[0]!];
    const repo = await repository(temp);
    const expected = asked.map((name, at) => [name, contents[at] ?? (name === MISSING ? null : contents[0])]);
    expect(await collect(readBlobs(repo, asked))).toEqual(expected);
    expect(await collect(readBlobs(repo, toAsync(asked)))).toEqual(expected);
    expect(await collect(readBlobs(repo, new Set(asked)))).toEqual(expected.slice(0, -1));
  });

  test('no names, no answers; names of other objects, null', async () => {
    const temp = tempRepo();
    const commit = temp.file('a').commit();
    const repo = await repository(temp);
    expect(await collect(readBlobs(repo, []))).toEqual([]);
    expect(await collect(readBlobs(repo, toAsync([])))).toEqual([]);
    expect(await collect(readBlobs(repo, [commit]))).toEqual([[commit, null]]);
  });

  test('SHA-256', async () => {
    const temp = tempRepo({ objectFormat: 'sha256' });
    const name = store(temp, 'content');
    expect(await collect(readBlobs(await repository(temp), [name]))).toEqual([[name, 'content']]);
  });

  test('only the first bytes are kept', async () => {
    const temp = tempRepo();
    const names = ['x'.repeat(300_000), 'short', `${'y'.repeat(100)}\n`].map((content) => store(temp, content));
    const answers = await collect(readBlobs(await repository(temp), names, undefined, 10));
    expect(answers.map(([, text]) => text)).toEqual(['xxxxxxxxxx', 'short', 'yyyyyyyyyy']);
  });

  test('each answer has a buffer of its own', async () => {
    const temp = tempRepo();
    const names = ['one', 'two'].map((content) => store(temp, content));
    for await (const { bytes } of readBlobs(await repository(temp), names)) expect(bytes!.buffer.byteLength).toBe(3);
  });

  test('names are taken only as fast as answers are', async () => {
    const temp = tempRepo();
    const name = store(temp, 'z'.repeat(50_000));
    let taken = 0;
    const names = function* (): Generator<string> {
      for (taken = 0; taken < 100_000; taken++) yield name;
    };
    for await (const { bytes } of readBlobs(await repository(temp), names())) {
      expect(bytes!.length).toBe(50_000);
      for (let wait = 0; wait < 50; wait++) await setImmediate();
      break;
    }
    // Two pipes and git's own reading ahead hold a few thousand names; the rest was never asked for.
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(20_000);
  });

  test('names may depend on earlier answers', async () => {
    const temp = tempRepo();
    const last = store(temp, 'end');
    const middle = store(temp, last);
    const first = store(temp, middle);
    const todo = [first];
    let more = (): void => undefined;
    const names = async function* (): AsyncGenerator<string> {
      for (let count = 0; count < 3; count++) {
        while (todo.length === 0) await new Promise<void>((resolve) => (more = resolve));
        yield todo.shift()!;
      }
    };
    const seen: string[] = [];
    for await (const { blob, bytes } of readBlobs(await repository(temp), names())) {
      seen.push(blob);
      const text = Buffer.from(bytes!).toString();
      if (/^[0-9a-f]{40}$/.test(text)) todo.push(text);
      more();
    }
    expect(seen).toEqual([first, middle, last]);
  });

  test('refs/replace does not give a blob the bytes of another', async () => {
    const temp = tempRepo();
    const [name, other] = [store(temp, 'true'), store(temp, 'false')];
    temp.git('replace', name!, other!);
    expect(await collect(readBlobs(await repository(temp), [name!]))).toEqual([[name, 'true']]);
  });

  test('an abort ends it, before and while reading', async () => {
    const temp = tempRepo();
    const name = store(temp, 'x'.repeat(10_000));
    const repo = await repository(temp);
    const names = Array.from({ length: 10_000 }, () => name);
    await expect(collect(readBlobs(repo, names, AbortSignal.abort()))).rejects.toMatchObject({ code: 'ABORTED' });
    const controller = new AbortController();
    let answers = 0;
    const reading = (async () => {
      for await (const { bytes } of readBlobs(repo, names, controller.signal)) {
        answers += bytes === null ? 0 : 1;
        controller.abort();
      }
    })();
    await expect(reading).rejects.toMatchObject({ code: 'ABORTED' });
    expect(answers).toBeLessThan(10_000);
  });

  test('a name that is no name, and names that fail, are errors', async () => {
    const temp = tempRepo();
    const repo = await repository(temp);
    await expect(collect(readBlobs(repo, ['HEAD\nHEAD']))).rejects.toMatchObject({ code: 'GIT' });
    const failing = function* (): Generator<string> {
      yield MISSING;
      throw new Error('no more names');
    };
    await expect(collect(readBlobs(repo, failing()))).rejects.toThrow('no more names');
  });

  test('a damaged object is no content: null where it can not be opened, an error where it breaks off', async () => {
    const temp = tempRepo();
    const repo = await repository(temp);
    const content = new Uint8Array(200_000).map((_, at) => (at * 7919) >> 3);
    const [first, second] = [store(temp, 'content'), store(temp, content)];
    const fileOf = (name: string): string => `.git/objects/${name.slice(0, 2)}/${name.slice(2)}`;
    const half = readFileSync(temp.path(fileOf(second)));
    temp.remove(fileOf(first)).file(fileOf(first), 'garbage');
    temp.remove(fileOf(second)).file(fileOf(second), half.subarray(0, half.length / 2));
    expect(await collect(readBlobs(repo, [first]))).toEqual([[first, null]]);
    await expect(collect(readBlobs(repo, [second]))).rejects.toMatchObject({ code: 'GIT' });
  });
});

async function* toAsync(names: string[]): AsyncGenerator<string> {
  for (const name of names) yield name;
}

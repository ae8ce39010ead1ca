/** The library as a program meets it. That it can be installed and compiled is test/e2e/package.test.ts. */

import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { openCora, openIndex, renderResult } from '../../../src/api.ts';
import { TOOL_VERSION } from '../../../src/base/version.ts';
import { readState, readWholeState, writeState } from '../../../src/store/state.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const env = { ...process.env, XDG_CACHE_HOME: tempDir('cora-cache-') };
const request = { env, settings: { embedder: 'hash', jobs: 0, history: 0 } };

describe('openCora', () => {
  it('says of a branch without commits that one is needed first', async () => {
    const cora = await openCora(tempRepo().file('a.ts', 'const apple = 1;\n').dir, request);
    const needed = { message: expect.stringMatching(/no commits yet/), hint: expect.stringContaining('git commit') };
    await expect(cora.query('apple')).rejects.toMatchObject({ code: 'NO_INDEX', ...needed });
    await expect(cora.status()).rejects.toMatchObject({ code: 'NO_INDEX', ...needed });
    await expect(cora.index()).rejects.toMatchObject({ code: 'BAD_REVISION', ...needed });
    await expect(cora.changedFilesSince('@')).rejects.toMatchObject({ code: 'BAD_REVISION', ...needed });
    cora.close();
  });

  it('indexes, answers for edited files, packs, and says how fresh it is', async () => {
    const repo = tempRepo()
      .file('src/lock.ts', 'export function takeWriteLock() {\n  return 1;\n}\n')
      .file('docs/old.md', '# The write lock\n');
    repo.commit();
    const cora = await openCora(repo.dir, { ...request, settings: { ...request.settings, exclude: ['docs/**'] } });
    try {
      expect(cora.worktree).toBe(repo.dir);
      await expect(cora.query('lock')).rejects.toMatchObject({ code: 'NO_INDEX', hint: expect.any(String) });
      expect(await cora.index({ dryRun: true })).toMatchObject({ files: 1, dryRun: true });
      expect(await cora.index()).toMatchObject({ files: 1, skipped: [{ path: 'docs/old.md', reason: 'excluded' }] });
      repo.file('src/unlock.ts', "import { takeWriteLock } from './lock.ts';\n\ntakeWriteLock();\n");
      const { results, freshness } = await cora.query('take write lock', { limit: 5, languages: ['typescript'] });
      expect(results.map(({ path }) => path).sort()).toEqual(['src/lock.ts', 'src/unlock.ts']);
      expect(freshness).toMatchObject({ commitsBehind: 0, dirtyFiles: 1 });
      expect(await cora.definitions('takeWriteLock')).toMatchObject([{ path: 'src/lock.ts', startLine: 1 }]);
      expect((await cora.references('takeWriteLock')).map(({ path, line }) => `${path}:${line}`)).toContain(
        'src/unlock.ts:3',
      );
      expect((await cora.commits()).commits).toHaveLength(1);
      expect(await cora.status()).toMatchObject({ counts: { files: 1 } });
      const file = join(tempDir('cora-packed-'), 'index.tar');
      expect(await cora.pack(file)).toMatchObject({ file, files: 1, text: true });
      const packed = await openIndex(file, request);
      expect((await packed.query('take write lock')).results[0]).toMatchObject({ path: 'src/lock.ts' });
      packed.close();
    } finally {
      cora.close();
    }
  });

  it('lists files and what changed, reads lines, and cuts chunks as the index has them', async () => {
    const secret = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`;
    const repo = tempRepo()
      .file('src/lock.ts', 'export class Lock {\n  take() {\n    return 1;\n  }\n}\n')
      .file('src/old.ts', 'export const old = 1;\n')
      .file('bin/run', '#!/usr/bin/env python3\nprint(1)\n')
      .file('keys.ts', `export const token = '${secret}';\n`)
      .file('package-lock.json', '{}\n');
    chmodSync(repo.path('bin/run'), 0o755);
    const first = repo.commit();
    const cora = await openCora(repo.dir, request);
    try {
      expect(await cora.currentCommit()).toBe(first);
      const tracked = await cora.listTrackedFiles();
      expect(tracked.map(({ path, indexed }) => `${path} ${indexed}`)).toEqual([
        'bin/run true',
        'keys.ts true',
        'package-lock.json false',
        'src/lock.ts true',
        'src/old.ts true',
      ]);
      expect(await cora.changedFilesSince(first)).toMatchObject({ since: first, files: [], deleted: [] });
      repo.git('mv', 'src/old.ts', 'src/moved.ts');
      const second = repo.commit();
      repo.file('src/new.ts', 'export const fresh = 1;\n').file('src/lock.ts', 'export class Lock {}\n');
      const changed = await cora.changedFilesSince(first);
      expect(changed.files.map(({ path, change }) => `${change} ${path}`)).toEqual([
        'modified src/lock.ts',
        'added src/moved.ts',
        'added src/new.ts',
      ]);
      expect(changed.deleted).toEqual(['src/old.ts']);
      // What was edited and taken back is no change, whatever was committed between.
      repo.file('src/lock.ts', 'export class Lock {\n  take() {\n    return 1;\n  }\n}\n');
      expect((await cora.changedFilesSince(second)).files.map(({ path }) => path)).toEqual(['src/new.ts']);
      const between = await cora.changedFilesSince(first, { rev: second });
      expect(between).toMatchObject({ files: [{ path: 'src/moved.ts', change: 'added' }], deleted: ['src/old.ts'] });
      await expect(cora.changedFilesSince('nope')).rejects.toMatchObject({ code: 'BAD_REVISION' });

      expect(await cora.readFile('src/lock.ts', { startLine: 2, endLine: 3 })).toMatchObject({
        text: '  take() {\n    return 1;',
        fileLines: 5,
        truncated: false,
      });
      expect((await cora.readFile('src/old.ts', { rev: first })).text).toBe('export const old = 1;');
      expect((await cora.readFile('keys.ts')).text).not.toContain(secret);
      await expect(cora.readFile('../x')).rejects.toMatchObject({ code: 'BAD_PATH' });

      await cora.index();
      for (const path of ['src/lock.ts', 'src/new.ts', 'keys.ts', 'bin/run']) {
        const { chunks } = await cora.chunksOf(path);
        const { results } = await cora.query('lock take fresh token print', { limit: 50, paths: [path] });
        expect(new Set(chunks.map(({ chunkId }) => chunkId)), path).toEqual(
          new Set(results.map(({ chunkId }) => chunkId)),
        );
      }
      expect(await cora.chunksOf('bin/run')).toMatchObject({ language: 'python', note: null });
      expect((await cora.chunksOf('keys.ts')).chunks[0]!.text).not.toContain(secret);
      expect(await cora.chunksOf('src/old.ts', { rev: first })).toMatchObject({
        commit: first,
        chunks: [
          { startLine: 1, endLine: 1, symbol: 'old', part: 1, parts: 1, parent: '', text: 'export const old = 1;' },
        ],
      });
      await expect(cora.chunksOf('package-lock.json')).rejects.toThrow('is left out of the index: lock-file');
      await expect(cora.chunksOf('.git/config')).rejects.toMatchObject({ code: 'BAD_PATH' });
    } finally {
      cora.close();
    }
  });

  it('goes on with the index that another version of the package wrote', async () => {
    const repo = tempRepo().file('a.ts', 'export const a = 1;\n');
    repo.commit();
    const cora = await openCora(repo.dir, request);
    await cora.index();
    const { store } = await cora.status();
    const state = await readWholeState(store.path);
    await writeState(store.path, { ...state!, toolVersion: '9.9.9' });
    expect(await cora.index()).toMatchObject({ computed: 0, embedded: 0, reused: 1 });
    expect((await readState(store.path))?.toolVersion).toBe(TOOL_VERSION);
    cora.close();
  });

  it('ends a run by its signal', async () => {
    const repo = tempRepo().file('a.ts', 'export const a = 1;\n');
    repo.commit();
    const cora = await openCora(repo.dir, request);
    const signal = AbortSignal.abort();
    await expect(cora.index({ signal })).rejects.toMatchObject({ code: 'ABORTED' });
    await cora.index();
    await expect(cora.query('a', { signal })).rejects.toMatchObject({ code: 'ABORTED' });
    cora.close();
  });

  it('says which argument of a call is of another kind, in its own words', async () => {
    const repo = tempRepo().file('a.ts', 'export const apple = 1;\n');
    repo.commit();
    const cora = await openCora(repo.dir, { ...request, log: null } as never);
    await cora.index(null as never);
    const asAny = cora as unknown as Record<string, (...given: unknown[]) => Promise<unknown>>;
    const wrong: [() => Promise<unknown>, string][] = [
      [() => openCora({ path: repo.dir } as never), 'openCora: dir must be a text, not an object.'],
      [() => openCora(repo.dir, 'x' as never), 'openCora: request must be an object, not "x".'],
      [() => openCora(repo.dir, { env: 5 } as never), 'openCora: request.env must be an object, not 5.'],
      [() => openCora(repo.dir, { log: {} } as never), 'openCora: request.log must be an object with info, warn'],
      [() => openIndex(undefined as never), 'openIndex: place must be a text, not undefined.'],
      ...['query', 'definitions', 'references', 'changedFilesSince', 'readFile', 'chunksOf'].flatMap((name) =>
        [undefined, null, 5, {}, []].map((value): [() => Promise<unknown>, string] => [
          () => asAny[name]!(value),
          `${name}: `,
        ]),
      ),
      ...['pull', 'pack', 'commits'].map((name): [() => Promise<unknown>, string] => [() => asAny[name]!(5), name]),
      [() => asAny['query']!('apple', { paths: 'src' }), 'query: request.paths must be a list of texts, not "src".'],
      [() => asAny['query']!('apple', { languages: 'go' }), 'query: request.languages must be a list of texts'],
      [() => asAny['query']!('apple', { scope: 5 }), 'query: request.scope must be a text, not 5.'],
      [() => asAny['query']!('apple', { signal: 5 }), 'query: request.signal must be an AbortSignal, not 5.'],
      [() => asAny['index']!({ rev: 5 }), 'index: request.rev must be a text, not 5.'],
      [() => asAny['index']!({ onProgress: 5 }), 'index: request.onProgress must be a function, not 5.'],
      [() => asAny['readFile']!('a.ts', { startLine: 0 }), 'readFile: request.startLine must be a whole number'],
      [() => asAny['listTrackedFiles']!('HEAD'), 'listTrackedFiles: request must be an object, not "HEAD".'],
      [() => asAny['commits']!('x', { limit: 'all' }), 'commits: request.limit must be a whole number'],
      [() => asAny['pack']!('a.tar', { txt: false }), 'pack: request has no field "txt".'],
      [() => asAny['query']!('apple', { path: ['src'] }), 'query: request has no field "path".'],
      [() => asAny['index']!({ dryrun: true }), 'index: request has no field "dryrun".'],
      [() => asAny['watch']!({ signal: new AbortController().signal, x: 1 }), 'watch: callbacks has no field "x".'],
      [() => openCora(repo.dir, { setting: {} } as never), 'openCora: request has no field "setting".'],
      [() => asAny['query']!('apple', { weights: { wrods: 0 } }), 'The ranking has no feature "wrods".'],
      [() => asAny['query']!('apple', { weights: { words: 'much' } }), 'The weight of words is a number'],
      [() => asAny['watch']!(), 'watch: callbacks must be an object with a signal, not undefined.'],
    ];
    for (const [call, message] of wrong)
      await expect(call(), message).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
    const hintOf = (call: Promise<unknown>) => call.then(String, ({ hint }: { hint: string }) => hint);
    expect(await hintOf(asAny['query']!('apple', { path: ['src'] }))).toBe('Did you mean "paths"?');
    expect(await hintOf(asAny['pack']!('a.tar', { code: false }))).toBe('Its fields: text');
    // An object of a program's own class may hold what is not asked for.
    class Asked {
      limit = 1;
      note = 'mine';
    }
    await expect(cora.query('apple', new Asked())).resolves.toMatchObject({ asked: 1 });
    await expect(cora.query('apple', { weights: { words: 0.5 } })).resolves.toMatchObject({ query: 'apple' });
    const answer = await cora.query('apple', { scope: null } as never);
    expect(() => renderResult(Promise.resolve(answer) as never, 'json')).toThrow(
      'renderResult: result must be the answer of a',
    );
    expect(() => renderResult(answer, 'yaml' as never)).toThrow('renderResult: format must be one of json');
    expect(() => renderResult(answer, 'json', { budge: 9 } as never)).toThrow('options has no field "budge"');
    for (const format of ['json', 'jsonl', 'markdown', 'xml'] as const)
      expect(renderResult(answer, format, { budget: null })).toContain('apple');
    cora.close();
  });

  it('says what is wrong with a setting, a request or a place', async () => {
    const { dir } = tempRepo();
    const open = (settings: object) => openCora(dir, { env, settings });
    await expect(open({ embeder: 'hash' })).rejects.toMatchObject({
      code: 'CONFIG',
      message: 'There is no setting "embeder".',
      hint: expect.stringContaining('embedder'),
    });
    await expect(open({ maxFileSize: 0 })).rejects.toThrow('settings.maxFileSize wants a whole number of at least 1');
    const cora = await open({ embedder: 'hash' });
    await expect(cora.query('a', { limit: 0 })).rejects.toThrow('"limit" of a query wants a whole number');
    cora.close();
    await expect(openCora(tempDir('cora-no-repo-'), { env })).rejects.toMatchObject({ code: 'NOT_A_REPOSITORY' });
    await expect(openIndex(join(dir, 'gone.tar'), { env })).rejects.toMatchObject({ code: 'NO_INDEX' });
  });
});

import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findRipgrep, type GrepOptions, grepFiles } from '../../../src/grep/grepFiles.ts';
import { searchableFiles } from '../../../src/grep/grepRepository.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'cora-grep-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(files: Record<string, string | Uint8Array>): string[] {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return Object.keys(files);
}

function grep(pattern: string, { largest, ...options }: Omit<GrepOptions, 'files'> & { largest?: number }) {
  return grepFiles(pattern, { files: searchableFiles(options.root, largest), ...options });
}

/** A stand-in for ripgrep that leaves a trace when it runs. */
function writeProgram(path: string, body: string): void {
  write({ [path]: `#!/bin/sh\n${body}\n` });
  chmodSync(join(root, path), 0o755);
}

const ripgrep = await findRipgrep('/nonexistent', process.env);
const engines = ripgrep === null ? (['built-in'] as const) : (['auto', 'built-in'] as const);

describe.each(engines)('engine %s', (engine) => {
  const env = process.env;

  test('hits are sorted by path in code units, then by line', async () => {
    const paths = write({ 'b/a.txt': 'x\nno\nx\n', 'a.txt': 'x', 'B.txt': 'x', 'b.txt': 'x', 'é.txt': 'x' });
    const { hits } = await grep('x', { root, paths, env, engine });
    expect(hits.map((hit) => `${hit.path}:${hit.line}`)).toEqual([
      'B.txt:1',
      'a.txt:1',
      'b.txt:1',
      'b/a.txt:1',
      'b/a.txt:3',
      'é.txt:1',
    ]);
  });

  test('only the files that were given are searched', async () => {
    write({ 'a.txt': 'x', 'secret.txt': 'x' });
    expect((await grep('x', { root, paths: ['a.txt'], env, engine })).hits.map((hit) => hit.path)).toEqual(['a.txt']);
  });

  test('paths may start with dashes and hold newlines, quotes and spaces', async () => {
    const paths = write({ '--pre=touch': 'x', '-e': 'x', 'a\nb': 'x', 'a "b\' $(c)': 'x', '!x': 'x' });
    const { hits } = await grep('x', { root, paths, env, engine });
    expect(hits.map((hit) => hit.path)).toEqual(paths.sort());
  });

  test('names that are not UTF-8', async () => {
    const name = Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9])]);
    writeFileSync(name, 'x');
    const { hits, skipped } = await grep('x', { root, paths: ['caf\uFFFDE9'], env, engine });
    expect([hits.map((hit) => hit.path), skipped]).toEqual([['caf\uFFFDE9'], []]);
  });

  test('where nothing of what was given is there, nothing else is searched', async () => {
    write({ 'other.txt': 'x' });
    const { hits, skipped } = await grep('x', { root, paths: ['gone.txt'], env, engine });
    expect([hits, skipped]).toEqual([[], [{ path: 'gone.txt', reason: 'missing' }]]);
  });

  test('ignored and hidden files count when they were given', async () => {
    const paths = write({ '.hidden/.x': 'x', 'ignored.log': 'x' });
    write({ '.gitignore': '*.log', '.ignore': '*', '.rgignore': '*' });
    expect((await grep('x', { root, paths, env, engine })).hits).toHaveLength(2);
  });

  test('encodings: UTF-16 and byte-order marks are read, invalid UTF-8 survives, binary files are passed over', async () => {
    const paths = write({
      'le.txt': Buffer.from('\ufeffone\r\nnaïve café\r\n', 'utf16le'),
      'be.txt': Buffer.from('\ufeffcafé', 'utf16le').swap16(),
      'bom.txt': '\ufeffcafé',
      'latin1.txt': Buffer.from('caf\xe9 café'.replace(' café', ''), 'latin1'),
      'mixed.txt': Buffer.concat([Buffer.from('\xff\xfe\xfd '.slice(1), 'latin1'), Buffer.from('café')]),
      'binary.bin': Buffer.from('café\0café'),
    });
    const { hits } = await grep('caf.', { root, paths, env, engine });
    expect(hits.map((hit) => [hit.path, hit.line, hit.column, hit.preview])).toEqual([
      ['be.txt', 1, 1, 'café'],
      ['bom.txt', 1, 1, 'café'],
      ['latin1.txt', 1, 1, 'caf\ufffd'],
      ['le.txt', 2, 7, 'naïve café'],
      ['mixed.txt', 1, 4, '\ufffd\ufffd café'],
    ]);
    expect((await grep('^café$', { root, paths, env, engine })).hits.map((hit) => hit.path)).toEqual([
      'be.txt',
      'bom.txt',
    ]);
  });

  test('lines end at \\r\\n as they do at \\n', async () => {
    const paths = write({ 'a.txt': 'one\r\ntwo\r\n\r\nend' });
    const lines = async (pattern: string) =>
      (await grep(pattern, { root, paths, env, engine })).hits.map((hit) => hit.line);
    expect(await lines('o$')).toEqual([2]);
    expect(await lines('^$')).toEqual([3]);
    expect(await lines('e.')).toEqual([4]);
    expect(await lines('e\\b$')).toEqual([1]);
  });

  test('limits per file and in all say that something is left out, and only then', async () => {
    const paths = write({ 'a.txt': 'x\nx\nx\n', 'b.txt': 'x\nx\n' });
    const limited = async (limits: { maxPerFile?: number; maxTotal?: number }) => {
      const { hits, truncated } = await grep('x', { root, paths, env, engine, ...limits });
      return [hits.map((hit) => hit.path[0]).join(''), truncated];
    };
    expect(await limited({})).toEqual(['aaabb', false]);
    expect(await limited({ maxPerFile: 2 })).toEqual(['aabb', true]);
    expect(await limited({ maxPerFile: 3 })).toEqual(['aaabb', false]);
    expect(await limited({ maxTotal: 4 })).toEqual(['aaab', true]);
    expect(await limited({ maxTotal: 5 })).toEqual(['aaabb', false]);
    expect(await limited({ maxTotal: 3 })).toEqual(['aaa', true]);
    expect(await limited({ maxPerFile: 1, maxTotal: 2 })).toEqual(['ab', true]);
  });

  test('more paths than one command takes', async () => {
    const names = Array.from(
      { length: 700 },
      (_, at) => `${'d'.repeat(150)}/${String(at).padStart(4, '0')}${'f'.repeat(100)}`,
    );
    write(Object.fromEntries(names.map((name, at) => [name, at % 100 === 0 ? 'needle' : 'hay'])));
    const { hits } = await grep('needle', { root, paths: names, env, engine });
    expect(hits.map((hit) => hit.path)).toEqual(names.filter((_, at) => at % 100 === 0));
  });

  test('links, FIFOs, directories and paths that leave the root are named, not read', async () => {
    const outside = mkdtempSync(join(tmpdir(), 'cora-outside-'));
    try {
      writeFileSync(join(outside, 'x.txt'), 'secret');
      const paths = write({ 'a.txt': 'secret', 'large.txt': `secret${' '.repeat(2000)}` });
      symlinkSync(join(outside, 'x.txt'), join(root, 'link.txt'));
      symlinkSync(outside, join(root, 'linked'));
      mkdirSync(join(root, 'folder'));
      execFileSync('mkfifo', [join(root, 'fifo')]);
      const bad = [
        'link.txt',
        'linked/x.txt',
        'fifo',
        'folder',
        'gone.txt',
        '../x.txt',
        join(outside, 'x.txt'),
        'a.txt/b',
      ];
      const result = await grep('secret', { root, paths: [...paths, ...bad], env, engine, largest: 1000 });
      expect(result.hits.map((hit) => hit.path)).toEqual(['a.txt']);
      expect(Object.fromEntries(result.skipped.map(({ path, reason }) => [path, reason]))).toEqual({
        'link.txt': 'link',
        'linked/x.txt': 'link',
        fifo: 'not-regular',
        folder: 'not-regular',
        'gone.txt': 'missing',
        '../x.txt': 'outside',
        [join(outside, 'x.txt')]: 'outside',
        'a.txt/b': 'missing',
        'large.txt': 'too-large',
      });
    } finally {
      rmSync(outside, { recursive: true });
    }
  });

  test('a signal stops the search', async () => {
    const paths = write({ 'a.txt': 'x' });
    const search = grep('x', { root, paths, env, engine, signal: AbortSignal.abort() });
    await expect(search).rejects.toMatchObject({ code: 'ABORTED' });
  });

  test('a pattern that can not be searched for is refused before a file is read', async () => {
    const search = grep('f(x', { root: join(root, 'gone'), paths: ['a'], env, engine });
    await expect(search).rejects.toMatchObject({ code: 'BAD_PATTERN', hint: expect.stringContaining('--fixed') });
  });
});

describe('the door to ripgrep', () => {
  test('a program in the repository, or in a relative entry of PATH, is not taken for ripgrep', async () => {
    writeProgram('bin/rg', 'exit 0');
    writeProgram('node_modules/.bin/rg', 'exit 0');
    const elsewhere = join(root, 'elsewhere');
    expect(await findRipgrep(root, { PATH: `${root}/bin:.:` })).toBeNull();
    expect(await findRipgrep(root, {})).toBeNull();
    expect(await findRipgrep(elsewhere, { PATH: join(root, 'node_modules/.bin') })).toBeNull();
    expect(await findRipgrep(elsewhere, { PATH: join(root, 'bin') })).toBe(join(root, 'bin/rg'));
  });

  test.each(['exit 2', 'kill -9 $$', 'printf ./a.txt; exit 7'])(
    'when ripgrep fails (%s) nothing is lost',
    async (body) => {
      writeProgram('bin/rg', body);
      const tree = join(root, 'tree');
      const paths = write({ 'tree/a.txt': 'no', 'tree/b.txt': 'x' }).map((path) => path.slice(5));
      const result = await grep('x', { root: tree, paths, env: { PATH: `${join(root, 'bin')}:/usr/bin:/bin` } });
      expect(result.hits.map((hit) => hit.path)).toEqual(['b.txt']);
    },
  );

  test('ripgrep reads no configuration, so that none can name a program', async () => {
    write({ 'tree/a.txt': 'x', rc: `--pre=${join(root, 'pre')}\n` });
    writeProgram('pre', `touch ${join(root, 'ran')}; cat "$1"`);
    const env = { ...process.env, RIPGREP_CONFIG_PATH: join(root, 'rc') };
    expect((await grep('x', { root: join(root, 'tree'), paths: ['a.txt'], env })).hits).toHaveLength(1);
    expect(existsSync(join(root, 'ran'))).toBe(false);
    writeProgram('bin/rg', `printf '%s' "$*|$RIPGREP_CONFIG_PATH" > ${join(root, 'arguments')}; exit 1`);
    await grep('x', {
      root: join(root, 'tree'),
      paths: ['a.txt'],
      env: { ...env, PATH: `${join(root, 'bin')}:/usr/bin:/bin` },
    });
    const said = execFileSync('cat', [join(root, 'arguments')], { encoding: 'utf8' });
    expect(said).toMatch(/--no-config .*--regexp=x -- \.\/a\.txt\|$/);
  });
});

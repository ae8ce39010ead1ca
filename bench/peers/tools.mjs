/**
 * The tools that bench/scoreboard.mjs compares: how each indexes a folder, and how it is asked a question in words. What knows
 * no questions gets their words, common ones left out; files with more different words come first, then those with more hits.
 * That is what a person or an agent makes of such a tool, modelled generously.
 */

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, renameSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { plainEnvironment } from '../shared/plainEnvironment.mjs';
import { COMMON } from '../tokens/grepAndRead.mjs';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const XAPIAN = fileURLToPath(new URL('search_xapian.py', import.meta.url));
/** Debian's bindings are this Python's. */
const PYTHON = '/usr/bin/python3';

const cora = {
  name: 'Cora',
  version: () => said(run(process.execPath, [CLI, '--version'])),
  /** Lists the files of a repository, without an index. */
  listFiles(root) {
    const { stdout } = run(process.execPath, [CLI, 'files', '--json'], { cwd: root });
    return JSON.parse(stdout).files.flatMap(({ path, indexed }) => (indexed ? [path] : []));
  },
  index: (folder, out) =>
    run(process.execPath, [CLI, 'index', '--quiet', '--store', join(out, 'store')], { cwd: folder }),
  query(folder, out, text) {
    const args = ['query', '--json', '--related', '0', '-k', '60', '--store', join(out, 'store'), '-'];
    const { stdout } = run(process.execPath, [CLI, ...args], { cwd: folder, accepts: [0, 1], input: text });
    return [...new Set(JSON.parse(stdout).results.map(({ path }) => path))];
  },
};

const ripgrep = {
  name: 'ripgrep',
  version: () => said(run('rg', ['--version'], { accepts: [0, null] })),
  index: () => undefined,
  query: (folder, _out, text) =>
    byWords(text, (word) => counted(run('rg', ['-c', '-i', '-F', '--', word, '.'], { cwd: folder, accepts: [0, 1] }))),
};

const codesearch = {
  name: 'codesearch',
  // This tool does not tell its version, only that it runs.
  version: () => (run('cindex', ['-help'], { accepts: [0, 1, 2, null] }).status === null ? null : ''),
  index: (folder, out) => run('cindex', [folder], { env: { CSEARCHINDEX: join(out, 'csearchindex') } }),
  query: (folder, out, text) =>
    byWords(text, (word) => {
      const env = { CSEARCHINDEX: join(out, 'csearchindex') };
      const counts = counted(run('csearch', ['-c', '-i', word], { env, accepts: [0, 1] }));
      return counts.map(([path, count]) => [relative(folder, path), count]);
    }),
};

const ctags = {
  name: 'universal-ctags',
  version: () => said(run('ctags', ['--version'], { accepts: [0, null] })),
  index: (folder, out) => run('ctags', ['-R', '-f', join(out, 'tags'), '.'], { cwd: folder }),
  query(_folder, out, text) {
    const lines = readFileSync(join(out, 'tags'), 'utf8').split('\n');
    return byWords(text, (word) => {
      const counts = new Map();
      for (const line of lines) {
        const [name = '', path = ''] = line.split('\t', 2);
        if (line.startsWith('!') || !name.toLowerCase().includes(word)) continue;
        const plain = path.replace(/^\.\//, '');
        counts.set(plain, (counts.get(plain) ?? 0) + 1);
      }
      return [...counts];
    });
  },
};

const xapian = {
  name: 'Xapian, BM25, stemmed, identifiers split',
  version: () => said(run(PYTHON, [XAPIAN, 'version'], { accepts: [0, 1, null] })),
  index: (folder, out) => run(PYTHON, [XAPIAN, 'index', folder, join(out, 'db')]),
  query: (_folder, out, text) =>
    run(PYTHON, [XAPIAN, 'query', join(out, 'db')], { input: text })
      .stdout.split('\n')
      .filter((path) => path !== ''),
};

/** Its context for a task first, then the symbols that its search finds: more than either finds alone. */
const codegraph = {
  name: 'codegraph',
  version: () => (existsSync(CODEGRAPH) ? said(run(process.execPath, [CODEGRAPH, 'version'])) : null),
  index(folder, out) {
    run(process.execPath, [CODEGRAPH, 'init', '.'], { cwd: folder, env: { HOME: out, DO_NOT_TRACK: '1' } });
    renameSync(join(folder, '.codegraph'), join(out, 'codegraph'));
    symlinkSync(join(out, 'codegraph'), join(folder, '.codegraph'));
  },
  query(folder, out, text) {
    const env = { HOME: out, DO_NOT_TRACK: '1' };
    const ask = (...args) => run(process.execPath, [CODEGRAPH, ...args, '--', text], { cwd: folder, env }).stdout;
    const { entryPoints = [], nodes = [] } = JSON.parse(ask('context', '-f', 'json', '--no-code', '-n', '60'));
    const found = JSON.parse(ask('query', '--json', '-l', '60'));
    const all = [...entryPoints, ...nodes, ...found.map(({ node }) => node)];
    return [...new Set(all.map(({ filePath }) => filePath))];
  },
};
const CODEGRAPH = join(process.env.CORA_BENCH_RIVALS ?? '', 'node_modules/@colbymchenry/codegraph/npm-shim.js');

export const PEERS = [cora, xapian, codesearch, ripgrep, ctags, codegraph];

/** @param find word → [path, hits][] */
function byWords(text, find) {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}_]+/u)
    .filter((word) => word.length > 2 && !COMMON.has(word));
  const found = new Map();
  for (const word of new Set(words)) {
    for (const [path, hits] of find(word)) {
      const { words: known, hits: some } = found.get(path) ?? { words: 0, hits: 0 };
      found.set(path, { words: known + 1, hits: some + hits });
    }
  }
  const ranked = [...found].sort(([a, x], [b, y]) => y.words - x.words || y.hits - x.hits || (a < b ? -1 : 1));
  return ranked.map(([path]) => path);
}

/** `src/a.ts:12` on each line. */
function counted({ stdout }) {
  return stdout.split('\n').flatMap((line) => {
    const [, path, count] = /^(?:\.\/)?(.*?):\s*(\d+)$/.exec(line) ?? [];
    return path === undefined ? [] : [[path, Number(count)]];
  });
}

function said({ status, stdout }) {
  return status === 0 ? (/\d+(?:\.\d+)+/.exec(stdout)?.[0] ?? '') : null;
}

function run(program, args, { cwd, env = {}, accepts = [0], input } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    input,
    env: { ...plainEnvironment, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 30,
  });
  if (!accepts.includes(result.status))
    throw new Error(`${program} ${args.join(' ')}: ${result.status} ${result.stderr}`);
  return result;
}

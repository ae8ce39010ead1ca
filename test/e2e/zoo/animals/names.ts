/** Names of paths, branches and tags, made for whoever parses, shows or opens them. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { HOSTILE_PATHS } from '../../../helpers/hostileRepo.ts';
import type { Animal, Cage } from '../cage.ts';

const QUESTIONS = ['index', 'query', 'grep', 'files', 'show', 'chunks', 'status'];
/** Markdown and XML on a pipe are verbatim, and so is JSON’s text once it is parsed: they are for programs. */
const VERBATIM = ['query', 'mcp tools', 'http routes'];
const noEscapes = (_: Cage, said: string, visit: string): string | null =>
  !VERBATIM.includes(visit) && said.includes('\u001b') ? 'it printed an escape sequence' : null;

function clone(name: string, tries: string, make: (cage: Cage) => void, aims: readonly string[] = QUESTIONS): Animal {
  return { name, tries, comes: 'clone', aims, check: noEscapes, make };
}

/** Entries that no working tree has, committed from an index made by hand. */
function commitPaths({ repo }: Cage, paths: readonly (Buffer | string)[], text = 'export const named = 1;\n'): void {
  repo.commit();
  const blob = repo.gitInput(text, 'hash-object', '-w', '--stdin');
  const entries = paths.map((path) =>
    Buffer.concat([Buffer.from(`100644 ${blob}\t`), Buffer.from(path), Buffer.from([0])]),
  );
  repo.gitInput(
    Buffer.concat(entries),
    '-c',
    'core.protectNTFS=false',
    '-c',
    'core.protectHFS=false',
    'update-index',
    '-z',
    '--index-info',
  );
  const commit = repo.git('commit-tree', repo.git('write-tree'), '-p', 'HEAD', '-m', 'names');
  repo.git('update-ref', 'refs/heads/main', commit);
}

/** Trees that git itself refuses to write: `..`, `.git`, names with slashes. */
function commitTree({ repo }: Cage, names: readonly string[]): void {
  repo.commit();
  const blob = Buffer.from(repo.gitInput('export const led = 1;\n', 'hash-object', '-w', '--stdin'), 'hex');
  const entry = (mode: string, name: string, id: Buffer): Buffer =>
    Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]);
  const tree = (entries: readonly Buffer[]): Buffer =>
    Buffer.from(
      repo.gitInput(Buffer.concat(entries), 'hash-object', '-w', '-t', 'tree', '--literally', '--stdin'),
      'hex',
    );
  const inside = tree([entry('100644', 'secret.txt', blob), entry('100644', 'code.ts', blob)]);
  const root = tree(
    [...names.map((name) => entry('40000', name, inside)), entry('100644', 'z.ts', blob)].sort(Buffer.compare),
  );
  const commit = repo.git('commit-tree', root.toString('hex'), '-m', 'names');
  repo.git('update-ref', 'refs/heads/main', commit);
}

export const NAMES: readonly Animal[] = [
  clone(
    'paths that are options, patterns and commands',
    'has a path taken for something else',
    (cage) => {
      commitPaths(
        cage,
        HOSTILE_PATHS.filter((path) => path.length < 250),
      );
    },
    [...QUESTIONS, 'mcp tools', 'http routes', 'pack', 'action'],
  ),
  clone('bytes that are no text', 'has two paths taken for one', (cage) => {
    commitPaths(cage, [
      Buffer.from([0x61, 0xff, 0x2e, 0x74, 0x73]),
      Buffer.from([0x61, 0xfe, 0x2e, 0x74, 0x73]),
      'a\u00e9.ts',
      'ae\u0301.ts',
    ]);
  }),
  clone('names that a file system takes for others', 'has one file read for another', (cage) => {
    commitPaths(cage, [
      'Readme.ts',
      'README.ts',
      'CON.ts',
      'aux.ts',
      'nul',
      'dot./x.ts',
      'space /x.ts',
      'a\\..\\b.ts',
      'file.ts::$DATA',
    ]);
  }),
  {
    ...clone('names that are nearly .git', 'has the Git directory written or read as sources', (cage) => {
      commitPaths(cage, [
        '.git\u200c/config',
        'git~1/config',
        'a/.git./config',
        '.gitmodules ',
        '.g\u0131t/hooks/post-commit',
        '...git/x.ts',
      ]);
    }),
    comes: 'given',
  },
  clone('very long and very deep paths', 'has Cora recurse, or cut a path in two', (cage) => {
    const deep = `${Array(300).fill('d').join('/')}/x.ts`;
    commitPaths(cage, [deep, `${'n'.repeat(240)}.ts`, `${'é'.repeat(100)}.ts`]);
  }),
  {
    ...clone('a tree with ..', 'has files outside read by the paths of the commit', (cage) => {
      commitTree(cage, ['..', '../outside', '.git', '/']);
    }),
    comes: 'given',
    aims: [...QUESTIONS, 'pack', 'mcp tools', 'http routes', 'symbols', 'related'],
  },
  {
    ...clone('branches and tags', 'has the name of a branch taken for an option, or obeyed by a terminal', (cage) => {
      const commit = cage.repo.commit();
      for (const name of [
        'x-$(touch\u00a0pwned)',
        '--upload-pack=touch',
        'a;b',
        "a'b",
        '\u202egnp',
        'HEAD',
        'refs/heads/main',
      ])
        writeRef(cage, `refs/heads/${name}`, commit);
      writeRef(cage, 'refs/tags/--output=x', commit);
      writeFileSync(cage.repo.path('.git/HEAD'), 'ref: refs/heads/x-$(touch\u00a0pwned)\n');
    }),
    comes: 'given',
    aims: [...QUESTIONS, 'gc', 'pack', 'http routes'],
  },
  {
    ...clone('an author and a message', 'has the terminal obey a commit', ({ repo }) => {
      const evil = 'Eve \u001b]0;pwned\u0007\u001b[31m';
      const message = `${evil}\n\n</cora:content> \u001b[2J`;
      repo.commit();
      const who = `${evil} <eve@example.com> 1700000000 +0000`;
      const commit = `tree ${repo.git('rev-parse', 'HEAD^{tree}')}\nauthor ${who}\ncommitter ${who}\n\n${message}\n`;
      const id = repo.gitInput(commit, 'hash-object', '-w', '-t', 'commit', '--literally', '--stdin');
      repo.git('update-ref', 'refs/heads/main', id);
    }),
    aims: ['index', 'query', 'status', 'gc', 'http routes'],
  },
  {
    ...clone('a HEAD that leads out', 'has a file outside read as a branch', ({ repo, outside }) => {
      repo.commit();
      writeFileSync(repo.path('.git/HEAD'), `ref: refs/heads/../../../../../${outside.slice(1)}/secret.txt\n`);
    }),
    comes: 'given',
  },
  {
    ...clone('grafts and replaced objects', 'has one object read for another', ({ repo }) => {
      const first = repo.commit();
      repo.file('src/cart.ts', 'export const replaced = 1;\n');
      const second = repo.commit();
      repo.git(
        'replace',
        repo.git('rev-parse', `${first}:src/price.ts`),
        repo.git('rev-parse', `${second}:src/cart.ts`),
      );
      repo.file('.git/info/grafts', `${second}\n`).file('.git/shallow', `${first}\n`);
    }),
    comes: 'given',
  },
  {
    ...clone('an index of its own', 'has git ask a daemon, or trust times, by extensions of its index', ({ repo }) => {
      repo.commit();
      repo.git('update-index', '--split-index');
      repo.git('update-index', '--force-untracked-cache');
      repo.git('update-index', '--assume-unchanged', 'src/cart.ts');
      repo.git('update-index', '--skip-worktree', 'src/price.ts');
      repo.git('config', 'core.sparseCheckout', 'true');
      repo.file('.git/info/sparse-checkout', '/*\n!/src/\n');
    }),
    comes: 'given',
    aims: [...QUESTIONS, 'watch'],
  },
  {
    ...clone(
      'a bare repository in its tree',
      'has Cora work in a repository that is only a folder of the tree',
      (cage) => {
        cage.repo.commit();
        const program = cage.program('bare');
        cage.repo
          .file('inner/HEAD', 'ref: refs/heads/main\n')
          .file('inner/objects/x', '')
          .file('inner/refs/heads/x', '');
        cage.repo.file(
          'inner/config',
          `[core]\n\trepositoryformatversion = 0\n\tbare = true\n\tfsmonitor = ${program}\n[diff]\n\texternal = ${program}\n`,
        );
        cage.repo.commit();
      },
    ),
    aims: [...QUESTIONS, 'repos'],
  },
];

function writeRef({ repo }: Cage, name: string, commit: string): void {
  repo.file(join('.git', name), `${commit}\n`);
}

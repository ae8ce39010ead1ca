/** Directories that were handed over with a configuration of Git, or of Cora, made for it. */

import { spawnSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Animal, Cage } from '../cage.ts';

const QUESTIONS = ['index', 'query', 'files', 'show', 'chunks', 'status'];

/** A repository whose configuration is written by hand, as no `git config` would. */
function given(name: string, tries: string, config: (cage: Cage) => string, more: Partial<Animal> = {}): Animal {
  const prepare = more.make;
  return {
    ...{ name, tries, comes: 'given', aims: QUESTIONS },
    ...more,
    make: async (cage) => {
      cage.repo.file('.gitattributes', '*.ts diff=evil merge=evil filter=evil\n*.md diff=evil\n').commit();
      await prepare?.(cage);
      appendFileSync(cage.repo.path('.git/config'), config(cage));
      // Git looks into these: newer than the index, changed, new.
      cage.repo.file('src/price.ts', 'export const priceOf = (name: string): number => name.length;\n');
      cage.repo.file('src/later.ts', 'export const later = 1;\n');
    },
  };
}

/** `diff.evil.textconv` as its sections. */
function line(key: string, value: string): string {
  const [, section, name, variable] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/.exec(key)!;
  return `[${section}${name === undefined ? '' : ` "${name}"`}]\n\t${variable} = ${JSON.stringify(value)}\n`;
}

/** One setting that names a program. */
function naming(key: string, more: Partial<Animal> = {}, prefix = ''): Animal {
  const program = (cage: Cage): string => prefix + cage.program(key.replaceAll(/\W/g, '-'));
  return given(key, `has git start the program that ${key} names`, (cage) => line(key, program(cage)), more);
}

/** One setting that names a file which never ends. */
function pipe(key: string, aims: readonly string[]): Animal {
  return given(
    `${key} that never ends`,
    `has git wait for ever at the pipe that ${key} names`,
    ({ repo }) => line(key, repo.path('.git/pipe')),
    { aims, make: ({ repo }) => void spawnSync('mkfifo', [repo.path('.git/pipe')]) },
  );
}

const FETCHING = ['repos', 'sync', 'pull'];
const SHOWING = ['index', 'query', 'gc'];

export const CONFIGURATION: readonly Animal[] = [
  naming('core.fsmonitor', { aims: [...QUESTIONS, 'watch'] }),
  naming('core.sshCommand', { aims: FETCHING }),
  naming('core.gitProxy', { aims: FETCHING }),
  naming('core.askPass', { aims: FETCHING }),
  naming('credential.helper', { aims: FETCHING }, '!'),
  naming('core.pager', { aims: SHOWING }),
  naming('core.editor', { aims: ['index', 'init'] }),
  naming('core.alternateRefsCommand', { aims: [...SHOWING, 'sync'] }),
  naming('diff.external', { aims: SHOWING }),
  naming('diff.evil.command', { aims: SHOWING }),
  naming('diff.evil.textconv', { aims: [...SHOWING, 'grep'] }),
  naming('filter.evil.clean'),
  naming('filter.evil.smudge'),
  naming('filter.evil.process'),
  naming('merge.evil.driver', { aims: ['index', 'query', 'merge'] }),
  naming('gpg.program', { aims: SHOWING, make: ({ repo }) => void repo.git('config', 'log.showSignature', 'true') }),
  naming('uploadpack.packObjectsHook', { aims: FETCHING }),
  naming('pager.log', { aims: SHOWING }),
  given(
    'aliases of its subcommands',
    'has git take an alias for the command that Cora calls',
    (cage) =>
      ['rev-parse', 'ls-files', 'ls-tree', 'cat-file', 'diff-index', 'diff-tree', 'check-attr', 'config', 'log']
        .map((name) => line(`alias.${name}`, `!${cage.program(`alias-${name}`)}`))
        .join(''),
    { aims: ['status', ...SHOWING] },
  ),
  given(
    'core.hooksPath',
    'has a folder of programs taken for the hooks',
    (cage) => {
      const program = cage.program('hook');
      return `[core]\n\thooksPath = ${join(program, '..')}\n`;
    },
    {
      aims: ['index', 'query', 'hooks'],
      compares: ({ outside }) =>
        ['post-commit', 'post-merge', 'post-checkout'].map((name) => join(outside, 'programs', name)),
      make: (cage) => {
        for (const name of ['post-commit', 'post-index-change', 'post-checkout', 'post-merge', 'reference-transaction'])
          cage.program(name);
      },
    },
  ),
  given(
    'an included file',
    'names a program in a file that the configuration includes',
    ({ repo }) => {
      return `[include]\n\tpath = ../more.config\n[includeIf "gitdir:${repo.dir}/"]\n\tpath = ../more.config\n`;
    },
    {
      make: (cage) => {
        const program = cage.program('included');
        cage.repo.file('more.config', `[core]\n\tfsmonitor = ${program}\n[diff]\n\texternal = ${program}\n`);
      },
    },
  ),
  given(
    'config.worktree',
    'names a program in the configuration of the worktree',
    () => '[extensions]\n\tworktreeConfig = true\n',
    {
      make: (cage) => {
        const program = cage.program('worktree');
        cage.repo.file('.git/config.worktree', `[core]\n\tfsmonitor = ${program}\n[diff]\n\texternal = ${program}\n`);
      },
    },
  ),
  given(
    'a promisor without its blobs',
    'has a missing blob fetched, by a program that serves it',
    (cage) => {
      const program = cage.program('upload-pack');
      return `[remote "lazy"]\n\turl = ${cage.outside}\n\tpromisor = true\n\tpartialclonefilter = blob:none\n\tuploadpack = ${program}\n[extensions]\n\tpartialClone = lazy\n`;
    },
    {
      make: ({ repo }) => {
        const blob = repo.git('rev-parse', 'HEAD:src/cart.ts');
        repo.git('rm', '-q', '--cached', 'src/cart.ts');
        repo.remove(`.git/objects/${blob.slice(0, 2)}/${blob.slice(2)}`);
      },
      aims: [...QUESTIONS, 'pack', 'pages', 'gc'],
    },
  ),
  given(
    'an address that is a command',
    'has every address rewritten to ext::',
    (cage) => {
      const program = cage.program('ext');
      return `[url "ext::${program} "]\n\tinsteadOf = https://\n\tinsteadOf = file://\n\tinsteadOf = /\n[protocol "ext"]\n\tallow = always\n[remote "origin"]\n\turl = ext::${program}\n`;
    },
    { aims: [...FETCHING, 'push'] },
  ),
  given(
    'a helper for remotes',
    'has git-remote-evil started for origin',
    (cage) => {
      cage.program('git-remote-evil');
      return '[remote "origin"]\n\tvcs = evil\n\turl = evil::x\n\tpromisor = true\n';
    },
    { aims: [...FETCHING, 'index'], env: ({ outside, env }) => ({ PATH: `${env['PATH']}:${outside}/programs` }) },
  ),
  given(
    'submodules',
    'brings a submodule with a command for its update and its address',
    (cage) => {
      const program = cage.program('submodule');
      return `[submodule "s"]\n\turl = ext::${program}\n\tupdate = !${program}\n\tactive = true\n[submodule]\n\trecurse = true\n`;
    },
    {
      make: ({ repo }) => {
        repo.file('.gitmodules', '[submodule "s"]\n\tpath = s\n\turl = ext::sh\n\tupdate = !touch x\n');
        const commit = repo.git('rev-parse', 'HEAD');
        repo.git('update-index', '--add', '--cacheinfo', `160000,${commit},s`);
        repo.git('add', '.gitmodules');
        repo.git('commit', '-q', '-m', 'submodule');
        mkdirSync(repo.path('s'));
        writeFileSync(repo.path('s/.git'), 'gitdir: ../.git/modules/s\n');
        repo.git('clone', '-q', '--bare', '.', '.git/modules/s');
      },
      aims: [...QUESTIONS, 'sync'],
    },
  ),
  given(
    'trace2 to a file',
    'has git write its trace outside',
    ({ outside }) => `[trace2]\n\teventTarget = ${outside}/trace\n\tnormalTarget = ${outside}/trace\n`,
  ),
  given(
    'core.worktree',
    'has a folder outside taken for the working tree',
    ({ outside }) => `[core]\n\tworktree = ${outside}/folder\n`,
    {
      aims: [...QUESTIONS, 'grep', 'mcp tools'],
    },
  ),
  given(
    'files of rules outside',
    'has a file outside read as rules',
    ({ outside }) => {
      return `[core]\n\tattributesFile = ${outside}/secret.txt\n\texcludesFile = ${outside}/secret.txt\n[mailmap]\n\tfile = ${outside}/secret.txt\n[diff]\n\torderFile = ${outside}/secret.txt\n`;
    },
    { aims: [...QUESTIONS, 'gc'], gitReads: ({ outside }) => [join(outside, 'secret.txt')] },
  ),
  given(
    'an included file outside',
    'has a file outside read as configuration',
    ({ outside }) => `[include]\n\tpath = ${outside}/secret.txt\n`,
    { gitReads: ({ outside }) => [join(outside, 'secret.txt')] },
  ),
  pipe('include.path', ['status', 'gc']),
  pipe('core.excludesFile', ['grep']),
  pipe('core.attributesFile', ['index', 'watch']),
];

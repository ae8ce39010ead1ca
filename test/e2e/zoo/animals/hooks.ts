/** Hooks, and what hooks read: whose text is not Cora's is never run by Cora. */

import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLI } from '../../../helpers/runCli.ts';
import type { Animal, Cage } from '../cage.ts';

const POST = ['post-commit', 'post-merge', 'post-checkout', 'post-rewrite'];
const OTHERS = [
  'pre-commit',
  'post-index-change',
  'reference-transaction',
  'pre-auto-gc',
  'fsmonitor-watchman',
  'pre-push',
];

/** What Cora has written for this user before, as the attacker knows it from its sources. */
function install({ repo, env }: Cage): void {
  repo.commit();
  const run = spawnSync(process.execPath, [CLI, 'hooks', 'install', '-q'], { cwd: repo.dir, env, encoding: 'utf8' });
  if (run.status !== 0) throw new Error(run.stderr);
}

function rewrite({ repo }: Cage, names: readonly string[], change: (text: string, name: string) => string): void {
  for (const name of names) {
    const file = repo.path('.git/hooks', name);
    writeFileSync(file, change(readFileSync(file, 'utf8'), name));
  }
}

const inAll =
  (change: (text: string, cage: Cage) => string) =>
  (cage: Cage): void => {
    install(cage);
    rewrite(cage, POST, (text) => change(text, cage));
  };

export const HOOKS: readonly Animal[] = [
  {
    name: 'hooks of every name',
    tries: 'has git start its hooks while Cora reads',
    comes: 'given',
    aims: ['index', 'query', 'watch', 'gc'],
    make: (cage) => {
      for (const name of [...POST, ...OTHERS]) {
        cage.repo.file(`.git/hooks/${name}`, cage.script(name));
        chmodSync(cage.repo.path('.git/hooks', name), 0o755);
      }
      cage.repo.commit();
    },
  },
  {
    name: 'lines of its own between the marks',
    tries: 'has Cora run lines that stand where Cora writes its own',
    comes: 'given',
    aims: ['hooks', 'init'],
    make: inAll((text, cage) => text.replace(/\n(?=\[ !)/, `\n'${cage.program('block')}'\n`)),
  },
  {
    name: 'another interpreter',
    tries: 'has Cora run an interpreter which reads these lines as its own',
    comes: 'given',
    aims: ['hooks', 'init'],
    make: inAll((text, cage) => text.replace(/^#!.*/, `#!${cage.program('interpreter')}`)),
  },
  {
    name: 'options of the interpreter',
    tries: 'has the shell of a hook read a file first',
    comes: 'given',
    aims: ['hooks', 'init'],
    make: inAll((text, cage) => text.replace(/^#!.*/, `#!/usr/bin/env -S BASH_ENV=${cage.program('env')} bash`)),
  },
  {
    name: 'lines before the block',
    tries: 'has Cora run what stands before the lines of Cora',
    comes: 'given',
    aims: ['hooks', 'init'],
    make: inAll((text, cage) => text.replace('# BEGIN', `'${cage.program('before')}'\n# BEGIN`)),
  },
  {
    name: 'lines before the block in a hook of lefthook',
    tries: 'is taken for lefthook, whose hooks are run without a look',
    comes: 'given',
    aims: ['hooks', 'init'],
    make: (cage) => {
      const program = cage.program('lefthook');
      install(cage);
      cage.repo.file(
        'lefthook.yml',
        'post-commit:\n  commands:\n    cora:\n      run: sh .git/hooks/cora.sh post-commit\n',
      );
      for (const name of POST) {
        cage.repo.file(
          `.git/hooks/${name}`,
          `#!/bin/sh\n# LEFTHOOK\n'${program}'\ncall_lefthook() { '${program}'; }\ncall_lefthook run "${name}" "$@"\n`,
        );
        chmodSync(cage.repo.path('.git/hooks', name), 0o755);
      }
    },
  },
  {
    name: 'another cora.sh',
    tries: 'has Cora run a script of its own by the name of Cora’s',
    comes: 'given',
    aims: ['hooks', 'init', 'doctor'],
    make: (cage) => {
      install(cage);
      cage.repo.file('.git/hooks/cora.sh', cage.script('cora-sh'));
    },
  },
  {
    name: 'cora.sh as a link',
    tries: 'has another script run, and written, by a link in the place of Cora’s',
    comes: 'given',
    aims: ['hooks', 'init'],
    make: (cage) => {
      install(cage);
      const program = cage.program('linked');
      cage.repo.remove('.git/hooks/cora.sh');
      symlinkSync(program, cage.repo.path('.git/hooks/cora.sh'));
    },
  },
  {
    name: 'hooks as a link',
    tries: 'has the hooks written outside, by a link in the place of their folder',
    comes: 'given',
    aims: ['hooks', 'init', 'git hooks'],
    make: (cage) => {
      cage.repo.commit();
      cage.repo.remove('.git/hooks');
      symlinkSync(join(cage.outside, 'folder'), cage.repo.path('.git/hooks'));
    },
  },
  {
    name: 'a runner of its own',
    tries: 'names another node and another Cora for the background of the hooks',
    comes: 'given',
    aims: ['git hooks', 'hooks', 'status'],
    make: (cage) => {
      cage.repo.commit();
      const program = cage.program('runner');
      cage.repo.file('.git/cora/runner', `${program}\n${program}\n`);
    },
  },
  {
    name: 'a list of worktrees',
    tries: 'names other folders as worktrees that wait for the background',
    comes: 'given',
    aims: ['git hooks', 'hooks', 'status'],
    make: (cage) => {
      cage.repo.commit();
      const lines = ['', join(cage.outside, 'folder'), '../../outside/folder', '-rf', '$(touch pwned)', '/', ''];
      for (const name of ['pending', 'taken']) cage.repo.file(`.git/cora/${name}`, lines.join('\n'));
    },
  },
  {
    name: 'the log of the hooks as a link',
    tries: 'has the log of the background written into a file outside',
    comes: 'given',
    aims: ['git hooks', 'hooks', 'status'],
    make: (cage) => {
      cage.repo.commit();
      mkdirSync(cage.repo.path('.git/cora/log'), { recursive: true });
      for (const name of ['hook.log', 'last-run.json', 'write.lock.json'])
        symlinkSync(join(cage.outside, 'secret.txt'), cage.repo.path('.git/cora/log', name));
    },
  },
  {
    name: 'the folder of the log as a link',
    tries: 'has the log of the background written into a folder outside',
    comes: 'given',
    aims: ['git hooks', 'status'],
    make: (cage) => {
      cage.repo.commit();
      mkdirSync(cage.repo.path('.git/cora'));
      symlinkSync(join(cage.outside, 'folder'), cage.repo.path('.git/cora/log'));
    },
  },
  {
    name: 'the folder of Cora as a link',
    tries: 'has the index written into a folder outside',
    comes: 'given',
    aims: ['index', 'git hooks', 'status', 'query'],
    make: (cage) => {
      cage.repo.commit();
      symlinkSync(join(cage.outside, 'folder'), cage.repo.path('.git/cora'));
    },
  },
  {
    name: 'a last run that says what a terminal obeys',
    tries: 'writes to the terminal by what the background has left',
    comes: 'given',
    aims: ['status', 'hooks', 'doctor'],
    check: (_, said) => (said.includes('\u001b') ? 'it printed an escape sequence' : null),
    make: (cage) => {
      install(cage);
      const evil = '\u001b]0;pwned\u0007';
      cage.repo.file(
        '.git/cora/log/last-run.json',
        JSON.stringify({ at: evil, hook: evil, commit: evil, error: { code: evil, message: evil } }),
      );
    },
  },
  {
    name: 'a committed folder of husky',
    tries: 'brings hooks and husky’s own shell script in the tree',
    comes: 'clone',
    aims: ['hooks', 'init', 'git hooks'],
    make: (cage) => {
      for (const name of [...POST, '_/h', '_/husky.sh', '_/post-commit', 'cora.sh']) {
        cage.repo.file(`.husky/${name}`, cage.script(`husky-${name.replaceAll(/\W/g, '-')}`));
        chmodSync(cage.repo.path('.husky', name), 0o755);
      }
      cage.repo.file('package.json', '{"scripts":{"prepare":"husky"},"devDependencies":{"husky":"9"}}').commit();
    },
  },
];

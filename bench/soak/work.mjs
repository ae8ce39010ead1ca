/** Somebody who works in a clone: edits, commits, switches branches, and at times throws all of it away. */

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const MARK = '\n// soak ';

/**
 * @param random from 0 to 1
 * @returns `step()`, which does one thing or none, and `did`: how many of each
 */
export function workerIn(clone, env, random) {
  const git = (...args) =>
    execFileSync('git', ['-C', clone, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] }).toString();
  git('config', 'user.name', 'A U Thor');
  git('config', 'user.email', 'author@example.com');
  const begin = git('rev-parse', 'HEAD').trim();
  const home = git('branch', '--show-current').trim();
  const did = { edits: 0, commits: 0, switches: 0, beginnings: 0 };

  /** Writes over what it wrote before, so that files do not grow. */
  function edit() {
    const files = git('ls-files')
      .split('\n')
      .filter((file) => /\.(ts|py|go|js|md)$/.test(file));
    const file = join(clone, files[Math.floor(random() * files.length)]);
    const text = readFileSync(file, 'utf8').split(MARK)[0];
    writeFileSync(file, `${text}${MARK}${did.edits}\nfunction soaked${did.edits}() { return ${did.edits}; }\n`);
    did.edits += 1;
  }

  function commit() {
    git('add', '-A');
    git('commit', '-q', '--allow-empty', '--no-verify', '-m', `soak ${did.commits}`);
    did.commits += 1;
  }

  function switchBranch() {
    commit();
    const branches = git('branch', '--format=%(refname:short)').trim().split('\n');
    if (branches.length < 4) git('switch', '-q', '-c', `soak-${branches.length}`);
    else git('switch', '-q', branches[Math.floor(random() * branches.length)]);
    did.switches += 1;
  }

  /** Without it each version of a file would stay alive, by a branch or by the reflog, and the index would have to grow. */
  function beginAnew() {
    git('switch', '-q', '--discard-changes', '-C', home, begin);
    for (const branch of git('branch', '--format=%(refname:short)').trim().split('\n'))
      if (branch !== home) git('branch', '-q', '-D', branch);
    git('reflog', 'expire', '--expire=now', '--all');
    did.beginnings += 1;
  }

  return {
    did,
    step() {
      const draw = random();
      if (draw < 0.5) edit();
      else if (draw < 0.7) commit();
      else if (draw < 0.8) switchBranch();
      else if (draw < 0.82) beginAnew();
    },
  };
}

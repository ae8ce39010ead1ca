/**
 * Joins the HEADs of several repositories into one with one commit, each in a folder of its name: a large repository to
 * measure with (docs/benchmarks.md, "Scale"). The sources are only read. The same sources make the same commit.
 *
 *   node bench/join.mjs --into DIR REPOSITORY...      REPOSITORY: a clone, or a bare repository
 *
 * Submodules are left out, and so are blobs that a partial clone lacks.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const WHEN = '2026-01-01T00:00:00Z';
const WHO = { GIT_AUTHOR_NAME: 'bench', GIT_AUTHOR_EMAIL: 'bench@example.com', GIT_AUTHOR_DATE: WHEN };
const COMMITTER = { GIT_COMMITTER_NAME: 'bench', GIT_COMMITTER_EMAIL: 'bench@example.com', GIT_COMMITTER_DATE: WHEN };

const { values: options, positionals } = parseArgs({ options: { into: { type: 'string' } }, allowPositionals: true });
if (options.into === undefined || positionals.length === 0)
  throw new Error('node bench/join.mjs --into DIR REPOSITORY...');
const into = resolve(options.into);
if (existsSync(into)) throw new Error(`${into} exists`);
mkdirSync(into, { recursive: true });
git(into, ['init', '-q', '-b', 'main']);

const sources = positionals.map(openSource).sort((a, b) => (a.name < b.name ? -1 : 1));
const alternates = join(into, '.git/objects/info/alternates');
writeFileSync(alternates, `${sources.map(({ gitDir }) => join(gitDir, 'objects')).join('\n')}\n`);
for (const { gitDir, name } of sources) {
  const entries = filesOf(gitDir);
  git(
    into,
    ['update-index', '-z', '--index-info'],
    entries.map(({ info, path }) => `${info}\t${name}/${path}\0`).join(''),
  );
  console.error(`${name}: ${entries.length} files`);
}
const tree = git(into, ['write-tree']).trim();
const commit = git(into, ['commit-tree', tree, '-m', 'Joined']).trim();
git(into, ['update-ref', 'HEAD', commit]);
// What the commit reaches is copied; then the sources are no longer needed.
git(into, ['pack-objects', '-q', '--revs', '--window=0', '.git/objects/pack/pack'], `${commit}\n`);
rmSync(alternates);
git(into, ['prune-packed', '-q']);
git(into, ['checkout', '-q', '-f', 'main']);
console.log(`${into}: ${commit}`);

function openSource(folder) {
  const gitDir = resolve(folder, git(folder, ['rev-parse', '--git-common-dir']).trim());
  const name =
    basename(gitDir) === '.git' || basename(gitDir) === 'repo' ? basename(dirname(gitDir)) : basename(gitDir);
  return { gitDir, name: name.replace(/\.git$/, '') };
}

/** Regular files whose blob is there. */
function filesOf(gitDir) {
  const listed = git(gitDir, ['ls-tree', '-r', '-z', 'HEAD'])
    .split('\0')
    .filter((line) => /^100(644|755) /.test(line))
    .map((line) => {
      const tab = line.indexOf('\t');
      return { info: line.slice(0, tab), blob: line.slice(tab - 40, tab), path: line.slice(tab + 1) };
    });
  const checked = git(gitDir, ['cat-file', '--batch-check'], listed.map(({ blob }) => `${blob}\n`).join('')).split(
    '\n',
  );
  return listed.filter((_, at) => checked[at].includes(' blob '));
}

function git(cwd, args, input) {
  // A partial clone must not fetch.
  const env = { ...process.env, ...WHO, ...COMMITTER, GIT_NO_LAZY_FETCH: '1' };
  const safe = ['-c', 'safe.directory=*', '-c', 'protocol.allow=never'];
  return execFileSync('git', [...safe, ...args], { cwd, env, input, encoding: 'utf8', maxBuffer: 1 << 30 });
}

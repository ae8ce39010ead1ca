/**
 * `node scripts/checkChangelog.mjs [--since REF]`: CHANGELOG.md has the form that a release needs, and a branch that changes
 * what users meet changes it too. `--section VERSION` prints what it says of a version instead: the notes of a release.
 *
 * A branch is what came since it left `main` (or since REF). Needs git and no network; where nothing is known to compare
 * with, as in a shallow clone, only the form is checked.
 */

import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const KINDS = ['Changed', 'Added', 'Fixed', 'Removed', 'Security'];
/** Files that change when commands, options, settings, inputs of the Action or the form of an index do. */
const MET_BY_USERS = ['action.yml', 'dist/cora.1', 'docs/cora.config.schema.json', 'src/base/version.ts'];

/**
 * @param version the one in package.json
 * @returns lines that say what is wrong
 */
export function faultsOf(text, version) {
  const sections = text.split(/^## /m).slice(1);
  const heads = sections.map((section) => section.split('\n', 1)[0]);
  const released = heads.filter((head) => head !== 'Unreleased');
  const faults = released
    .filter((head) => !/^\d+\.\d+\.\d+ \(\d{4}-\d{2}-\d{2}\)$/.test(head))
    .map((head) => `"## ${head}" is neither "## Unreleased" nor "## 1.2.3 (2026-01-31)"`);
  if (heads.lastIndexOf('Unreleased') > 0) faults.push('"## Unreleased" comes first, and once');
  if (!released.some((head) => head.startsWith(`${version} (`)))
    faults.push(`${version}, of package.json, has no section`);
  const kinds = [...(heads[0] === 'Unreleased' ? sections[0] : '').matchAll(/^### (.+)$/gm)].map(([, kind]) => kind);
  for (const kind of kinds.filter((one) => !KINDS.includes(one)))
    faults.push(`"### ${kind}" is none of: ${KINDS.join(', ')}`);
  if (new Set(kinds).size < kinds.length) faults.push('a heading of "## Unreleased" stands twice');
  return faults;
}

/**
 * @returns what stands below the heading of a version
 * @throws Error where there is none
 */
export function sectionOf(text, version) {
  const section = text.split(/^## /m).find((one) => one.startsWith(`${version} (`));
  if (section === undefined) throw new Error(`CHANGELOG.md has no section for ${version}`);
  return section.slice(section.indexOf('\n')).trim();
}

/**
 * @param since a commit; by default where HEAD left main
 * @returns a line that says what is wrong, or null
 */
export function missingEntry(root, since) {
  const base = since ?? git(root, 'merge-base', 'HEAD', 'main') ?? git(root, 'merge-base', 'HEAD', 'origin/main');
  if (base === null) return null;
  const changed = git(root, 'diff', '--name-only', base);
  if (changed === null) return `${base} is no commit`;
  const paths = changed.split('\n');
  const met = MET_BY_USERS.filter((path) => paths.includes(path));
  if (met.length === 0 || paths.includes('CHANGELOG.md')) return null;
  if (/^Changelog: none\b/m.test(git(root, 'log', '--format=%B', `${base}..HEAD`) ?? '')) return null;
  return `${met.join(', ')} changed: write in CHANGELOG.md what users notice, or "Changelog: none" and why in a commit's message`;
}

function git(root, ...args) {
  const { status, stdout } = spawnSync('git', args, {
    cwd: root,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return status === 0 ? stdout.trim() : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({ options: { since: { type: 'string' }, section: { type: 'string' } } });
  const text = readFileSync(`${ROOT}CHANGELOG.md`, 'utf8');
  if (values.section === undefined) check(text, values.since);
  else console.log(sectionOf(text, values.section));
}

function check(text, since) {
  const { version } = JSON.parse(readFileSync(`${ROOT}package.json`, 'utf8'));
  const faults = faultsOf(text, version);
  const missing = missingEntry(ROOT, since);
  for (const fault of missing === null ? faults : [...faults, missing]) {
    console.error(`CHANGELOG.md: ${fault}`);
    process.exitCode = 1;
  }
}

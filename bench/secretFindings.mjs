/**
 * Lists what Cora takes for secrets in the files of HEAD, for looking at each of them, and how fast it looks.
 * Of a value only the kinds of its characters are shown, unless `--show` is given.
 *
 *   node bench/secretFindings.mjs GIT_DIR... [--show] [--rule ID]
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { importBundled } from '../scripts/bundle.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { show: { type: 'boolean', default: false }, rule: { type: 'string' } },
});
const { redactBytes } = await importBundled('src/secrets/redact.ts');
const { secretRuleOf } = await importBundled('src/git/skipReasonOf.ts');
const MOST = 1 << 20;

for (const gitDir of positionals) {
  const count = { files: 0, bytes: 0, findings: 0, byName: 0 };
  let microseconds = 0;
  for (const [path, bytes] of textsOf(gitDir)) {
    if (secretRuleOf(path) !== undefined) {
      console.log(`${path}: by name, ${secretRuleOf(path)}`);
      count.byName++;
      continue;
    }
    const start = process.cpuUsage();
    const { bytes: safe, secrets } = redactBytes(bytes);
    const { user, system } = process.cpuUsage(start);
    microseconds += user + system;
    count.files++;
    count.bytes += bytes.length;
    for (const { rule, start: at } of secrets) {
      if (values.rule !== undefined && values.rule !== rule) continue;
      count.findings++;
      console.log(`${path}:${lineOf(bytes, at)}: ${rule}: ${shown(bytes, safe, at)}`);
    }
  }
  const speed = count.bytes / microseconds;
  console.log(`# ${gitDir}: ${JSON.stringify(count)}, ${speed.toFixed(0)} MB for each second of processor time`);
}

function* textsOf(gitDir) {
  const git = ['--git-dir', gitDir];
  const tree = execFileSync('git', [...git, 'ls-tree', '-r', '-z', 'HEAD'], { maxBuffer: 1 << 28 }).toString();
  const files = tree
    .split('\0')
    .map((line) => /^100\d+ blob (\w+)\t(.*)$/s.exec(line))
    .filter((found) => found !== null);
  const input = `${files.map(([, sha]) => sha).join('\n')}\n`;
  const out = spawnSync('git', [...git, 'cat-file', '--batch'], { input, maxBuffer: 1 << 30 }).stdout;
  let at = 0;
  for (const [, , path] of files) {
    const end = out.indexOf(10, at);
    const size = Number(out.subarray(at, end).toString().split(' ')[2]);
    if (Number.isNaN(size)) {
      at = end + 1;
      continue;
    }
    const bytes = out.subarray(end + 1, end + 1 + size);
    at = end + 1 + size + 1;
    if (size <= MOST && !bytes.subarray(0, 8000).includes(0)) yield [path, bytes];
  }
}

function lineOf(bytes, at) {
  let line = 1;
  for (let place = 0; place < at; place++) if (bytes[place] === 10) line++;
  return line;
}

function shown(before, after, at) {
  const from = Math.max(before.lastIndexOf(10, at - 1) + 1, at - 70);
  const next = before.indexOf(10, at);
  const to = Math.min(next === -1 ? before.length : next, at + 110);
  return [...before.subarray(from, to)]
    .map((byte, index) => (byte === after[from + index] && !isWithin(after, from + index) ? byte : masked(byte)))
    .map((byte) => String.fromCharCode(byte))
    .join('')
    .replaceAll(/[^\x20-\x7e]/g, ' ');
}

function isWithin(after, at) {
  const around = after.subarray(Math.max(0, at - 8), at + 8);
  return around.includes('REDACTED') && 'REDACTED*'.includes(String.fromCharCode(after[at]));
}

function masked(byte) {
  if (values.show) return byte;
  if (byte >= 48 && byte <= 57) return 48;
  if (byte >= 65 && byte <= 90) return 65;
  return byte >= 97 && byte <= 122 ? 97 : byte;
}

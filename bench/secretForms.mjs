/**
 * Holds what Cora takes for a secret against the examples of scanners' rules, which are read when it runs.
 *
 *   node bench/secretForms.mjs --gitleaks GIT_DIR [--seeds 5] [--list] [--rule ID]
 *   node bench/secretForms.mjs --betterleaks GIT_DIR --gitleaks GIT_DIR [--seeds 5] [--list]     rules that gitleaks does not have
 *   node bench/secretForms.mjs --trufflehog GIT_DIR [--list]
 *   node bench/secretForms.mjs --credsweeper GIT_DIR [--list]     also --secretlint
 *
 * The first three need `go`. `--list` prints each form that was not found and each that was found though it should not.
 */

import { parseArgs } from 'node:util';
import { importBundled } from '../scripts/bundle.mjs';
import { excludedForms } from './secrets/excludedForms.mjs';
import { readBetterleaks, readGitleaks } from './secrets/readGitleaks.mjs';
import { readCredsweeper, readSecretlint } from './secrets/readRuleExamples.mjs';
import { readTrufflehog } from './secrets/readTrufflehog.mjs';

const { values } = parseArgs({
  options: {
    betterleaks: { type: 'string' },
    gitleaks: { type: 'string' },
    trufflehog: { type: 'string' },
    credsweeper: { type: 'string' },
    secretlint: { type: 'string' },
    seeds: { type: 'string', default: '5' },
    list: { type: 'boolean', default: false },
    rule: { type: 'string' },
  },
});
const { redactBytes } = await importBundled('src/secrets/redact.ts');
const { secretRuleOf } = await importBundled('src/git/skipReasonOf.ts');
const READ = {
  betterleaks: (gitDir) => readBetterleaks(gitDir, Number(values.seeds), values.gitleaks),
  gitleaks: (gitDir) => readGitleaks(gitDir, Number(values.seeds)),
  trufflehog: readTrufflehog,
  credsweeper: readCredsweeper,
  secretlint: readSecretlint,
};
const name = Object.keys(READ).find((scanner) => values[scanner] !== undefined);
if (name === undefined) throw new Error(`name one: --${Object.keys(READ).join(' GIT_DIR, --')} GIT_DIR`);
const all = READ[name](values[name]);
const cases = values.rule === undefined ? all : all.filter(({ rule }) => rule === values.rule);
const counts = { true: [0, 0], false: [0, 0], excluded: new Map() };
const byRule = new Map();

for (const one of cases) {
  const excluded = excludedForms[name].find(({ is }) => is(one));
  if (excluded !== undefined) {
    counts.excluded.set(excluded.why, (counts.excluded.get(excluded.why) ?? 0) + 1);
    continue;
  }
  const isTrue = one.secrets !== null;
  const found = isFound(one);
  counts[isTrue][0] += found ? 1 : 0;
  counts[isTrue][1] += 1;
  if (found === isTrue) continue;
  const key = `${isTrue ? 'missed' : 'false'} ${one.rule}`;
  byRule.set(key, [...(byRule.get(key) ?? []), one]);
}

for (const [key, ones] of [...byRule].sort((a, b) => a[1].length - b[1].length)) {
  console.log(`${key}: ${ones.length} of ${cases.filter(({ rule }) => rule === ones[0].rule).length}`);
  if (values.list) for (const one of ones) console.log(`    ${JSON.stringify(one.text.slice(0, 300))} ${one.path}`);
}
for (const [why, count] of counts.excluded) console.log(`left out, ${count}: ${why}`);
for (const [what, [found, of]] of Object.entries(counts).slice(0, 2)) {
  console.log(`${what} ones found: ${found} of ${of}, ${((100 * found) / of).toFixed(1)} %`);
}

/** A true one is found where none of its secrets can be read any more, a false one where anything was written over. */
function isFound({ path, text, line, secrets }) {
  if (secrets !== null && path !== '' && secretRuleOf(path) !== undefined) return true;
  const bytes = Buffer.from(text);
  const { bytes: safe, secrets: found } = redactBytes(bytes);
  if (secrets === null) return found.length > 0;
  const all = Buffer.from(safe).toString();
  const left = line === undefined ? all : all.split(/\r?\n/)[line];
  return found.length > 0 && (secrets.length === 0 || secrets.some((secret) => !left.includes(secret)));
}

/**
 * `npm run check [fast|static|all]`: one command for everything that must hold before a change lands. `fast` is what a
 * commit waits for, `static` all that runs no tests. Every step runs, so that one look shows all that is wrong.
 */

import { spawnSync } from 'node:child_process';
import { installMissing, root } from './installMissing.mjs';

const STEPS = [
  { name: 'format', in: ['fast', 'static', 'all'], command: 'biome format .', mend: 'npm run format' },
  { name: 'lint', in: ['fast', 'static', 'all'], command: 'biome lint --error-on-warnings .', mend: 'npm run format' },
  { name: 'words', in: ['fast', 'static', 'all'], command: 'node scripts/checkWords.mjs' },
  { name: 'types', in: ['fast', 'static', 'all'], command: 'tsc -p tsconfig.json' },
  { name: 'types of the page', in: ['fast', 'static', 'all'], command: 'tsc -p tsconfig.web.json' },
  { name: 'unused code', in: ['static', 'all'], command: 'knip' },
  { name: 'changelog', in: ['static', 'all'], command: 'node scripts/checkChangelog.mjs' },
  { name: 'lock file', in: ['static', 'all'], command: 'node scripts/completeLock.mjs --check' },
  { name: 'dist is fresh', in: ['static', 'all'], command: 'node scripts/checkDist.mjs', mend: 'npm run build' },
  { name: 'tests', in: ['all'], command: 'node scripts/test.mjs' },
];

const scope = process.argv[2] ?? 'all';
const steps = STEPS.filter((step) => step.in.includes(scope));
if (steps.length === 0) {
  console.error(`There is no "${scope}": npm run check -- [fast|static|all]`);
  process.exit(2);
}
installMissing();
const failed = steps.filter((step) => !passes(step));
if (failed.length > 0) {
  for (const { name, mend } of failed) console.error(`✗ ${name}${mend ? ` (to fix it: ${mend})` : ''}`);
  process.exitCode = 1;
}

function passes({ name, command }) {
  console.error(`\n── ${name}: ${command}`);
  // Through a shell: npm's binaries are .cmd files on Windows.
  const path = `${root}node_modules/.bin${process.platform === 'win32' ? ';' : ':'}${process.env.PATH}`;
  return (
    spawnSync(command, {
      cwd: root,
      shell: true,
      stdio: ['ignore', 'inherit', 'inherit'],
      env: { ...process.env, PATH: path },
    }).status === 0
  );
}

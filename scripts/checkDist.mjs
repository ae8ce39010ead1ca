/** Fails unless the committed dist is what the sources build: JavaScript, licences and types byte by byte, grammars unpacked. */

import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { buildJavaScript, buildTypes, staleGrammars, wantedGrammars } from './buildDist.mjs';
import { root } from './installMissing.mjs';

const dist = join(root, 'dist');
// Inside the repository: esbuild names outputs by their path from here, and the types keep their relative imports.
const fresh = mkdtempSync(join(root, 'node_modules/.cora-dist-'));
try {
  await buildJavaScript(fresh);
  buildTypes(join(fresh, 'types'));
  const problems = [...differences(), ...(await grammarProblems()), ...machinePaths()];
  for (const problem of problems) console.error(problem);
  if (problems.length > 0) {
    console.error('dist is not what the sources build: npm run build, then commit dist.');
    process.exitCode = 1;
  } else {
    console.error('dist is what the sources build.');
  }
} finally {
  rmSync(fresh, { recursive: true, force: true });
}

function* differences() {
  const wanted = new Set(filesOf(fresh));
  const there = new Set(filesOf(dist));
  for (const file of wanted) {
    if (!there.has(file)) yield `missing: dist/${file}`;
    else if (!readFileSync(join(dist, file)).equals(readFileSync(join(fresh, file)))) yield `different: dist/${file}`;
  }
  for (const file of there) if (!wanted.has(file)) yield `superfluous: dist/${file}`;
  if (there.has('cli.js') && process.platform !== 'win32' && (statSync(join(dist, 'cli.js')).mode & 0o111) === 0) {
    yield 'dist/cli.js is not executable';
  }
}

async function grammarProblems() {
  const { superfluous, different } = staleGrammars(join(dist, 'grammars'), await wantedGrammars());
  return [
    ...superfluous.map((file) => `superfluous: dist/grammars/${file}`),
    ...different.map((file) => `missing or different: dist/grammars/${file}`),
  ];
}

/** Yields paths of this machine. One in dist would make dist differ elsewhere, and tell what nobody needs to know. */
function* machinePaths() {
  for (const file of filesOf(dist)) {
    if (readFileSync(join(dist, file), 'utf8').includes(root.replace(/\/$/, '')))
      yield `holds a path of this machine: dist/${file}`;
  }
}

/** All files but the compressed grammars, with `/`. */
function filesOf(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => !file.endsWith('.wasm.br'));
}

/**
 * The bundler makes a file of each set of modules that the same entries and lazy imports reach: a hundred for a question, and
 * each costs a process that starts half a millisecond. Here those that the same programs load become one.
 */

import { rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { rolldown } from 'rolldown';

/** What a process loads at once: its first file, and what that one loads before anything else. */
const PROGRAMS = {
  start: ['cli-runCli.js', 'base-errors-lazy.js'],
  query: ['cli-commands-query.js'],
  status: ['cli-commands-status.js'],
  chunk: ['chunk-worker.js'],
  pull: ['pull-worker.js'],
  probe: ['git-launcher.js', 'probe.js'],
};

/** The fewest bytes of a file. A smaller one is joined to a file that more programs load. */
const LEAST = 12_000;

/** The first file, which says which Node Cora needs. Any Node must be able to read it, so it imports nothing at once and stays as it is. */
const FIRST = 'cli.js';

/**
 * Rewrites the JavaScript of dist.
 *
 * @param out the folder, which holds no other `.js` files
 * @param entries names of the files that are started or imported from outside
 * @param imports name of a file → the names of those that it imports at once
 */
export async function mergeChunks(out, entries, imports) {
  const loads = Object.entries(PROGRAMS).map(([name, first]) => [name, reached(first, imports)]);
  // What runs when it is loaded, and what is loaded by its name, keep their files: nothing else may come with them.
  const kept = [...entries.filter((file) => file !== FIRST), ...PROGRAMS.start];
  const programsOf = new Map();
  for (const file of imports.keys()) {
    const programs = loads.flatMap(([name, files]) => (files.has(file) ? [name] : []));
    if (programs.length > 0 && !kept.includes(file)) programsOf.set(join(out, file), programs.join('-'));
  }
  const names = namesOf(programsOf);
  const bundle = await rolldown({
    input: kept.map((file) => join(out, file)),
    platform: 'node',
    // What is not there yet is somebody else's, as before.
    external: (id) => !id.startsWith('.') && !id.startsWith(out),
    treeshake: false,
    preserveEntrySignatures: 'allow-extension',
    logLevel: 'warn',
  });
  const { output } = await bundle.generate({
    format: 'esm',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      includeDependenciesRecursively: false,
      groups: [{ debugName: 'programs', name: (id) => names.get(programsOf.get(id)) ?? null }],
    },
  });
  await bundle.close();
  for (const file of imports.keys()) if (file !== FIRST) rmSync(join(out, file));
  for (const { fileName, code } of output) writeFileSync(join(out, fileName), inAscii(code));
}

/** One other character makes an engine keep the whole file in two bytes a character, and decode it slowly. */
function inAscii(code) {
  if (/\.raw`[^`]*[^ -~\s]|\\[^ -~\s]/.test(code))
    throw new Error('a raw template, or what stands behind a backslash, is not ASCII: write it otherwise');
  return code.replace(/[^\t\n\r -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns the file of each set of programs: its own, or the one that the fewest other programs load too. */
function namesOf(programsOf) {
  const sizes = new Map();
  for (const [path, programs] of programsOf) sizes.set(programs, (sizes.get(programs) ?? 0) + statSync(path).size);
  const large = [...sizes.keys()]
    .filter((programs) => sizes.get(programs) >= LEAST)
    .map((programs) => programs.split('-'))
    .sort((a, b) => a.length - b.length || sizes.get(a.join('-')) - sizes.get(b.join('-')));
  const fileOf = (programs) => {
    const part = programs.split('-');
    const whole = large.find((others) => part.every((name) => others.includes(name))) ?? part;
    return `for-${whole.join('-')}`;
  };
  return new Map(
    [...sizes.keys()].map((programs) => [programs, sizes.get(programs) < LEAST ? fileOf(programs) : `for-${programs}`]),
  );
}

function reached(first, imports) {
  const found = new Set(first);
  for (const file of found) for (const next of imports.get(file) ?? []) found.add(next);
  return found;
}

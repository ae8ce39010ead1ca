/**
 * The bundler makes a file of each set of modules that the same entries and lazy imports reach: a hundred for a question, and
 * each costs a process that starts half a millisecond. Here those that the same programs load become one.
 */

import { rmSync, writeFileSync } from 'node:fs';
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

/** Sets of programs whose files are small: each of these lies in a file with others that are, for what loads more. */
const JOINED = {
  'start-query-chunk-pull-probe': 'start-query-status-chunk-pull-probe',
  'start-query-status-probe': 'start-query-status-chunk-pull-probe',
  'start-query-status-chunk-pull': 'start-query-status-chunk-pull-probe',
  'start-query-status': 'start-query-status-chunk-pull-probe',
  'start-probe': 'start-query-status-chunk-pull-probe',
  'start-pull': 'start-query-status-chunk-pull-probe',
  'query-status-chunk-pull-probe': 'start-query-status-chunk-pull-probe',
  'query-status-probe': 'query-status-pull-probe',
  'query-pull-probe': 'query-status-pull',
  'query-pull': 'query-status-pull',
  'query-probe': 'query-status-pull-probe',
  'query-chunk-pull': 'query-status-chunk-pull',
  'start-query-chunk-pull': 'start-query-status-chunk-pull-probe',
};

/** It tells which Node it needs, and must be read by any: it imports nothing at once, and stays as it is. */
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
  const merged = new Map();
  for (const file of imports.keys()) {
    const programs = loads
      .filter(([, files]) => files.has(file))
      .map(([name]) => name)
      .join('-');
    if (programs !== '' && !kept.includes(file)) merged.set(join(out, file), `for-${JOINED[programs] ?? programs}`);
  }
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
      groups: [{ debugName: 'programs', name: (id) => merged.get(id) ?? null }],
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

function reached(first, imports) {
  const found = new Set(first);
  for (const file of found) for (const next of imports.get(file) ?? []) found.add(next);
  return found;
}

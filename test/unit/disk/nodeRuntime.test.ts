/** V8 optimises WebAssembly in a build of many files and in servers, and only there. It knows all flags. */

import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';
import { expect, it } from 'vitest';

/** `for (; n > 0; n--);`, exported as `count`. */
const COUNTS_DOWN = [
  ...[0, 97, 115, 109, 1, 0, 0, 0, 1, 6, 1, 96, 1, 127, 1, 127, 3, 2, 1, 0, 7, 9, 1, 5, 99, 111, 117, 110, 116, 0, 0],
  ...[10, 18, 1, 16, 0, 3, 64, 32, 0, 65, 1, 107, 34, 0, 13, 0, 11, 32, 0, 11],
];

const PROGRAM = `
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { compileLate, compileParsersFor } from './nodeRuntime.ts';

compileLate(process.env.COMMAND);
compileParsersFor(Number(process.env.FILES));
const bytes = Uint8Array.from([${COUNTS_DOWN}]);
const { count } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
setFlagsFromString('--allow-natives-syntax');
const isBaseline = runInNewContext('(f) => %IsLiftoffFunction(f)');
count(10);
for (let turn = 0; turn < 50 && isBaseline(count); turn++) {
  count(10_000_000);
  await new Promise((resolve) => setTimeout(resolve, 10));
}
console.log(isBaseline(count) ? 'baseline' : 'optimised');
`;

it.each([
  ['index', 10, 'baseline'],
  ['index', 10_000, 'optimised'],
  ['watch', 10, 'baseline'],
  ['serve', 0, 'optimised'],
  ['mcp', 0, 'optimised'],
])('of cora %s with %i files, WebAssembly ends as %s', (command, files, code) => {
  const { outputFiles } = buildSync({
    stdin: { contents: PROGRAM, resolveDir: fileURLToPath(new URL('../../../src/disk', import.meta.url)) },
    ...({ bundle: true, format: 'esm', platform: 'node', write: false } as const),
  });
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module'], {
    input: outputFiles[0]!.text,
    env: { ...process.env, COMMAND: command, FILES: String(files) },
    encoding: 'utf8',
  });
  expect([stdout.trim(), stderr]).toEqual([code, '']);
});

/** `npm run build`: writes dist, which is committed. checkDist.mjs proves that it fits the sources. */

import { statSync } from 'node:fs';
import { join } from 'node:path';
import { buildGrammars, buildJavaScript, buildTypes } from './buildDist.mjs';
import { root } from './installMissing.mjs';

const dist = join(root, 'dist');
const { outputs } = await buildJavaScript(dist);
const { grammars, packed } = await buildGrammars(join(dist, 'grammars'));
buildTypes(join(dist, 'types'));

const files = Object.keys(outputs);
const kilobytes = files.reduce((sum, file) => sum + statSync(join(root, file)).size, 0) / 1000;
console.error(
  `dist: ${files.length} files of JavaScript, ${kilobytes.toFixed(0)} kB; ${grammars} grammars, ${packed.length} packed anew.`,
);

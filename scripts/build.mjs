/** `npm run build`: writes dist, which is committed. checkDist.mjs proves that it fits the sources. */

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { buildGrammars, buildJavaScript, buildTypes } from './buildDist.mjs';
import { root } from './installMissing.mjs';

const dist = join(root, 'dist');
await buildJavaScript(dist);
const { grammars, packed } = await buildGrammars(join(dist, 'grammars'));
buildTypes(join(dist, 'types'));

const files = readdirSync(dist).filter((file) => file.endsWith('.js'));
const kilobytes = files.reduce((sum, file) => sum + statSync(join(dist, file)).size, 0) / 1000;
console.error(
  `dist: ${files.length} files of JavaScript, ${kilobytes.toFixed(0)} kB; ${grammars} grammars, ${packed.length} packed anew.`,
);

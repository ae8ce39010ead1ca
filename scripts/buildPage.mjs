/**
 * The web page of `cora serve`: src/web becomes dist/web, one HTML file and what it loads. Names of scripts and styles hold
 * a hash of their content, so that a browser may keep them for ever.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { importBundled } from './bundle.mjs';

const SOURCES = 'src/web';

/** @returns paths of all sources in it */
export async function buildPage(root, out) {
  const folder = join(out, 'web');
  rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: root,
    bundle: true,
    format: 'esm',
    platform: 'browser',
    // What can colour both schemes with light-dark() is newer than all that this leaves out.
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    charset: 'utf8',
    // Of the languages it needs only how to colour them.
    define: { HIGHLIGHTS: JSON.stringify(await highlights()) },
    splitting: true,
    metafile: true,
    logLevel: 'warning',
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { page: `${SOURCES}/main.tsx` },
    outdir: join(folder, 'assets'),
    entryNames: '[name]-[hash]',
    chunkNames: '[name]-[hash]',
    // Of decode-named-character-reference: its file for pages decodes by setting innerHTML, which the page's policy forbids.
    conditions: ['worker'],
  });
  const [script, { cssBundle: style }] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint);
  const html = readFileSync(join(root, SOURCES, 'index.html'), 'utf8')
    .replace('PAGE_JS', () => `/assets/${basename(script)}`)
    .replace('PAGE_CSS', () => `/assets/${basename(style)}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), html);
  return Object.keys(metafile.inputs);
}

async function highlights() {
  const { LANGUAGES } = await importBundled('src/languages/languages.ts');
  return LANGUAGES.flatMap(({ name, highlight }) => (highlight === undefined ? [] : [[name, highlight]]));
}

/**
 * The web pages: src/web becomes dist/web, the page of `cora serve`, and dist/pages, that of `cora pages`, each one HTML file and
 * what it loads. Names of scripts and styles hold a hash of their content, so that a browser may keep them for ever.
 */

import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { importBundled } from './bundle.mjs';
import { replaced, withoutQueries } from './bundlePlugins.mjs';
import { STAND_INS } from './standIns.mjs';

const SOURCES = 'src/web';

/** A meta element cannot say who may frame the page: that is for the host's own headers. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types cora-worker',
].join('; ');

const COMMON = {
  bundle: true,
  format: 'esm',
  platform: 'browser',
  // What can colour both schemes with light-dark() is newer than all that this leaves out.
  target: 'es2022',
  minify: true,
  legalComments: 'none',
  charset: 'utf8',
  splitting: true,
  metafile: true,
  logLevel: 'warning',
  entryNames: '[name]-[hash]',
  chunkNames: '[name]-[hash]',
};

/** @returns paths of all sources in them */
export async function buildPages(root, out) {
  const define = { HIGHLIGHTS: JSON.stringify(await highlights()) };
  const served = await buildPage(root, { entry: `${SOURCES}/main.tsx`, folder: join(out, 'web'), from: '/', define });
  const folder = join(out, 'pages');
  rmSync(folder, { recursive: true, force: true });
  const worker = await buildWorker(root, join(folder, 'assets'));
  const still = await buildPage(root, {
    ...{ entry: `${SOURCES}/static/main.tsx`, html: `${SOURCES}/static/index.html`, folder, from: '', keeps: true },
    define: { ...define, WORKER_FILE: JSON.stringify(`./${worker.file}`) },
    plugins: [replaced(root, STAND_INS)],
  });
  return [...served, ...worker.inputs, ...still];
}

/**
 * @param from where the page lies: '/' for a server of its own, '' for wherever it is put
 * @param keeps true where the folder holds something already
 */
async function buildPage(
  root,
  { entry, html = `${SOURCES}/index.html`, folder, from, keeps = false, define, plugins = [] },
) {
  if (!keeps) rmSync(folder, { recursive: true, force: true });
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    // The page only needs to know how languages are coloured.
    define,
    plugins,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    entryPoints: { page: entry },
    outdir: join(folder, 'assets'),
    // Of decode-named-character-reference: its file for pages decodes by setting innerHTML, which the page's policy forbids.
    conditions: ['worker'],
  });
  const [script, { cssBundle: style }] = Object.entries(metafile.outputs).find(
    ([, { entryPoint }]) => entryPoint === entry,
  );
  const text = readFileSync(join(root, html), 'utf8')
    .replace('PAGE_JS', () => `${from}assets/${basename(script)}`)
    .replace('PAGE_CSS', () => `${from}assets/${basename(style)}`)
    .replace('PAGE_POLICY', () => POLICY);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'index.html'), text);
  return Object.keys(metafile.inputs);
}

/** Builds the worker that searches, in one file: a worker loads nothing lazily. */
async function buildWorker(root, outdir) {
  const { metafile } = await build({
    ...COMMON,
    absWorkingDir: root,
    splitting: false,
    entryPoints: { worker: `${SOURCES}/static/worker.ts` },
    outdir,
    plugins: [replaced(root, STAND_INS), withoutQueries],
  });
  return { file: basename(Object.keys(metafile.outputs)[0]), inputs: Object.keys(metafile.inputs) };
}

async function highlights() {
  const { LANGUAGES } = await importBundled('src/languages/languages.ts');
  return LANGUAGES.flatMap(({ name, highlight }) => (highlight === undefined ? [] : [[name, highlight]]));
}

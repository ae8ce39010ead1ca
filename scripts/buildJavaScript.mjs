/** The JavaScript of dist, and what belongs to it: the web page, the licences of what is bundled, the man page, the weights of the model. */

import { createHash } from 'node:crypto';
import { chmodSync, copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { build } from 'esbuild';
import { grammarNames } from './buildGrammars.mjs';
import { buildPages } from './buildPage.mjs';
import { COMMON, importBundled } from './bundle.mjs';
import { leftOut, namedClasses, namedExports } from './bundlePlugins.mjs';
import { root } from './installMissing.mjs';
import { licencesOf } from './licences.mjs';
import { mergeChunks } from './mergeChunks.mjs';

const ENTRIES = {
  cli: 'src/cli.ts',
  action: 'src/action.ts',
  'action-cache': 'src/action/cacheProgram.ts',
  api: 'src/api.ts',
  // What benchmarks measure. It is no part of the package.
  index: 'bench/library.ts',
  'chunk-worker': 'src/chunk/worker.ts',
  'git-launcher': 'src/git/launcherProgram.ts',
  probe: 'src/cli/probeProgram.ts',
  'pull-worker': 'src/share/pull/worker.ts',
  'search-worker': 'src/session/searchWorker.ts',
};

/** Packages that are installed beside Cora, or by the user's own choice. A bundled copy of any would be wrong or enormous. */
const EXTERNAL = ['@lancedb/lancedb-*', '@huggingface/transformers', 'onnxruntime*', 'openai', '*.node'];

/** CommonJS packages inside the bundle still call require for Node's own modules and for LanceDB's platform binary. */
const REQUIRE =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

/**
 * Bundles the entries as ES modules for Node 20. Shared and lazily imported code becomes files of its own, so that
 * `cora --version` does not load LanceDB. All files lie flat: `new URL('./grammars/', import.meta.url)` holds in each.
 * web-tree-sitter is a file of its own, so that the parser can load it afresh after a grammar crashed.
 */
export async function buildJavaScript(out) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  removeJavaScript(out);
  const built = await build({
    ...COMMON,
    entryPoints: ENTRIES,
    outdir: out,
    splitting: true,
    external: EXTERNAL,
    alias: { 'apache-arrow': ARROW },
    define: { CORA_VERSION: JSON.stringify(version), CORA_SELECTION: JSON.stringify(hashOfSelection()) },
    banner: { js: REQUIRE },
    chunkNames: '[name]-[hash]',
    plugins: [namedExports, namedClasses, leftOut],
  });
  const metafile = nameByModule(built.metafile, out);
  refuseUnnamedCommonJs(metafile);
  await mergeChunks(
    out,
    Object.keys(ENTRIES).map((name) => `${name}.js`),
    loadedAtOnce(metafile),
  );
  await build({
    ...COMMON,
    format: 'cjs',
    entryPoints: ['node_modules/web-tree-sitter/tree-sitter.cjs'],
    outfile: join(out, 'grammars/web-tree-sitter.cjs'),
  });
  const page = await buildPages(root, out);
  refuseLeftRequires(out);
  const cli = readFileSync(join(out, 'cli.js'), 'utf8');
  if (!cli.startsWith('#!')) writeFileSync(join(out, 'cli.js'), `#!/usr/bin/env node\n${cli}`);
  chmodSync(join(out, 'cli.js'), 0o755);
  const folders = foldersOf([...Object.keys(metafile.inputs), ...page]);
  writeFileSync(join(out, 'LICENSES.txt'), licencesOf(root, folders, await grammarNames()));
  const { manPage } = await importBundled('src/cli/help.ts', { CORA_VERSION: JSON.stringify(version) });
  writeFileSync(join(out, 'cora.1'), manPage());
  // The weights of the built-in embedder lie beside the bundle.
  copyFileSync(join(root, 'model/builtin.bin'), join(out, 'builtin.bin'));
}

/** The code that chooses files and says their languages. */
const SELECTING = ['src/git', 'src/languages', 'src/base/patterns.ts'];

/** An index whose files other code chose has them chosen again: see SELECTION. */
function hashOfSelection() {
  const files = SELECTING.flatMap((path) => {
    if (path.endsWith('.ts')) return [path];
    return readdirSync(join(root, path), { recursive: true }).map((name) => `${path}/${name.replaceAll('\\', '/')}`);
  });
  const hash = createHash('sha256');
  for (const file of files.filter((name) => name.endsWith('.ts')).sort())
    hash.update(`${file}\0${readFileSync(join(root, file), 'utf8').replaceAll('\r', '')}\0`);
  return hash.digest('hex').slice(0, 16);
}

/**
 * Names each shared file after the largest of its modules (`search-show-elide.js`): the bundler's own names hold a hash, and
 * one changed line would rename half of dist.
 *
 * @returns the metafile with the new names
 */
function nameByModule({ inputs, outputs }, out) {
  const names = new Map();
  for (const [path, output] of Object.entries(outputs)) {
    const name = Object.values(ENTRIES).includes(output.entryPoint) ? basename(path) : `${nameOfShared(output)}.js`;
    if ([...names.values()].includes(name))
      throw new Error(`dist/${name} would be two files: rename one of the modules`);
    names.set(basename(path), name);
  }
  for (const [old, name] of names) {
    const text = readFileSync(join(out, old), 'utf8');
    rmSync(join(out, old));
    names.set(old, { name, text });
  }
  for (const { name, text } of names.values())
    writeFileSync(
      join(out, name),
      withoutIdleRequire(text).replace(/(["'])\.\/([^"'/\n]+\.js)\1/g, (found, quote, file) =>
        names.has(file) ? `${quote}./${names.get(file).name}${quote}` : found,
      ),
    );
  const renamed = (path) => {
    const known = names.get(basename(path));
    return known === undefined ? path : join(dirname(path), known.name);
  };
  const entries = Object.entries(outputs).map(([path, output]) => [
    renamed(path),
    { ...output, imports: output.imports.map((one) => ({ ...one, path: renamed(one.path) })) },
  ]);
  return { inputs, outputs: Object.fromEntries(entries) };
}

/** Each `require` that a file makes takes .05 ms when it is loaded, and nearly a hundred are loaded for a question. */
function withoutIdleRequire(text) {
  const code = text.replace(REQUIRE, '');
  // Within words, texts and patterns `require` is no call.
  return /(?<![\w$.\\|'"`])require(?![\w$|'"`])/.test(code) ? text : code;
}

/** A module that is loaded lazily here and at once elsewhere is two files: `-lazy` only hands on what the other holds. */
function nameOfShared({ entryPoint, inputs }) {
  const [largest] = Object.entries(inputs).sort(([, a], [, b]) => b.bytesInOutput - a.bytesInOutput);
  if (largest !== undefined) return nameOf(entryPoint ?? largest[0]);
  return entryPoint === undefined ? 'runtime' : `${nameOf(entryPoint)}-lazy`;
}

/** `src/search/show/elide.ts` → `search-show-elide`, `node_modules/@scope/name/lib/a.js` → `scope-name-a`. */
function nameOf(path) {
  const stem = basename(path).replace(/^[a-z-]+:|\.[^.]+$/g, '');
  const bundled = /^(?:.*node_modules\/|[a-z-]+:)((?:@[^/]+\/)?[^/]+)/.exec(path);
  const folders = bundled === null ? dirname(path).replace(/^src\/?/, '') : bundled[1].replace('@', '');
  return [...folders.split('/'), stem].filter((part) => !['', '.', 'index'].includes(part)).join('-');
}

/** Name of a file → those that it imports at once. */
function loadedAtOnce({ outputs }) {
  const own = ({ kind, external }) => kind === 'import-statement' && external !== true;
  return new Map(
    Object.entries(outputs).map(([path, { imports }]) => [
      basename(path),
      imports.filter(own).map((one) => basename(one.path)),
    ]),
  );
}

/** A package that became CommonJS, or a new lazy import of one, would only fail in a user's hands. */
function refuseUnnamedCommonJs({ inputs, outputs }) {
  for (const { imports } of Object.values(outputs)) {
    for (const { kind, path } of imports) {
      const entry = kind === 'dynamic-import' ? outputs[path]?.entryPoint : undefined;
      if (entry !== undefined && inputs[entry]?.format === 'cjs') {
        throw new Error(
          `${entry} is CommonJS and imported lazily: add its package to LAZY_COMMONJS in scripts/bundlePlugins.mjs`,
        );
      }
    }
  }
}

/** A UMD module's own require is not seen by the bundler, and its files are not there at run time. */
function refuseLeftRequires(out) {
  for (const name of readdirSync(out).filter((file) => file.endsWith('.js'))) {
    const left = /\brequire\d*\(["']\.{1,2}\/[^"']*(?<!\.node)["']\)/.exec(readFileSync(join(out, name), 'utf8'));
    if (left !== null) throw new Error(`dist/${name} still holds ${left[0]}: give the bundler the package's ES module`);
  }
}

/** LanceDB requires the CommonJS files; an import of ours would add the ES modules: a second copy whose classes are others. */
const ARROW = join(root, 'node_modules/apache-arrow/Arrow.node.js');

function removeJavaScript(out) {
  if (!existsSync(out)) return;
  for (const name of readdirSync(out)) if (name.endsWith('.js')) rmSync(join(out, name));
}

/** The folders of all packages with a file in the bundle, and of the grammars. */
function foldersOf(inputs) {
  const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const grammars = Object.keys(devDependencies).filter((name) => /tree-sitter-wasms?$/.test(name));
  const folders = new Set(['web-tree-sitter', ...grammars].map((name) => `node_modules/${name}`));
  for (const input of inputs) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}

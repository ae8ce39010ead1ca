/**
 * What dist is made of: the bundled JavaScript, the web page, the licences of what is bundled, the compressed grammars and the type
 * declarations. Each function writes into the folder that it is given; build.mjs gives dist, check-dist.mjs a temporary one.
 */

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompressSync, constants } from 'node:zlib';
import { build } from 'esbuild';
import { buildPage } from './buildPage.mjs';
import { licencesOf } from './licences.mjs';
import { trimTypes } from './trimTypes.mjs';

export const root = fileURLToPath(new URL('..', import.meta.url));

const ENTRIES = {
  cli: 'src/entry/cli.ts',
  action: 'src/entry/action.ts',
  'action-cache': 'src/entry/action/cacheProgram.ts',
  api: 'src/entry/api.ts',
  // What benchmarks measure. It is no part of the package.
  index: 'src/index.ts',
  'chunk-worker': 'src/chunk/worker.ts',
  'git-launcher': 'src/entry/gitLauncher.ts',
  'pull-worker': 'src/pullIndex/worker.ts',
};

/** Installed beside Cora or by the user's own choice. A bundled copy of any of these would be wrong or enormous. */
const EXTERNAL = [
  '@lancedb/lancedb-*',
  '@huggingface/transformers',
  '@xenova/transformers',
  'onnxruntime*',
  'openai',
  '*.node',
];

/** CommonJS that our sources import lazily. esbuild gives such an import a default export only; Node gives names too. */
const LAZY_COMMONJS = ['@lancedb/lancedb', 'proper-lockfile', 'undici', 'yauzl'];

/** CommonJS packages inside the bundle still call require for Node's own modules and for LanceDB's platform binary. */
const REQUIRE =
  "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);";

const COMMON = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  // ES modules first: jsonc-parser's UMD `main` hides its requires from the bundler.
  mainFields: ['module', 'main'],
  // Names stay: LanceDB compares `type.constructor.name` with 'Struct', a shorter name or a bundler's `Struct2` breaks nested
  // columns. Measured: whitespace and syntax alone start as fast as the full minifier, and stack traces can be read.
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: true,
  legalComments: 'none',
  metafile: true,
  logLevel: 'warning',
};

/**
 * Bundles the entries as ES modules for Node 20. Shared and lazily imported code becomes files of its own, so that
 * `cora --version` does not load LanceDB. All files lie flat: `new URL('./grammars/', import.meta.url)` holds in each.
 * web-tree-sitter is a file of its own, so that the parser can load it afresh after a grammar crashed.
 */
export async function buildJavaScript(out) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  removeJavaScript(out);
  const { metafile } = await build({
    ...COMMON,
    entryPoints: ENTRIES,
    outdir: out,
    splitting: true,
    external: EXTERNAL,
    alias: { 'apache-arrow': ARROW },
    loader: { '.scm': 'text', '.sh': 'text' },
    define: { CORA_VERSION: JSON.stringify(version) },
    banner: { js: REQUIRE },
    chunkNames: '[name]-[hash]',
    plugins: [namedExports, pastTheBarrel, leftOut],
  });
  await build({
    ...COMMON,
    entryPoints: { 'web-tree-sitter': 'node_modules/web-tree-sitter/tree-sitter.js' },
    outdir: join(out, 'grammars'),
  });
  const page = await buildPage(root, out, [pastTheBarrel]);
  refuseUnnamedCommonJs(metafile);
  refuseLeftRequires(out);
  const cli = readFileSync(join(out, 'cli.js'), 'utf8');
  if (!cli.startsWith('#!')) writeFileSync(join(out, 'cli.js'), `#!/usr/bin/env node\n${cli}`);
  chmodSync(join(out, 'cli.js'), 0o755);
  const folders = foldersOf([...Object.keys(metafile.inputs), ...page]);
  writeFileSync(join(out, 'LICENSES.txt'), licencesOf(root, folders, grammarNames()));
  const { manPage } = await importBundled('src/entry/manPage.ts', { CORA_VERSION: JSON.stringify(version) });
  writeFileSync(join(out, 'cora.1'), manPage());
  // The weights of the built-in embedder lie beside the bundle.
  copyFileSync(join(root, 'model/builtin.bin'), join(out, 'builtin.bin'));
  return metafile;
}

/** Stands between a lazy import and its CommonJS package: a module that exports each name. */
const namedExports = {
  name: 'named-exports',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^[@\w]/ }, ({ path, kind, resolveDir }) => {
      if (kind !== 'dynamic-import' || !LAZY_COMMONJS.includes(path)) return null;
      return { path, namespace: 'named-exports', pluginData: resolveDir };
    });
    onLoad({ filter: /./, namespace: 'named-exports' }, ({ path, pluginData }) => {
      const names = Object.keys(createRequire(import.meta.url)(path)).filter(
        (name) => /^[A-Za-z_$]\w*$/.test(name) && name !== 'default',
      );
      return { contents: `export { ${names.join(', ')} } from ${JSON.stringify(path)};`, resolveDir: pluginData };
    });
  },
};

/**
 * Entries import from src/index.ts alone, and a bundler gives each of them all that this file reaches: a query would load what
 * packs, pulls and installs. So their imports are led to the modules that src/index.ts re-exports.
 */
const pastTheBarrel = {
  name: 'past-the-barrel',
  setup({ onLoad }) {
    const barrel = readFileSync(join(root, 'src/index.ts'), 'utf8');
    const moduleOf = new Map();
    for (const [, names, path] of barrel.matchAll(/^export \{([^}]*)\} from '(.*)';$/gm)) {
      for (const name of namesIn(names)) moduleOf.set(name.split(' as ').at(-1), join(root, 'src', path));
    }
    onLoad({ filter: /[\\/]src[\\/]entry[\\/].*\.tsx?$/ }, ({ path }) => {
      const source = readFileSync(path, 'utf8');
      const contents = source.replace(/^import \{([^}]*)\} from '(?:\.\.\/)+index\.ts';$/gm, (_, names) =>
        namesIn(names)
          .map((name) => `import { ${name} } from ${JSON.stringify(moduleOf.get(name.split(' as ')[0]))};`)
          .join(' '),
      );
      return { contents, loader: path.endsWith('x') ? 'tsx' : 'ts' };
    });
  },
};

/**
 * What @actions/artifact unpacks downloads with. Cora only uploads by it; and one of the packages that this one needs names no licence.
 */
const leftOut = {
  name: 'left-out',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^unzip-stream$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    onLoad({ filter: /./, namespace: 'left-out' }, ({ path }) => ({
      contents: `export default { Extract() { throw new Error('${path} is not part of Cora'); } };`,
    }));
  },
};

/** Of `a, type B, c as d`: `a` and `c as d`. */
function namesIn(list) {
  return list.split(',').flatMap((name) => (/^\s*(type\s|$)/.test(name) ? [] : [name.trim()]));
}

/** A package that became CommonJS, or a new lazy import of one, would only fail in a user's hands. */
function refuseUnnamedCommonJs({ inputs, outputs }) {
  for (const { imports } of Object.values(outputs)) {
    for (const { kind, path } of imports) {
      const entry = kind === 'dynamic-import' ? outputs[path]?.entryPoint : undefined;
      if (entry !== undefined && inputs[entry]?.format === 'cjs') {
        throw new Error(
          `${entry} is CommonJS and imported lazily: add its package to LAZY_COMMONJS in scripts/buildDist.mjs`,
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
  const grammars = Object.keys(devDependencies).filter((name) => name.endsWith('tree-sitter-wasms'));
  const folders = new Set(['web-tree-sitter', ...grammars].map((name) => `node_modules/${name}`));
  for (const input of inputs) {
    const folder = /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(input)?.[0];
    if (folder !== undefined) folders.add(folder);
  }
  return folders;
}

/** @returns file in dist/grammars → bytes that it unpacks to: the runtime and each grammar that a language table of src/chunk names */
export async function wantedGrammars() {
  const { grammarBytes, runtimeBytes } = await sourceGrammars();
  const wanted = new Map([['tree-sitter.wasm.br', Buffer.from(runtimeBytes())]]);
  for (const name of grammarNames()) wanted.set(`tree-sitter-${name}.wasm.br`, Buffer.from(grammarBytes(name)));
  return wanted;
}

function grammarNames() {
  const tables = readdirSync(join(root, 'src/chunk')).filter((name) => /^languages.*\.ts$/.test(name));
  const source = tables.map((name) => readFileSync(join(root, 'src/chunk', name), 'utf8')).join('\n');
  return [...new Set([...source.matchAll(/\bgrammar: '(\w+)'/g)].map(([, name]) => name))];
}

/** What Cora itself reads its grammars with when it runs from its sources: which package has which is said there alone. */
function sourceGrammars() {
  return importBundled('src/chunk/grammars.ts');
}

/** A module of the sources, for this process. */
async function importBundled(entry, define = {}) {
  const folder = mkdtempSync(join(root, 'node_modules/.cora-bundled-'));
  const outfile = join(folder, 'module.mjs');
  try {
    await build({ ...COMMON, entryPoints: [entry], outfile, define, plugins: [pastTheBarrel] });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @returns the files that are missing or unpack to something else, and those that should not be there */
export function staleGrammars(folder, wanted) {
  const there = existsSync(folder) ? readdirSync(folder).filter((file) => file.endsWith('.wasm.br')) : [];
  return {
    superfluous: there.filter((file) => !wanted.has(file)),
    different: [...wanted.keys()].filter((file) => !isFresh(join(folder, file), wanted.get(file))),
  };
}

function isFresh(path, bytes) {
  return existsSync(path) && brotliDecompressSync(readFileSync(path)).equals(bytes);
}

/** Compresses what changed. A fresh file stays as it is: another brotli version may pack the same bytes differently. */
export async function buildGrammars(folder) {
  const wanted = await wantedGrammars();
  const { superfluous, different } = staleGrammars(folder, wanted);
  mkdirSync(folder, { recursive: true });
  for (const file of superfluous) rmSync(join(folder, file));
  const pack = async (file) => {
    const bytes = wanted.get(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(join(folder, file), await promisify(brotliCompress)(bytes, { params }));
  };
  await Promise.all(different.map(pack));
  return { grammars: wanted.size - 1, packed: different };
}

/** Declarations of the public API. */
export function buildTypes(folder) {
  rmSync(folder, { recursive: true, force: true });
  const tsc = join(dirname(fileURLToPath(import.meta.resolve('typescript/package.json'))), 'bin/tsc');
  const args = [tsc, '-p', 'tsconfig.build.json', '--emitDeclarationOnly', '--outDir', folder];
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0)
    throw new Error(`tsc could not write the type declarations (exit ${status}); its messages are above`);
  trimTypes(folder);
}

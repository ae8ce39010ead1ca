/**
 * Makes the two packages of this one tree: `npm run packages -- -o FOLDER`. cora-query asks an index: dist, and no dependency.
 * cora-index builds one: it has LanceDB's binaries and the command `cora`, and loads cora-query of its own version. A release
 * names the repository (`--repository URL`): manifests and README then lead to it.
 */

import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { root } from './installMissing.mjs';

/** Programs of cora-query; each names by `./FILE.js` what it loads, threads and processes too. */
const ENTRIES = ['cli.js', 'api.js', 'probe.js'];

/**
 * @param repository the address of the repository that publishes them
 * @returns the tarballs
 */
export function makePackages(folder, repository) {
  const own = { ...JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')), ...placesOf(repository) };
  const work = mkdtempSync(join(tmpdir(), 'cora-packages-'));
  try {
    mkdirSync(folder, { recursive: true });
    return [queryPackage(own, join(work, 'cora-query')), indexPackage(own, join(work, 'cora-index'))].map((made) => {
      const said = execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: made,
        encoding: 'utf8',
        shell: process.platform === 'win32',
      });
      const [{ filename, size, unpackedSize, files }] = JSON.parse(said);
      return { file: join(folder, filename), size, unpackedSize, files: files.map(({ path }) => path) };
    });
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

const SHARED = ['version', 'license', 'author', 'repository', 'homepage', 'bugs', 'type', 'engines'];

function queryPackage(own, into) {
  const dist = join(root, 'dist');
  const wanted = new Set(scriptsOf(dist));
  cpSync(dist, join(into, 'dist'), {
    recursive: true,
    filter: (from) => {
      const path = from.slice(dist.length + 1);
      // The man page is that of the command `cora`.
      return path !== 'cora.1' && (!path.endsWith('.js') || path.includes('/') || wanted.has(path));
    },
  });
  for (const file of ['LICENSE', 'CHANGELOG.md']) cpSync(join(root, file), join(into, file));
  writeFileSync(join(into, 'README.md'), readmeOf(own));
  write(into, {
    name: 'cora-query',
    description:
      'Asks a searchable index of a Git repository: hybrid code search, offline, without a daemon, a key or a download.',
    keywords: own.keywords,
    ...pick(own, SHARED),
    bin: { 'cora-query': 'dist/cli.js' },
    main: own.main,
    // `cli` is for cora-index.
    exports: { ...own.exports, './cli': './dist/cli.js' },
    sideEffects: false,
    ...pick(own, ['peerDependencies', 'peerDependenciesMeta']),
  });
  return into;
}

function indexPackage(own, into) {
  cpSync(join(root, 'packages/cora-index'), into, { recursive: true });
  chmodSync(join(into, 'cora.js'), 0o755);
  cpSync(join(root, 'LICENSE'), join(into, 'LICENSE'));
  cpSync(join(root, 'dist/cora.1'), join(into, 'cora.1'));
  write(into, {
    name: 'cora-index',
    description: own.description,
    keywords: own.keywords,
    ...pick(own, SHARED),
    bin: { cora: 'cora.js', 'cora-index': 'cora.js' },
    man: 'cora.1',
    main: 'index.js',
    types: 'index.d.ts',
    exports: { '.': { types: './index.d.ts', default: './index.js' }, './package.json': './package.json' },
    dependencies: { 'cora-query': own.version },
    optionalDependencies: own.optionalDependencies,
  });
  return into;
}

function placesOf(repository) {
  if (repository === undefined) return {};
  return {
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: { url: `${repository}/issues` },
  };
}

/** Returns the README as a reader of npm's page needs it: without what is true only before a release. */
function readmeOf({ homepage }) {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  if (homepage === undefined) return text;
  const repository = homepage.replace('#readme', '');
  const link = (path) => `](${repository}/${/\.(?:png|svg)$/.test(path) ? 'raw' : 'blob'}/HEAD/${path})`;
  return text
    .replace(/<!-- until published -->[\s\S]*?<!-- \/until published -->\n*/g, '')
    .replace(/\]\((?!https?:|#)([^)]+)\)/g, (_, path) => link(path))
    .replaceAll('OWNER/cora', repository.split('/').slice(-2).join('/'));
}

function pick(holder, names) {
  return Object.fromEntries(names.filter((name) => name in holder).map((name) => [name, holder[name]]));
}

function write(folder, manifest) {
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** The files of dist that the entries load: not the Action's, which runs from the repository. */
function scriptsOf(dist) {
  const found = new Set();
  const left = [...ENTRIES];
  for (let name = left.pop(); name !== undefined; name = left.pop()) {
    if (found.has(name) || !existsSync(join(dist, name))) continue;
    found.add(name);
    for (const [, other] of readFileSync(join(dist, name), 'utf8').matchAll(/["'`]\.\/([\w.-]+\.js)["'`]/g))
      left.push(other);
  }
  const missing = readdirSync(dist).filter((name) => name.endsWith('-worker.js') && !found.has(name));
  if (missing.length > 0) throw new Error(`nothing loads ${missing.join(', ')}`);
  return found;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { values } = parseArgs({
    options: { output: { type: 'string', short: 'o', default: '.' }, repository: { type: 'string' } },
  });
  for (const { file, size, unpackedSize } of makePackages(resolve(values.output), values.repository))
    process.stdout.write(
      `${file}: ${(size / 1e6).toFixed(1)} MB packed, ${(unpackedSize / 1e6).toFixed(1)} MB on disk\n`,
    );
}

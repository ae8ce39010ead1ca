/** The rooms of src as data, and the check that sources keep to them. docs/architecture.md shows the same for readers. */

import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

interface Room {
  /** Foreign packages that it alone may import, beside those of other rooms that name them too. */
  packages?: readonly string[];
  /** True for a room whose modules only compute: of Node's modules they may import PURE_BUILTINS. */
  isPure?: true;
  /** True for a room that meets the outside: it reads the environment, prints and exits. */
  isEntry?: true;
}

/**
 * Every folder of src. A room may import the rooms above it in this list, and of another room only the files at its top:
 * what lies deeper is its own. No folder may be missing here.
 */
export const ROOMS: Readonly<Record<string, Room>> = {
  base: { packages: ['get-east-asian-width'], isPure: true },
  disk: {},
  net: { packages: ['undici'] },
  secrets: { isPure: true },
  settings: {},
  languages: { isPure: true },
  git: {},
  chunk: { packages: ['web-tree-sitter', 'yaml', 'jsonc-parser', 'toml-eslint-parser'] },
  embed: { packages: ['@huggingface/transformers'] },
  engine: {},
  store: { packages: ['@lancedb/lancedb', 'apache-arrow', 'proper-lockfile'] },
  view: {},
  graph: { isPure: true },
  search: {},
  history: { isPure: true },
  ask: {},
  indexing: {},
  share: {
    packages: ['yauzl', '@sigstore/bundle', '@sigstore/protobuf-specs', '@sigstore/tuf', '@sigstore/verify'],
  },
  session: {},
  fleet: {},
  grep: { packages: ['re2js'] },
  freshness: { packages: ['chokidar', 'jsonc-parser'] },
  mcp: { packages: ['@modelcontextprotocol/server', 'zod'], isEntry: true },
  server: {
    packages: ['hono', '@hono/node-server', '@hono/zod-openapi', 'zod', '@modelcontextprotocol/server'],
    isEntry: true,
  },
  cli: { packages: ['emphasize'], isEntry: true },
  action: { packages: ['@actions/cache'], isEntry: true },
  web: {
    packages: [
      'preact',
      '@preact/signals',
      'lowlight',
      'mdast-util-from-markdown',
      'eventsource-parser',
      'hast',
      'mdast',
      '@hono/zod-openapi',
      '@noble/hashes',
    ],
    isPure: true,
    isEntry: true,
  },
};

/** The files beside the rooms: each is a program, and none imports another. */
export const PROGRAMS: Readonly<Record<string, Room>> = {
  cli: { isEntry: true },
  action: { packages: ['@actions/core', '@actions/artifact'], isEntry: true },
  api: { isEntry: true },
};

/** What may import a module by a computed name: optional peers that may not be installed. */
const COMPUTED = /^(?:embed\/|chunk\/grammars$)/;

/** Modules outside of an entry that may use what only entries may, each with what it uses. */
const USES: Readonly<Record<string, readonly string[]>> = {
  // They are programs of their own, started as processes or threads.
  'git/launcherProgram': ['process.on', 'process.argv', 'process.exit', 'process.once'],
};

/** Node's modules that touch no file, process or socket. */
const PURE_BUILTINS = new Set([
  'node:crypto',
  'node:path',
  'node:path/posix',
  'node:util',
  'node:url',
  'node:events',
  'node:os',
]);

/** What only an entry may use of `process`. */
const ENTRY_ONLY = new Set(['env', 'argv', 'exit', 'exitCode', 'stdout', 'stderr', 'stdin', 'on', 'once']);

/** The modules that know how options are spelt. Core functions take the typed requests of settings/requests. */
const OPTION_MODULES = /^settings\/(?:options|commandContext|commands|parseCommandLine|resolveOptions)$/;
const KNOW_OPTIONS = new Set(['settings', 'cli', 'server', 'mcp', 'action', 'api']);

const MAX_LINES = 500;

export interface Violation {
  file: string;
  problem: string;
}

/** @param sources path from src (`store/open.ts`) → text */
export function checkArchitecture(sources: ReadonlyMap<string, string>): Violation[] {
  const found: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const { imports, entryOnly, error } = scan(file, text);
    const module = withoutExtension(file);
    const room = roomOf(module);
    const report = (problem: string) => found.push({ file, problem });
    if (error !== null) report(`cannot be parsed: ${error}`);
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines > MAX_LINES) report(`has ${lines} lines, more than ${MAX_LINES}`);
    if (room === undefined) report(`stands in no room: add its folder to ROOMS in test/helpers/checkArchitecture.ts`);
    if (room?.isEntry !== true)
      for (const use of entryOnly) if (USES[module]?.includes(use) !== true) report(`uses ${use}: only an entry may`);
    const ours: string[] = [];
    for (const specifier of imports) {
      const target = specifier?.startsWith('.') ? withoutExtension(posix.join(posix.dirname(file), specifier)) : null;
      if (target !== null && (sources.has(`${target}.ts`) || sources.has(`${target}.tsx`))) ours.push(target);
      const problem = room === undefined ? null : problemOf(room, module, specifier, target);
      if (problem !== null) report(problem);
    }
    graph.set(module, ours);
  }
  for (const cycle of cyclesOf(graph))
    found.push({ file: `${cycle[0]}.ts`, problem: `import cycle: ${cycle.join(' → ')}` });
  return found;
}

function roomOf(module: string): Room | undefined {
  const [folder, ...rest] = module.split('/');
  return rest.length === 0 ? PROGRAMS[folder!] : ROOMS[folder!];
}

function problemOf(room: Room, module: string, specifier: string | null, target: string | null): string | null {
  if (specifier === null) return COMPUTED.test(module) ? null : 'imports a computed module name';
  if (target !== null) return problemOfOurs(module, specifier, target);
  if (specifier.startsWith('node:'))
    return room.isPure !== true || PURE_BUILTINS.has(specifier) ? null : `imports ${specifier}: no I/O here`;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return room.packages?.includes(name) === true ? null : `imports the package ${name}`;
}

function problemOfOurs(module: string, specifier: string, target: string): string | null {
  if (target === '../hooks/cora.sh') return module.startsWith('freshness/') ? null : `imports ${specifier}`;
  if (target.startsWith('..')) return `imports ${specifier}: outside of src`;
  const [from, to] = [module, target].map((path) => path.split('/'));
  if (to!.length === 1) return `imports ${target}: a program is imported by nobody`;
  if (OPTION_MODULES.test(target) && !KNOW_OPTIONS.has(from![0]!))
    return `imports ${target}: only entries know options`;
  if (from!.length > 1 && from![0] === to![0]) return null;
  const order = Object.keys(ROOMS);
  if (from!.length > 1 && order.indexOf(from![0]!) < order.indexOf(to![0]!))
    return `imports ${target}: ${to![0]} stands below ${from![0]} in ROOMS`;
  return to!.length > 2 ? `imports ${target}: past the door of ${to![0]}` : null;
}

function withoutExtension(file: string): string {
  return file.replace(/\.tsx?$/, '');
}

/** Every import of a module, types too (null where it is computed), and what it uses that only an entry may. */
function scan(file: string, text: string) {
  const { program, errors } = parseSync(file, text);
  const imports: (string | null)[] = [];
  const entryOnly = new Set<string>();
  const add = (source: { type: string; value?: unknown } | null | undefined) => {
    if (source) imports.push(source.type === 'Literal' && typeof source.value === 'string' ? source.value : null);
  };
  new Visitor({
    ImportDeclaration: (node) => add(node.source),
    ExportNamedDeclaration: (node) => add(node.source),
    ExportAllDeclaration: (node) => add(node.source),
    ImportExpression: (node) => add(node.source),
    TSImportType: (node) => add(node.source),
    CallExpression: (node) => {
      if (node.callee.type === 'Identifier' && node.callee.name === 'require') add(node.arguments[0]);
    },
    MemberExpression: (node) => {
      if (node.object.type !== 'Identifier') return;
      const property = node.property.type === 'Identifier' ? node.property.name : '';
      if (node.object.name === 'console') entryOnly.add(`console.${property}`);
      if (node.object.name === 'process' && ENTRY_ONLY.has(property)) entryOnly.add(`process.${property}`);
    },
    VariableDeclarator: (node) => {
      if (node.init?.type === 'Identifier' && node.init.name === 'process') entryOnly.add('a destructured process');
    },
  }).visit(program);
  for (const specifier of imports)
    if (specifier === 'node:process' || specifier === 'process') entryOnly.add(specifier);
  return { imports, entryOnly, error: errors[0]?.message ?? null };
}

/** Each cycle once, as the modules along it with the first one repeated. */
function cyclesOf(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const visit = (module: string, path: string[]) => {
    const at = path.indexOf(module);
    if (at !== -1) cycles.push([...path.slice(at), module]);
    if (at !== -1 || done.has(module)) return;
    for (const target of graph.get(module) ?? []) visit(target, [...path, module]);
    done.add(module);
  };
  for (const module of [...graph.keys()].sort()) visit(module, []);
  return cycles;
}

/** The import table of docs/architecture.md as data, and the check that sources obey it. */

import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

interface Rule {
  /** Modules by their path in src, without extension. The first rule that fits counts. */
  modules: RegExp;
  /** Modules of ours that these may import; their own folder always. */
  ours: RegExp;
  /** Foreign packages; Node's own only where `io` is set, but for PURE_BUILTINS. */
  packages: readonly string[];
  io: boolean;
}

const BASE =
  'secrets/(?:redact|placeSecrets)|types|searchTypes|historyTypes|answerTypes|citationTypes|storePort|errors|version|identity|frame|log|options(?:/.*)?|commands|commandTexts|nearest|editsBetween|mostThatFits|pathParts|words|text|groupBy|linearMatcher|compileGlob|escapeRegExp|qualifiedName|programPath|plainText|quoted|shellWord|boundedJson|boundedLines';
/** What a spine may import: every stage and every other spine; neither the barrel nor an entry. */
const OUTSIDE_OF_ENTRY = /^(?!index$|entry\/|fleet\/)/;

/** The one module of the base that touches the disk. */
const BOUNDED = 'boundedRead';

const base = (more = '') => new RegExp(`^(${BASE}|${BOUNDED}${more})$`);
const stage = (name: string, packages: readonly string[] = [], ours = base()): Rule => ({
  modules: new RegExp(`^${name}/`),
  ours,
  packages,
  io: true,
});

/** What a module may import. A module that no rule names is itself a violation: the table must stay complete. */
const RULES: readonly Rule[] = [
  { modules: new RegExp(`^${BOUNDED}$`), ours: base(), packages: [], io: true },
  { modules: base(), ours: base('|secrets/.*'), packages: [], io: false },
  { modules: /^secrets\//, ours: base(), packages: [], io: false },
  stage('files'),
  stage('git', [], base('|files/memoryOf')),
  stage('chunk', ['web-tree-sitter', 'yaml', 'jsonc-parser', 'toml-eslint-parser']),
  stage('http', ['undici']),
  stage('embed', ['@huggingface/transformers', '@xenova/transformers'], base('|http/.*')),
  stage(
    'store',
    ['@lancedb/lancedb', 'apache-arrow', 'proper-lockfile'],
    base('|files/.*|http/(?:credentials|isLoopback|createFetch|readBody)'),
  ),
  stage('grep', ['re2js']),
  stage('artifact', ['tar', 'yauzl'], base('|http/.*|files/.*')),
  stage('answer', [], base('|http/.*|files/.*')),
  stage('install', ['jsonc-parser'], base('|files/.*')),
  { modules: /^watch\/watchFolders$/, ours: OUTSIDE_OF_ENTRY, packages: ['chokidar'], io: true },
  { modules: /^query\/(fuse|expand|select|assemble)$/, ours: base(), packages: [], io: false },
  { modules: /^query\//, ours: base(), packages: [], io: false },
  { modules: /^plan$/, ours: base(), packages: [], io: false },
  { modules: /^index$/, ours: /./, packages: [], io: false },
  // Above the spines: it indexes, pulls and searches by calling them, and none of them knows it.
  { modules: /^fleet\//, ours: OUTSIDE_OF_ENTRY, packages: [], io: true },
  {
    // It runs in a browser: of all that src/index.ts offers, what is pure.
    modules: /^entry\/web\//,
    ours: base('|index'),
    packages: [
      'preact',
      '@preact/signals',
      'lowlight',
      'mdast-util-from-markdown',
      'hast',
      'mdast',
      '@hono/zod-openapi',
    ],
    io: false,
  },
  {
    modules: /^entry\/mcp(\/|$)/,
    ours: base('|index'),
    packages: ['@modelcontextprotocol/server', '@modelcontextprotocol/node', 'zod'],
    io: true,
  },
  {
    modules: /^entry\/http(\/|$)/,
    ours: base('|index'),
    packages: ['hono', '@hono/node-server', '@hono/zod-openapi', 'zod'],
    io: true,
  },
  {
    modules: /^entry\/action(\/|$)/,
    ours: base('|index'),
    packages: ['@actions/core', '@actions/cache', '@actions/artifact'],
    io: true,
  },
  { modules: /^entry\//, ours: base('|index'), packages: ['emphasize', 'get-east-asian-width'], io: true },
];

/** Every other module at the top of src, and the folder of its name with the steps that are its own: search.ts and search/. */
const SPINE: Rule = { modules: /^[^/]+$/, ours: OUTSIDE_OF_ENTRY, packages: [], io: true };

/** Optional peers that may not be installed; a parser runtime that is loaded afresh after a crash. */
const COMPUTED = /^(embed\/|chunk\/parser$)/;

/** They compute; they touch no file, process or socket. */
const PURE_BUILTINS = new Set([
  'node:crypto',
  'node:path',
  'node:path/posix',
  'node:util',
  'node:url',
  'node:events',
  'node:os',
]);

/** Only an entry reads the environment and the command line, prints and exits. */
const ENTRY_ONLY = new Set(['env', 'argv', 'exit', 'exitCode', 'stdout', 'stderr', 'stdin', 'on', 'once']);

/** Each is started by itself; what two of them need stands beside them in a file of its own. */
const PROGRAMS = /^entry\/(api|cli|action|action\/cacheProgram|gitLauncher)$/;

const MAX_LINES = 300;

export interface Violation {
  file: string;
  problem: string;
}

interface Import {
  /** As written; null where it is computed. */
  specifier: string | null;
}

/** @param sources path from src (`store/open.ts`) → text */
export function checkArchitecture(sources: ReadonlyMap<string, string>): Violation[] {
  const found: Violation[] = [];
  const graph = new Map<string, string[]>();
  for (const [file, text] of sources) {
    const { imports, entryOnly, reExportsOnly, error } = scan(file, text);
    const module = withoutExtension(file);
    const report = (problem: string) => found.push({ file, problem });
    if (error !== null) report(`cannot be parsed: ${error}`);
    const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
    if (lines > MAX_LINES) report(`has ${lines} lines, more than ${MAX_LINES}`);
    if (!module.startsWith('entry/')) for (const use of entryOnly) report(`uses ${use}: only src/entry may`);
    if (module === 'index' && !reExportsOnly) report('holds more than re-exports');
    const rule = ruleOf(module, sources);
    if (rule === undefined) report('stands in no row of the import table');
    const ours: string[] = [];
    for (const { specifier } of imports) {
      const target = specifier?.startsWith('.') ? withoutExtension(posix.join(posix.dirname(file), specifier)) : null;
      if (target !== null && (sources.has(`${target}.ts`) || sources.has(`${target}.tsx`))) ours.push(target);
      const problem = rule === undefined ? null : problemOf(rule, module, specifier, target);
      if (problem !== null) report(problem);
    }
    graph.set(module, ours);
  }
  for (const cycle of cyclesOf(graph))
    found.push({ file: `${cycle[0]}.ts`, problem: `import cycle: ${cycle.join(' → ')}` });
  return found;
}

function ruleOf(module: string, sources: ReadonlyMap<string, string>): Rule | undefined {
  const listed = RULES.find(({ modules }) => modules.test(module));
  const [folder, ...rest] = module.split('/');
  return listed ?? (rest.length === 0 || sources.has(`${folder}.ts`) ? SPINE : undefined);
}

function problemOf(rule: Rule, module: string, specifier: string | null, target: string | null): string | null {
  if (specifier === null) return COMPUTED.test(module) ? null : 'imports a computed module name';
  if (target !== null) {
    if (target === '../hooks/cora.sh') return module.startsWith('install/') ? null : `imports ${specifier}`;
    if (target.startsWith('..')) return `imports ${specifier}: outside of src`;
    if (target.endsWith('.scm')) return module.startsWith('chunk/') ? null : `imports ${specifier}`;
    return rule.ours.test(target) || isOwn(module, target) ? null : `imports ${target}`;
  }
  if (specifier.startsWith('node:'))
    return rule.io || PURE_BUILTINS.has(specifier) ? null : `imports ${specifier}: no I/O here`;
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  return rule.packages.includes(name) ? null : `imports the package ${name}`;
}

/** In the same folder. Of src/entry's files some are programs, and those don't know one another. */
function isOwn(module: string, target: string): boolean {
  const folder = `${module.split('/')[0]}/`;
  return module.includes('/') && target.startsWith(folder) && !PROGRAMS.test(target);
}

function withoutExtension(file: string): string {
  return file.replace(/\.tsx?$/, '');
}

/** Every import of a module, types too, and what it uses that only an entry may. */
function scan(file: string, text: string) {
  const { program, errors } = parseSync(file, text);
  const imports: Import[] = [];
  const entryOnly = new Set<string>();
  const add = (source: { type: string; value?: unknown } | null | undefined) => {
    if (source)
      imports.push({ specifier: source.type === 'Literal' && typeof source.value === 'string' ? source.value : null });
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
  for (const { specifier } of imports) {
    if (specifier === 'node:process' || specifier === 'process') entryOnly.add(specifier);
  }
  const reExportsOnly = program.body.every(
    (node) => node.type === 'ExportAllDeclaration' || (node.type === 'ExportNamedDeclaration' && node.source !== null),
  );
  return { imports, entryOnly, reExportsOnly, error: errors[0]?.message ?? null };
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

/**
 * Every reference of a repository of TypeScript and JavaScript to its own definitions, by the checker of TypeScript. It
 * needs nothing of the repository's node_modules: names of packages in a workspace and `paths` of tsconfig.json lead to
 * their sources. From Vue's components it reads the scripts, not the templates.
 *
 *   npm install --prefix DIR typescript@5.9      7 has no checker that a program can ask
 *   node bench/compilers/typescript.mjs REPO DIR > truth.jsonl
 *
 * Each line is one reference, as bench/compilers.mjs reads it.
 */

import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';

const [repo, modules = '.'] = process.argv.slice(2);
const root = resolve(repo);
const ts = createRequire(join(resolve(modules), 'package.json'))('typescript');

const SCRIPTS = /\.(?:tsx?|jsx?|mts|cts|mjs|cjs|vue)$/;
const OTHERS = /\.d\.[cm]?ts$|(?:^|\/)(?:fixtures?|dist|build|vendor|node_modules)\/|\.min\.js$/;
/** TypeScript reads only endings that it knows. */
const VUE = /\.vue\.ts$/;
const OPTIONS = {
  ...{
    allowJs: true,
    checkJs: false,
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    types: [],
    experimentalDecorators: true,
  },
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  jsx: ts.JsxEmit.Preserve,
  allowImportingTsExtensions: true,
  maxNodeModuleJsDepth: 0,
};

const tracked = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8', maxBuffer: 1e9 }).split('\0');
const files = tracked.filter((path) => SCRIPTS.test(path) && !OTHERS.test(path) && existsSync(join(root, path)));
const packages = workspacePackages();
const aliasesOf = new Map();
const program = createProgram(files.map((path) => join(root, path).replace(/\.vue$/, '.vue.ts')));
const checker = program.getTypeChecker();
for (const path of files) {
  const file = program.getSourceFile(join(root, path).replace(/\.vue$/, '.vue.ts'));
  if (file !== undefined) write(referencesIn(file));
}

function write(references) {
  const lines = references.map((reference) => `${JSON.stringify(reference)}\n`).join('');
  if (lines !== '') process.stdout.write(lines);
}

function createProgram(names) {
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, readFile } = host;
  const original = (name) => (VUE.test(name) ? name.slice(0, -3) : name);
  host.fileExists = (name) => fileExists(original(name));
  host.readFile = (name) => {
    const text = readFile(original(name));
    return VUE.test(name) && text !== undefined ? scriptsOf(text) : text;
  };
  host.getSourceFile = (name, target) => {
    const text = host.readFile(name);
    const kind = VUE.test(name) ? ts.ScriptKind.TS : undefined;
    return text === undefined ? undefined : ts.createSourceFile(name, text, target, true, kind);
  };
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => ({ resolvedModule: resolveModule(text, from, host) }));
  return ts.createProgram(names, OPTIONS, host);
}

/** Blanks everything of a Vue component but its scripts, so that lines stay. */
function scriptsOf(text) {
  const blank = (part) => part.replace(/[^\n]/g, ' ');
  let out = '';
  let from = 0;
  for (const { index, 1: tag, 2: script } of text.matchAll(/(<script\b[^>]*>)([\s\S]*?)<\/script>/g)) {
    const start = index + tag.length;
    out += blank(text.slice(from, start)) + script;
    from = start + script.length;
  }
  return out + blank(text.slice(from));
}

function resolveModule(name, from, host) {
  const plain = ts.resolveModuleName(name, from, OPTIONS, host).resolvedModule;
  if (plain !== undefined && !plain.resolvedFileName.includes('/node_modules/')) return plain;
  const candidates = name.startsWith('.')
    ? [join(dirname(from), name)]
    : [...aliased(name, dirname(from)), ...inWorkspace(name), ...underSource(name, from)];
  for (const candidate of candidates) {
    const resolvedFileName = fileAt(candidate);
    if (resolvedFileName !== null) return { resolvedFileName, extension: ts.Extension.Ts };
  }
  return undefined;
}

function fileAt(path) {
  const bases = [path, path.replace(/\.([cm]?)js(x?)$/, '.$1ts$2')];
  const ends = [
    '',
    '.ts',
    '.tsx',
    '.mts',
    '.js',
    '.jsx',
    '.mjs',
    '.cjs',
    '.vue',
    '/index.ts',
    '/index.tsx',
    '/index.js',
  ];
  for (const base of bases)
    for (const end of ends) {
      if (!SCRIPTS.test(base + end) || !ts.sys.fileExists(base + end)) continue;
      return `${base}${end}`.replace(/\.vue$/, '.vue.ts');
    }
  return null;
}

/** Follows `paths` of the nearest tsconfig.json or jsconfig.json that has some. */
function* aliased(name, folder) {
  for (const { pattern, base, targets } of aliasesIn(folder)) {
    const [before, after] = pattern.split('*');
    if (after === undefined ? name !== pattern : !name.startsWith(before) || !name.endsWith(after)) continue;
    const middle = after === undefined ? '' : name.slice(before.length, name.length - after.length);
    for (const target of targets) yield resolve(base, target.replace('*', middle));
  }
}

function aliasesIn(folder) {
  if (!aliasesOf.has(folder)) aliasesOf.set(folder, readAliases(folder));
  return aliasesOf.get(folder);
}

function readAliases(folder) {
  for (const name of ['tsconfig.json', 'jsconfig.json', 'tsconfig.base.json']) {
    const path = join(folder, name);
    if (!existsSync(path)) continue;
    const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
    const { options } = ts.getParsedCommandLineOfConfigFile(path, {}, host) ?? {};
    const base = options?.baseUrl ?? options?.pathsBasePath ?? folder;
    const found = Object.entries(options?.paths ?? {}).map(([pattern, targets]) => ({ pattern, base, targets }));
    if (found.length > 0) return found;
  }
  return folder === root || !folder.startsWith(root) ? [] : aliasesIn(dirname(folder));
}

/** `@/name` and `~/name` without a configuration mean the sources of the package around. */
function* underSource(name, from) {
  if (!/^[@~]\//.test(name)) return;
  for (let folder = dirname(from); folder.startsWith(root); folder = dirname(folder))
    for (const source of ['src', '']) yield join(folder, source, name.slice(2));
}

function workspacePackages() {
  const found = new Map();
  for (const path of tracked.filter((one) => /(?:^|\/)package\.json$/.test(one) && !/node_modules/.test(one))) {
    try {
      const manifest = JSON.parse(readFileSync(join(root, path), 'utf8'));
      if (typeof manifest.name === 'string' && !found.has(manifest.name))
        found.set(manifest.name, { folder: join(root, dirname(path)), manifest });
    } catch {} // A fixture may be no JSON.
  }
  return found;
}

function* inWorkspace(name) {
  const [, own, rest = ''] = /^((?:@[^/]+\/)?[^/]+)(?:\/(.*))?$/.exec(name) ?? [];
  const { folder, manifest } = packages.get(own) ?? {};
  if (folder === undefined) return;
  for (const target of targetsOf(manifest, rest === '' ? '.' : `./${rest}`)) {
    const path = target.replace(/\.d\.([cm]?)ts$/, '.$1ts');
    yield join(folder, path);
    const parts = path.replace(/^\.\//, '').split('/');
    for (const built of [1, 2]) yield join(folder, 'src', ...parts.slice(built)).replace(/\.[cm]?[jt]s$/, '');
  }
  for (const source of ['src', '', 'lib']) yield join(folder, source, rest);
}

function targetsOf({ exports, source, module, main, types }, asked) {
  const flat = (value) => (typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(flat));
  const entries = Object.entries(typeof exports === 'object' && exports !== null ? exports : { '.': exports });
  const fitting = entries.flatMap(([key, value]) => {
    const [before, after] = key.split('*');
    if (after === undefined) return key === asked ? flat(value) : [];
    if (!asked.startsWith(before) || !asked.endsWith(after)) return [];
    return flat(value).map((one) => one.replaceAll('*', asked.slice(before.length, asked.length - after.length)));
  });
  return asked === '.' ? [...fitting, ...flat([source, module, main, types].filter(Boolean))] : fitting;
}

function referencesIn(file) {
  const found = [];
  const path = pathOf(file);
  const visit = (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) {
      const name = definedName(node);
      if (name !== null) {
        const to = { path: pathOf(name.getSourceFile()), line: lineOf(name) };
        if (!to.path.startsWith('..') && !to.path.includes('node_modules'))
          found.push({ path, line: lineOf(node), column: columnOf(node), name: node.text, kind: kindOf(node), to });
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Returns the name in the definition that an identifier means; null for names in their own definition. */
function definedName(node) {
  const symbol = meantBy(node);
  const declarations = symbol?.declarations ?? [];
  const names = declarations.map((declaration) => ts.getNameOfDeclaration(declaration) ?? declaration);
  const [declaration] = declarations;
  if (declaration === undefined || names.includes(node)) return null;
  if (ts.isSourceFile(declaration) || ts.isParameter(declaration) || ts.isTypeParameterDeclaration(declaration))
    return null;
  // Under an alias, the name is not the definition's.
  return symbol.name === node.text || symbol.name === 'default' || symbol.name === 'export=' ? names[0] : null;
}

/** Follows aliases: imports, `export default name`, `module.exports = name`, `exports.name = name`. */
function meantBy(node) {
  let symbol = ts.isShorthandPropertyAssignment(node.parent)
    ? checker.getShorthandAssignmentValueSymbol(node.parent)
    : checker.getSymbolAtLocation(node);
  for (let step = 0; step < 8 && symbol !== undefined; step++) {
    const next = symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : exportedValue(symbol);
    if (next === undefined || next === symbol) break;
    symbol = next;
  }
  return symbol;
}

function exportedValue({ declarations: [declaration] = [], valueDeclaration }) {
  const given = [declaration, valueDeclaration].find((one) => one !== undefined && isOfExports(one));
  if (given === undefined) return undefined;
  if (ts.isShorthandPropertyAssignment(given)) return checker.getShorthandAssignmentValueSymbol(given);
  const value = ts.isBinaryExpression(given.parent)
    ? given.parent.right
    : (given.right ?? given.initializer ?? given.expression);
  return value !== undefined && ts.isIdentifier(value) ? checker.getSymbolAtLocation(value) : undefined;
}

/** True for `module.exports = …`, `exports.name = …`, and members of the object that is exported. */
function isOfExports(node) {
  if (ts.isExportAssignment(node)) return true;
  if (ts.isPropertyAssignment(node) || ts.isShorthandPropertyAssignment(node)) {
    const { parent } = node.parent;
    return ts.isBinaryExpression(parent) && /^(?:module\.)?exports$/.test(parent.left.getText());
  }
  const target = ts.isBinaryExpression(node) ? node.left : node;
  return ts.isPropertyAccessExpression(target) && /^(?:module\.)?exports\b/.test(target.getText());
}

function kindOf(node) {
  const { parent } = node;
  if (ts.isImportSpecifier(parent) || ts.isImportClause(parent) || ts.isNamespaceImport(parent)) return 'import';
  if (ts.isExportSpecifier(parent)) return parent.parent.parent.moduleSpecifier === undefined ? 'value' : 'import';
  if (ts.isBindingElement(parent) && isRequire(parent.parent.parent.initializer)) return 'import';
  if (ts.isVariableDeclaration(parent) && parent.name === node && isRequire(parent.initializer)) return 'import';
  let whole = node;
  while (ts.isPropertyAccessExpression(whole.parent) && whole.parent.name === whole) whole = whole.parent;
  const user = whole.parent;
  if ((ts.isCallExpression(user) || ts.isNewExpression(user)) && user.expression === whole) return 'call';
  if (ts.isTaggedTemplateExpression(user) && user.tag === whole) return 'call';
  if (ts.isDecorator(user) || (ts.isJsxOpeningLikeElement(user) && user.tagName === whole)) return 'call';
  for (let up = parent; up !== undefined && !ts.isStatement(up); up = up.parent) {
    if (ts.isExpressionWithTypeArguments(up) && ts.isHeritageClause(up.parent)) return 'inherit';
    if (ts.isTypeNode(up)) return 'type';
    if (ts.isExpression(up) && !ts.isPropertyAccessExpression(up) && !ts.isIdentifier(up)) break;
  }
  return 'value';
}

function isRequire(node) {
  if (node === undefined) return false;
  if (ts.isPropertyAccessExpression(node)) return isRequire(node.expression);
  return ts.isCallExpression(node) && node.expression.getText() === 'require';
}

function pathOf(file) {
  return relative(root, file.fileName).replace(/\.vue\.ts$/, '.vue');
}

function lineOf(node) {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).line + 1;
}

function columnOf(node) {
  return node.getSourceFile().getLineAndCharacterOfPosition(node.getStart()).character;
}

import { getOrMake } from '../base/lists.ts';
import { escapeRegExp, folderOf } from '../base/patterns.ts';
import type { Reference } from '../base/types.ts';
import { type BoundImport, type Language, type ModuleFiles, SINGLE, STRING, TRIPLE, TYPE_NAME } from './language.ts';
import query from './queries/python.scm';
import { joinPath, NO_RULES, type PathIndex, projectAbove } from './referenceRules.ts';

/** Methods of the standard library whose names look as special as a repository's own. */
const METHODS = new Set(
  (
    'add_argument_group add_done_callback add_mutually_exclusive_group add_signal_handler assert_any_call assert_called_once ' +
    'assert_called_once_with assert_called_with assert_has_calls assert_not_called assert_awaited_once_with call_soon_threadsafe ' +
    'get_default_verify_paths get_extra_info load_cert_chain load_default_certs load_verify_locations parse_known_args ' +
    'remove_done_callback remove_signal_handler run_in_executor run_until_complete set_alpn_protocols set_exception_handler ' +
    'set_running_or_notify_cancel set_tunnel_headers shutdown_default_executor'
  ).split(' '),
);

export const python: Language = {
  name: 'python',
  extensions: 'py pyi pyw',
  fileNames: 'sconstruct sconscript wscript',
  interpreters: 'python pypy',
  syntax: { grammar: 'python', query },
  imports: {
    begins: /^\s*(from\s+\S+\s+import\b|import\s)|^if (typing\.)?TYPE_CHECKING:/,
    origin: /^\s*from\s+\S+/,
    areGuarded: true,
  },
  mask: [TRIPLE, "'''[^]*?(?:'''|$)", '#[^\\n]*', STRING, SINGLE],
  interpolates: /(?<!\w)[rR]?[fF][rR]?$/,
  rules: {
    ...NO_RULES,
    distinctName: /^(?:_[a-z\d]+|[a-z\d]+_[a-z\d]+)_[a-z\d_]+$/,
    isSystem: (name) => METHODS.has(name),
  },
  modules: { paths: pythonPaths, bind: pythonBindings, byFolder: sharedModules },
  bindings: { style: 'indented' },
  variables: {
    binding: (word) =>
      `(?:^|\\n)[^\\S\\n]*(?:\\w+\\s*,\\s*){0,50}${word}\\s*(?:,\\s*\\w+\\s*){0,50}(?::[^=\\n]+)?=(?!=)|\\bfor\\s[\\w\\s,(]{0,200}\\b${word}\\b[\\w\\s,)]{0,200}\\bin\\b|\\bas\\s+${word}\\b|\\b${word}\\s*:=|\\blambda\\b[^:\\n]{0,300}\\b${word}\\b|\\bcase\\b[^\\n]{0,300}\\b${word}\\b(?!\\s*[(.=])`,
    declarations: (word, isField) => {
      const self = isField ? '(?:this|self)\\s*\\.\\s*' : '';
      return [
        new RegExp(
          `(?:[(,]\\s*|\\n[^\\S\\n]*|${self})${word}\\s*:\\s*(?:(?<from>\\w+)\\.)?${TYPE_NAME}\\s*(?:\\|\\s*None\\s*)?(?=[,)=\\n]|$)`,
          'g',
        ),
        new RegExp(`(?:^|\\n)[^\\S\\n]*${self}${word}\\s*=\\s*(?:(?<from>[a-z]\\w*)\\.)?(?<name>_?[A-Z]\\w*)\\(`, 'g'),
      ];
    },
  },
  heirs: { isBase: ({ head }) => /(?:^|[\n;])\s*class\s[^:]*$/.test(head()) },
  testFiles: /^conftest\.py$/,
  declarations: [/\.pyi$/, ['.py']],
};

/**
 * A relative module begins at its dots. Others are looked for from each possible root: folders
 * around that are no packages, the root, src, lib, and members of a workspace.
 */
function pythonPaths(module: string, from: string, index: PathIndex): string[] {
  const dots = /^\.*/.exec(module)![0].length;
  const rest = module.slice(dots).replace(/\./g, '/');
  if (dots > 0) {
    let folder = folderOf(from);
    for (let up = 1; up < dots; up++) folder = folderOf(folder);
    return pythonFile(joinPath(folder, rest), index);
  }
  const known = getOrMake(rootsOf, index, () => new Map<string, ReadonlySet<string>>());
  const folder = folderOf(from);
  for (const root of getOrMake(known, folder, () => rootsFrom(folder, index))) {
    const found = pythonFile(root === '' ? rest : `${root}/${rest}`, index);
    if (found.length > 0) return found;
  }
  return [];
}

/** The key of the inner map is a folder. */
const rootsOf = new WeakMap<PathIndex, Map<string, ReadonlySet<string>>>();

function rootsFrom(from: string, index: PathIndex): ReadonlySet<string> {
  const roots = new Set<string>();
  for (let folder = from; folder !== ''; folder = folderOf(folder))
    if (!index.paths.has(`${folder}/__init__.py`)) roots.add(folder);
  for (const root of ['', 'src', 'lib', 'python', ...memberRoots(index)]) roots.add(root);
  return roots;
}

/** With more projects, they are a collection that does not import each other. */
const MOST_MEMBERS = 200;

/** Returns the roots of a workspace's members (uv, Poetry), which have manifests of their own. */
function memberRoots({ byName }: PathIndex): string[] {
  const manifests = byName('pyproject.toml').slice(0, MOST_MEMBERS);
  return manifests.flatMap((path) => [folderOf(path), joinPath(folderOf(path), 'src')]);
}

function pythonFile(path: string, { paths }: PathIndex): string[] {
  const ends = path === '' ? ['__init__.py'] : [`${path}/__init__.py`, `${path}.py`, `${path}.pyi`, `${path}.pyx`];
  return ends.filter((end) => paths.has(end)).slice(0, 1);
}

/** `import a.b`, `import a.b as c`, `from a import b`, `from a import b as c`, `from a import *` */
function pythonBindings({ name }: Reference, module: string, text: string, files: ModuleFiles): BoundImport[] {
  const path = escapeRegExp(module);
  if (module.slice(module.lastIndexOf('.') + 1) === name) {
    if (new RegExp(`from\\s+${path}\\s+import\\s*(?:\\(\\s*)?\\*`).test(text))
      return [{ local: '*', name: null, paths: files(module) }];
    const imported = new RegExp(
      `^[^\\S\\n\\r\\u2028\\u2029]*import\\b[^\\n]*\\b${path}(?:\\s+as\\s+(\\w+))?\\s*(?:[,;#\\n]|$)`,
      'm',
    ).exec(text);
    if (imported !== null) return [{ local: imported[1] ?? module, name: null, paths: files(module) }];
  }
  const head = () => new RegExp(`from\\s+${path}\\s+import\\b`);
  const alias = isRenamed(name, text) ? aliasAfter(name, text, head()) : undefined;
  const inside = files(/\.$/.test(module) ? module + name : `${module}.${name}`);
  const member: BoundImport = { local: alias ?? name, name, paths: files(module) };
  return inside.size === 0 ? [member] : [{ local: member.local, name: null, paths: inside }, member];
}

/** True if `as` stands anywhere behind the name. */
function isRenamed(name: string, text: string): boolean {
  for (let at = text.indexOf(name); at !== -1; at = text.indexOf(name, at + 1))
    if (/^\s+as\s/.test(text.slice(at + name.length, at + name.length + 100))) return true;
  return false;
}

/** Returns the alias of a name in the list after a statement's head. */
function aliasAfter(name: string, text: string, head: RegExp): string | undefined {
  for (let found = head.exec(text), from = 0; found !== null; found = head.exec(text.slice(from))) {
    from += found.index + found[0].length;
    const rest = text.slice(from);
    const list = /^\s*\(/.test(rest)
      ? (/^\s*\([^)]*/.exec(rest)?.[0] ?? '')
      : (/^(?:[^\n\\]|\\\n)*/.exec(rest)?.[0] ?? '');
    const alias = new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(list)?.[1];
    if (alias !== undefined) return alias;
    if (new RegExp(`\\b${escapeRegExp(name)}\\b`).test(list)) return undefined;
  }
  return undefined;
}

const PROJECTS: ReadonlySet<string> = new Set(['pyproject.toml', 'setup.py', 'setup.cfg']);
/** Folders at the top of a project that are not installed with it. */
const NOT_INSTALLED: ReadonlySet<string> = new Set(['test', 'tests', 'docs', 'doc', 'examples', 'benchmarks', 'setup']);

/** `src/acme/retry.py` → acme, acme.retry */
function sharedModules(path: string, paths: ReadonlySet<string>): string[] {
  const project = projectAbove(path, PROJECTS, paths);
  if (project === null) return [];
  const parts = path
    .slice(project.length)
    .replace(/(?:\/__init__)?\.pyi?$/, '')
    .replace(/^src\//, '')
    .split('/');
  return NOT_INSTALLED.has(parts[0]!) ? [] : parts.map((_, at) => parts.slice(0, at + 1).join('.'));
}

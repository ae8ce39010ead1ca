/**
 * Reads the rule files of a tree and of the working tree: .gitattributes, .coraignore,
 * .cursorignore. A rule counts as soon as it is written, before it is committed. If a rule file
 * cannot be read, for example because it is a link, the one in HEAD counts.
 */

import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { directoriesOf, fileNameOf, folderOf } from '../base/patterns.ts';
import type { TreeFile } from '../base/types.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { readBlobs } from './readBlobs.ts';
import { LARGEST_FILE } from './readWorkingFile.ts';
import { bytesFromPath, lostObject, nulRecords, type Repository, SUBMODULE_MODE, TWICE } from './repository.ts';
import { runGit } from './runGit.ts';
import { WorkingTreeFiles } from './safePath.ts';
import { NOTHING_SAID, type PathContext } from './skipReasonOf.ts';
import { byteString, mayDecide, type PathMatcher, pathMatcher, ruleLines, TreeAttributes } from './treeAttributes.ts';

export const RULE_FILES = ['.gitattributes', '.coraignore', '.cursorignore'] as const;

/** The key of a repository's own attributes. No path in a tree is like it. */
const INFO_ATTRIBUTES = '.git/info/attributes';

/** The rule files that differ from a tree's: path → text, null for a deleted one. */
export type ChangedRules = ReadonlyMap<string, string | null>;

export const NO_CHANGED_RULES: ChangedRules = new Map();

/** For fewer directories, asking for each is faster than listing the tree. */
const FEW_DIRECTORIES = 40;

type ContextOf = (path: string) => PathContext;

interface Rules {
  /** By path. */
  texts: ReadonlyMap<string, string>;
  contextOf: ContextOf;
}

const NO_RULES = { texts: new Map<string, string>() };

/**
 * The last tree that was asked for, with its rules once all were read. A long-running process asks
 * after every edit, and a tree never changes.
 */
const known = new WeakMap<Repository, { tree: string; rules: Rules | null }>();

/**
 * @param tree whose rules were read, or null
 * @returns true if the attributes of the tree, or the changed ones, hold the word, or if that is
 * not known
 */
export function mentionedInRules(repo: Repository, tree: string | null, changed: ChangedRules, word: string): boolean {
  const rules = tree === null ? NO_RULES : known.get(repo)?.tree === tree ? known.get(repo)!.rules : null;
  if (rules === null) return true;
  return [...rules.texts.values(), ...changed.values()].some((text) => text?.includes(word) === true);
}

/** Rule file → blob. */
type RuleFiles = ReadonlyMap<string, string>;

/** The rule files of the tree that was listed last: its rules are mostly needed next. */
const listed = new WeakMap<Repository, { tree: string; blobs: RuleFiles }>();

/** @param files all files of the tree */
export function rememberRuleFiles(repo: Repository, tree: string, files: readonly TreeFile[]): void {
  const rules = files.filter(({ path, mode }) => isRuleFile(path) && mode !== SUBMODULE_MODE && mode !== TWICE);
  const blobs = new Map(rules.map(({ path, blob }) => [path, blob]));
  listed.set(repo, { tree, blobs });
}

/**
 * Reads the rules for paths.
 * @param tree null for none
 * @param files those that will be asked about
 * @param changed replaces rule files of the tree
 */
export async function readRuleFiles(
  repo: Repository,
  tree: string | null,
  files: readonly TreeFile[],
  changed: ChangedRules,
  signal?: AbortSignal,
): Promise<ContextOf> {
  const { texts, contextOf } = tree === null ? rulesOf(new Map()) : await rulesOfTree(repo, tree, files, signal);
  if (changed.size === 0) return contextOf;
  const now = new Map(texts);
  for (const [path, text] of changed) {
    if (text === null) now.delete(path);
    else now.set(path, text);
  }
  return rulesOf(now).contextOf;
}

async function rulesOfTree(
  repo: Repository,
  tree: string,
  files: readonly TreeFile[],
  signal: AbortSignal | undefined,
): Promise<Rules> {
  const last = known.get(repo);
  const isFirst = last?.tree !== tree;
  if (!isFirst && last.rules !== null) return last.rules;
  // The second question about a tree means that more will follow, about other directories. In a
  // partial clone, asking for missing files would fail.
  const mayBeFew = listed.get(repo)?.tree !== tree && isFirst && !repo.partial;
  const few = mayBeFew ? fewDirectories(files) : null;
  const blobs = few === null ? await listRuleFiles(repo, tree, signal) : await findRuleFiles(repo, tree, few, signal);
  const texts = await readTexts(repo, new Set(blobs.values()), signal);
  const there = [...blobs].filter(([, blob]) => texts.has(blob));
  const rules = rulesOf(new Map(there.map(([path, blob]) => [path, texts.get(blob)!])));
  const isWhole = few === null && rules.texts.size === blobs.size;
  known.set(repo, { tree, rules: isWhole ? rules : null });
  return rules;
}

/** @returns null if there are many, or one whose name cannot be passed to git */
function fewDirectories(files: readonly TreeFile[]): ReadonlySet<string> | null {
  const directories = new Set(files.flatMap(({ path }) => directoriesOf(path)));
  const few = directories.size <= FEW_DIRECTORIES && ![...directories].some((directory) => directory.includes('\n'));
  return few ? directories : null;
}

/** Returns texts by blob; missing ones are left out. */
async function readTexts(
  repo: Repository,
  blobs: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { blob, bytes } of readBlobs(repo, [...blobs], signal)) {
    if (bytes !== null) texts.set(blob, Buffer.from(bytes).toString('utf8'));
    // The lost file may be the one that keeps files out of the index.
    else if (!repo.partial) throw lostObject(repo, `Blob ${blob}, a file of rules, is missing`);
  }
  return texts;
}

function rulesOf(texts: ReadonlyMap<string, string>): Rules {
  const [attributes, cora, cursor] = RULE_FILES;
  const treeAttributes = new TreeAttributes(byDirectory(attributes, texts), texts.get(INFO_ATTRIBUTES));
  const ignores = [cora, cursor].map((name) => new IgnoreRules(name, byDirectory(name, texts)));
  const contextOf = (path: string): PathContext => {
    const { generated, vendored, filter } = treeAttributes.of(path);
    return { generated, vendored, filter, ignoredBy: ignores[0]!.ignores(path) ?? ignores[1]!.ignores(path) };
  };
  return { texts, contextOf: texts.size === 0 ? () => NOTHING_SAID : contextOf };
}

/** Returns the rule files in these directories, with their blobs. */
async function findRuleFiles(
  repo: Repository,
  tree: string,
  directories: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const paths = ruleFilesIn(directories);
  const lines = paths.map((path) => Buffer.concat([Buffer.from(`${tree}:`), bytesFromPath(path), Buffer.from('\n')]));
  const input = Buffer.concat(lines);
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'];
  const { stdout } = await runGit(repo, args, { signal, input });
  const answers = stdout.toString('latin1').split('\n');
  return new Map(
    paths.flatMap((path, at) => {
      const [, blob] = /^([0-9a-f]+) blob$/.exec(answers[at] ?? '') ?? [];
      return blob === undefined ? [] : [[path, blob] as const];
    }),
  );
}

/** Lists the rule files of a whole tree. */
async function listRuleFiles(repo: Repository, tree: string, signal: AbortSignal | undefined): Promise<RuleFiles> {
  const last = listed.get(repo);
  if (last?.tree === tree) return last.blobs;
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
  const { stdout } = await runGit(repo, args, { signal });
  const blobs = new Map<string, string>();
  for (const record of nulRecords(stdout)) {
    const path = record.slice(record.indexOf('\t') + 1);
    // `100644 blob 1eb41fa37ae41f8ea4cb7af5b5ce5a3a0d1b1b52\t.gitattributes`
    const isRule = isRuleFile(path) && !record.startsWith(SUBMODULE_MODE) && !blobs.has(path);
    if (isRule) blobs.set(path, record.split(/[ \t]/, 3)[2]!);
  }
  return blobs;
}

export function isRuleFile(path: string): boolean {
  const name = fileNameOf(path);
  return RULE_FILES.some((wanted) => wanted === name);
}

/** Returns the paths that rule files in these directories would have. */
function ruleFilesIn(directories: Iterable<string>): string[] {
  return [...directories].flatMap((directory) =>
    RULE_FILES.map((name) => (directory === '' ? name : `${directory}/${name}`)),
  );
}

function byDirectory(name: string, texts: ReadonlyMap<string, string>): Map<string, string> {
  const out = new Map<string, string>();
  for (const [path, text] of texts) if (fileNameOf(path) === name) out.set(folderOf(path), text);
  return out;
}

/** @param changes all changes of the working tree */
export function changedRules(repo: Repository, changes: readonly { path: string }[]): ChangedRules {
  return readRules(repo, changes.map(({ path }) => path).filter(isRuleFile), true);
}

/**
 * Returns the rule files that apply to these files, even if they are as in HEAD, so that git is not
 * needed.
 */
export function rulesAround(repo: Repository, files: readonly { path: string }[]): ChangedRules {
  const directories = new Set(files.flatMap(({ path }) => directoriesOf(path)));
  // In a sparse checkout a missing file is not deleted.
  return readRules(repo, ruleFilesIn(directories), !existsSync(join(repo.gitDir, 'info/sparse-checkout')));
}

function readRules(repo: Repository, paths: readonly string[], isWhole: boolean): ChangedRules {
  if (repo.worktree === null) return NO_CHANGED_RULES;
  const files = new WorkingTreeFiles(repo.worktree);
  // If its whole folder is deleted, a rule file still counts for older commits.
  const isFolder = (path: string): boolean => path === '' || files.find(path).kind === 'directory';
  const rules = new Map<string, string | null>();
  for (const path of paths) {
    const { kind } = files.find(path);
    const bytes = kind === 'file' ? files.read(path, LARGEST_FILE) : null;
    if (bytes instanceof Buffer) rules.set(path, bytes.toString('utf8'));
    else if (kind === 'absent' && isWhole && isFolder(folderOf(path))) rules.set(path, null);
  }
  const info = readInfoAttributes(repo);
  if (mayDecide(info)) rules.set(INFO_ATTRIBUTES, info);
  return rules;
}

/** Returns '' if there are none; a link counts as none. */
function readInfoAttributes({ commonDir }: Repository): string {
  const info = join(commonDir, 'info');
  try {
    if (!lstatSync(info).isDirectory() || !lstatSync(join(info, 'attributes')).isFile()) return '';
    // A filter that the user set up here, as nbstripout does, only stores content that everybody
    // can read.
    const text = readBoundedSync(join(info, 'attributes'), LARGEST_FILE).toString('utf8');
    return text.replace(/[ \t][-!]?filter(?:=\S{0,200})?(?=\s|$)/g, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return '';
    throw error;
  }
}

/** A line of a rule file: what it matches, and if that is left out or brought back. */
interface Rule {
  matches: PathMatcher;
  isIgnored: boolean;
  directoriesOnly: boolean;
}

/** A directory: the rules that apply in it, the innermost last. */
interface Directory {
  isIgnored: boolean;
  files: readonly { rules: readonly Rule[]; prefix: number }[];
}

/** Rules of .coraignore or .cursorignore files in any directory, read as git reads .gitignore. */
export class IgnoreRules {
  readonly #name: string;
  readonly #rules = new Map<string, Rule[]>();
  readonly #directories = new Map<string, Directory>();

  /**
   * @param name of the files, for messages
   * @param files the text of each by its directory, '' for the top level
   */
  constructor(name: string, files: ReadonlyMap<string, string>) {
    this.#name = name;
    for (const [directory, text] of files) this.#rules.set(directory, ignoreRulesIn(text));
  }

  /** Returns the name of the ignore files if they leave the path out, otherwise undefined. */
  ignores(path: string): string | undefined {
    if (this.#rules.size === 0) return undefined;
    let above: Directory = { isIgnored: false, files: [] };
    for (const directory of directoriesOf(path)) {
      above = this.#directories.get(directory) ?? this.#look(directory, above);
      // No rule can bring back a file in an ignored directory.
      if (above.isIgnored) return this.#name;
    }
    return isIgnored(path, false, above) ? this.#name : undefined;
  }

  #look(directory: string, above: Directory): Directory {
    const rules = this.#rules.get(directory);
    const prefix = directory === '' ? 0 : byteString(directory).length + 1;
    const found: Directory = {
      isIgnored: directory !== '' && isIgnored(directory, true, above),
      files: rules === undefined ? above.files : [...above.files, { rules, prefix }],
    };
    this.#directories.set(directory, found);
    return found;
  }
}

/** The last matching line of the innermost file with a match decides. */
function isIgnored(path: string, isDirectory: boolean, { files }: Directory): boolean {
  const bytes = byteString(path);
  const name = fileNameOf(bytes);
  for (let at = files.length - 1; at >= 0; at--) {
    const { rules, prefix } = files[at]!;
    const relative = bytes.slice(prefix);
    const rule = rules.findLast((one) => (isDirectory || !one.directoriesOnly) && one.matches(relative, name));
    if (rule !== undefined) return rule.isIgnored;
  }
  return false;
}

/**
 *     # comment
 *     *.log             no slash but at the end: the name, in any directory below
 *     /docs/api         with a slash: from the directory of this file
 *     build/            directories only
 *     !keep.log         brings back
 *     \!odd  end\       a backslash takes the meaning away, also of a space at the end
 */
function ignoreRulesIn(text: string): Rule[] {
  return ruleLines(text).flatMap((line) => {
    let pattern = withoutSpaces(line);
    if (pattern.startsWith('#')) return [];
    const isIgnored = !pattern.startsWith('!');
    if (!isIgnored) pattern = pattern.slice(1);
    const directoriesOnly = pattern.endsWith('/');
    if (directoriesOnly) pattern = pattern.slice(0, -1);
    const matches = /^\/?$/.test(pattern) ? null : pathMatcher(pattern);
    return matches === null ? [] : [{ matches, isIgnored, directoriesOnly }];
  });
}

/** Spaces at the end are removed, except one after a backslash. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === ' ' && !isEscaped(line, end - 1)) end -= 1;
  return line.slice(0, end);
}

function isEscaped(line: string, at: number): boolean {
  let slashes = 0;
  while (line[at - 1 - slashes] === '\\') slashes += 1;
  return slashes % 2 === 1;
}

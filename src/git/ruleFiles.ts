/** The files of a tree that decide about others: .gitattributes, .coraignore, .cursorignore. */

import type { TreeFile } from '../types.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { lostObject } from './lostObject.ts';
import { bytesFromPath, nulRecords } from './pathBytes.ts';
import { readBlobs } from './readBlobs.ts';
import { type Repository, SUBMODULE_MODE } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';
import type { PathContext } from './skipReasonOf.ts';
import { directoriesOf, TreeAttributes } from './treeAttributes.ts';

const NAMES = ['.gitattributes', '.coraignore', '.cursorignore'] as const;

/** With fewer directories, asking for each is cheaper than listing the tree. */
const FEW_DIRECTORIES = 40;

type ContextOf = (path: string) => PathContext;

/** The last tree that was asked about. */
interface Known {
  tree: string;
  /** What all of its rule files say, once they were all read. */
  contextOf: ContextOf | null;
}

/** A process that stays asks with every edit, and what a tree says never changes. */
const known = new WeakMap<Repository, Known>();

type RuleFiles = ReadonlyMap<string, string>;

/** Rule file → blob, of the tree that was listed last: whoever lists a tree asks for its rules next. */
const listed = new WeakMap<Repository, { tree: string; blobs: RuleFiles }>();

/** @param files all of the tree */
export function rememberRuleFiles(repo: Repository, tree: string, files: readonly TreeFile[]): void {
  const rules = files.filter(({ path, mode }) => isRuleFile(path) && mode !== SUBMODULE_MODE);
  const blobs = new Map(rules.map(({ path, blob }) => [path, blob]));
  listed.set(repo, { tree, blobs });
}

/**
 * What the tree's rule files say of a path.
 * @param files the ones that will be asked about
 */
export async function readRuleFiles(
  repo: Repository,
  tree: string,
  files: readonly TreeFile[],
  signal?: AbortSignal,
): Promise<ContextOf> {
  const last = known.get(repo);
  const isFirst = last?.tree !== tree;
  if (!isFirst && last.contextOf !== null) return last.contextOf;
  const directories = new Set(files.flatMap(({ path }) => directoriesOf(path)));
  // Whoever asks a second time will ask again, about other directories.
  const few = listed.get(repo)?.tree !== tree && isFirst && isFew(repo, directories);
  const blobs = few ? await findRuleFiles(repo, tree, directories, signal) : await listRuleFiles(repo, tree, signal);
  const texts = await readTexts(repo, new Set(blobs.values()), signal);
  const contextOf = contextOfTexts(blobs, texts);
  const isWhole = !few && texts.size === new Set(blobs.values()).size;
  known.set(repo, { tree, contextOf: isWhole ? contextOf : null });
  return contextOf;
}

/** In a partial clone, asking for what is missing would fail. */
function isFew({ partial }: Repository, directories: ReadonlySet<string>): boolean {
  return (
    !partial && directories.size <= FEW_DIRECTORIES && ![...directories].some((directory) => directory.includes('\n'))
  );
}

/** By blob; those that are not there are left out. */
async function readTexts(
  repo: Repository,
  blobs: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for await (const { blob, bytes } of readBlobs(repo, [...blobs], signal)) {
    if (bytes !== null) texts.set(blob, Buffer.from(bytes).toString('utf8'));
    // It may be what keeps files out of the index.
    else if (!repo.partial) throw lostObject(repo, `Blob ${blob}, a file of rules, is missing`);
  }
  return texts;
}

function contextOfTexts(blobs: ReadonlyMap<string, string>, texts: ReadonlyMap<string, string>): ContextOf {
  const [attributeTexts, coraTexts, cursorTexts] = NAMES.map((name) => byDirectory(name, blobs, texts));
  const attributes = new TreeAttributes(attributeTexts!);
  const ignores = [new IgnoreRules(NAMES[1], coraTexts!), new IgnoreRules(NAMES[2], cursorTexts!)];
  return (path) => ({
    ...attributes.of(path),
    ignoredBy: ignores[0]!.ignores(path) ?? ignores[1]!.ignores(path),
  });
}

/** Rule file → blob, of these directories. */
async function findRuleFiles(
  repo: Repository,
  tree: string,
  directories: ReadonlySet<string>,
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const paths = [...directories].flatMap((directory) =>
    NAMES.map((name) => (directory === '' ? name : `${directory}/${name}`)),
  );
  const input = Buffer.concat(
    paths.map((path) => Buffer.concat([Buffer.from(`${tree}:`), bytesFromPath(path), Buffer.from('\n')])),
  );
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'];
  const { stdout } = await runGit(placeOf(repo), args, { signal, input });
  const answers = stdout.toString('latin1').split('\n');
  return new Map(
    paths.flatMap((path, at) => {
      const [, blob] = /^([0-9a-f]+) blob$/.exec(answers[at] ?? '') ?? [];
      return blob === undefined ? [] : [[path, blob] as const];
    }),
  );
}

/** The same, of all. */
async function listRuleFiles(repo: Repository, tree: string, signal: AbortSignal | undefined): Promise<RuleFiles> {
  const last = listed.get(repo);
  if (last?.tree === tree) return last.blobs;
  const args = ['ls-tree', '-r', '-z', '--full-tree', tree];
  const { stdout } = await runGit(placeOf(repo), args, { signal });
  const blobs = new Map<string, string>();
  for (const record of nulRecords(stdout)) {
    const path = record.slice(record.indexOf('\t') + 1);
    // `100644 blob 1eb41fa37ae41f8ea4cb7af5b5ce5a3a0d1b1b52\t.gitattributes`
    if (isRuleFile(path) && !record.startsWith(SUBMODULE_MODE)) blobs.set(path, record.split(/[ \t]/, 3)[2]!);
  }
  return blobs;
}

function isRuleFile(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return NAMES.some((wanted) => wanted === name);
}

function byDirectory(
  name: string,
  blobs: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
): Map<string, string> {
  const out = new Map<string, string>();
  for (const [path, blob] of blobs) {
    const text = texts.get(blob);
    if (text !== undefined && path.slice(path.lastIndexOf('/') + 1) === name)
      out.set(path.slice(0, Math.max(0, path.lastIndexOf('/'))), text);
  }
  return out;
}

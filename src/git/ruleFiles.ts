/** The files of a tree that decide about others: .gitattributes, .coraignore, .cursorignore. */

import type { TreeFile } from '../types.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { bytesFromPath, nulRecords } from './pathBytes.ts';
import { readBlobs } from './readBlobs.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';
import type { PathContext } from './skipReasonOf.ts';
import { directoriesOf, TreeAttributes } from './treeAttributes.ts';

const NAMES = ['.gitattributes', '.coraignore', '.cursorignore'] as const;

/** With fewer directories, asking for each is cheaper than listing the tree. */
const FEW_DIRECTORIES = 40;

/**
 * What the tree's rule files say of a path.
 * @param files the ones that will be asked about
 */
export async function readRuleFiles(
  repo: Repository,
  tree: string,
  files: readonly TreeFile[],
  signal?: AbortSignal,
): Promise<(path: string) => PathContext> {
  const blobs = await findRuleFiles(repo, tree, files, signal);
  const texts = new Map<string, string>();
  for await (const { blob, bytes } of readBlobs(repo, [...new Set(blobs.values())], signal)) {
    if (bytes !== null) texts.set(blob, Buffer.from(bytes).toString('utf8'));
  }
  const [attributeTexts, coraTexts, cursorTexts] = NAMES.map((name) => byDirectory(name, blobs, texts));
  const attributes = new TreeAttributes(attributeTexts!);
  const ignores = [new IgnoreRules(NAMES[1], coraTexts!), new IgnoreRules(NAMES[2], cursorTexts!)];
  return (path) => ({
    ...attributes.of(path),
    ignoredBy: ignores[0]!.ignores(path) ?? ignores[1]!.ignores(path),
  });
}

/** Rule file → blob. */
async function findRuleFiles(
  repo: Repository,
  tree: string,
  files: readonly TreeFile[],
  signal: AbortSignal | undefined,
): Promise<Map<string, string>> {
  const directories = new Set(files.flatMap(({ path }) => directoriesOf(path)));
  const options = signal === undefined ? {} : { signal };
  // In a partial clone, asking for what is missing would fail.
  const few =
    !repo.partial &&
    directories.size <= FEW_DIRECTORIES &&
    ![...directories].some((directory) => directory.includes('\n'));
  if (!few) {
    const { stdout } = await runGit(placeOf(repo), ['ls-tree', '-r', '-z', '--full-tree', tree], options);
    const entries = nulRecords(stdout).map((record) =>
      record.split(/[ \t]/, 3).concat(record.slice(record.indexOf('\t') + 1)),
    );
    return new Map(entries.filter(([, , , path]) => isRuleFile(path!)).map(([, , blob, path]) => [path!, blob!]));
  }
  const paths = [...directories].flatMap((directory) =>
    NAMES.map((name) => (directory === '' ? name : `${directory}/${name}`)),
  );
  const input = Buffer.concat(
    paths.map((path) => Buffer.concat([Buffer.from(`${tree}:`), bytesFromPath(path), Buffer.from('\n')])),
  );
  const args = ['cat-file', '--batch-check=%(objectname) %(objecttype)', '--buffer'];
  const answers = (await runGit(placeOf(repo), args, { ...options, input })).stdout.toString('latin1').split('\n');
  return new Map(
    paths.flatMap((path, at) => {
      const [, blob] = /^([0-9a-f]+) blob$/.exec(answers[at] ?? '') ?? [];
      return blob === undefined ? [] : [[path, blob] as const];
    }),
  );
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

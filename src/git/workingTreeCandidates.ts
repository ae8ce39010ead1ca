/** Which paths of a working tree may differ from a tree, as git's own bookkeeping tells: fast, and with false alarms. */

import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, sep } from 'node:path';
import { type ConversionSettings, conversionSettings } from './conversionRules.ts';
import { INERT_DIFF } from './gitEnvironment.ts';
import { nulPaths, nulRecords } from './pathBytes.ts';
import { rawChanges } from './rawChanges.ts';
import { EMPTY_TREE, type Repository } from './repository.ts';
import { isRuleFile, RULE_FILES } from './ruleFiles.ts';
import { type GitPlace, placeOf, runGit } from './runGit.ts';

/** The file as the tree has it; null where the tree has none. */
export type Before = { mode: string; blob: string } | null;

export interface Candidates {
  files: Map<string, Before>;
  /** Untracked directories that are repositories of their own. */
  nested: string[];
  /** Untracked rule files that Git ignores: they are no files of the caller, and count for all that is. */
  ignoredRules: string[];
  settings: ConversionSettings;
}

/** @param except an absolute folder of which nothing untracked is told */
export async function workingTreeCandidates(
  repo: Repository,
  { except, signal }: { except?: string | undefined; signal?: AbortSignal | undefined } = {},
): Promise<Candidates> {
  const place = placeOf(repo);
  const [{ all, ignoredRules }, { settings, files }] = await Promise.all([
    listUntracked(place, signal),
    listDiffering(repo, place, signal),
  ]);
  const left = except === undefined ? null : prefixOf(repo, except);
  const others = left === null ? all : all.filter((path) => !path.startsWith(left));
  for (const path of others) if (!path.endsWith('/') && !files.has(path)) files.set(path, null);
  return {
    files,
    settings,
    ignoredRules,
    nested: others.filter((path) => path.endsWith('/')).map((path) => path.slice(0, -1)),
  };
}

/** @returns `build/index/`; null for what is not below the top level */
function prefixOf({ worktree }: Repository, folder: string): string | null {
  if (worktree === null || !existsSync(folder)) return null;
  const path = relative(worktree, realpathSync(folder));
  const [first = ''] = path.split(sep);
  return first === '' || first === '..' || isAbsolute(path) ? null : `${path.split(sep).join('/')}/`;
}

/** What stands on the command line is stronger than every ignore file: rule files are listed even where those name them. */
const LIST_UNTRACKED = ['ls-files', '--others', ...RULE_FILES.map((name) => `--exclude=!${name}`)];

async function listUntracked(
  place: GitPlace,
  signal: AbortSignal | undefined,
): Promise<{ all: string[]; ignoredRules: string[] }> {
  const all = nulRecords((await runGit(place, [...LIST_UNTRACKED, '--exclude-standard', '-z'], { signal })).stdout);
  const rules = all.filter(isRuleFile);
  if (rules.length === 0) return { all, ignoredRules: [] };
  const options = { signal, input: nulPaths(rules), mayFail: true };
  const ignored = new Set(nulRecords((await runGit(place, ['check-ignore', '-z', '--stdin'], options)).stdout));
  return { all: all.filter((path) => !ignored.has(path)), ignoredRules: [...ignored] };
}

interface Differing {
  settings: ConversionSettings;
  files: Map<string, Before>;
}

/** Against the tree, not the index, so that what is staged counts. Git reads files whose times say nothing: filters are off. */
async function listDiffering(repo: Repository, place: GitPlace, signal: AbortSignal | undefined): Promise<Differing> {
  const settings = await conversionSettings(repo);
  const args = ['diff-index', '-z', '--no-renames', '--full-index', ...INERT_DIFF];
  args.push(repo.head?.tree ?? EMPTY_TREE[repo.objectFormat], '--');
  const { stdout } = await runGit({ ...place, env: settings.env }, args, { signal });
  const files = new Map<string, Before>();
  for (const { path, oldMode, oldBlob } of rawChanges(nulRecords(stdout))) {
    // A file in conflict comes twice, once without what it was.
    if (!/^0+$/.test(oldMode)) files.set(path, { mode: oldMode, blob: oldBlob });
    else if (!files.has(path)) files.set(path, null);
  }
  return { settings, files };
}

/**
 * Rule files of the working tree that are not as HEAD has them: a rule counts when it is written, not when it is committed. One that
 * can't be read, such as a link, leaves what HEAD says.
 */

import { existsSync, lstatSync } from 'node:fs';
import { join } from 'node:path';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { LARGEST_FILE } from './readWorkingFile.ts';
import type { Repository } from './repository.ts';
import { type ChangedRules, INFO_ATTRIBUTES, isRuleFile, NO_CHANGED_RULES, ruleFilesIn } from './ruleFiles.ts';
import { WorkingTreeFiles } from './safePath.ts';
import { directoriesOf, mayDecide } from './treeAttributes.ts';

/** @param changes all of the working tree */
export function changedRules(repo: Repository, changes: readonly { path: string }[]): ChangedRules {
  return readRules(repo, changes.map(({ path }) => path).filter(isRuleFile), true);
}

/** Those that decide about these files, without asking git: texts that are as HEAD has them are among them. */
export function rulesAround(repo: Repository, files: readonly { path: string }[]): ChangedRules {
  const directories = new Set(files.flatMap(({ path }) => directoriesOf(path)));
  // What a sparse checkout leaves out is not gone.
  return readRules(repo, ruleFilesIn(directories), !existsSync(join(repo.gitDir, 'info/sparse-checkout')));
}

function readRules(repo: Repository, paths: readonly string[], isWhole: boolean): ChangedRules {
  if (repo.worktree === null) return NO_CHANGED_RULES;
  const files = new WorkingTreeFiles(repo.worktree);
  // With its whole folder it has not taken back what it says of older commits.
  const isFolder = (path: string): boolean => path === '' || files.find(path).kind === 'directory';
  const rules = new Map<string, string | null>();
  for (const path of paths) {
    const { kind } = files.find(path);
    const bytes = kind === 'file' ? files.read(path, LARGEST_FILE) : null;
    if (bytes instanceof Buffer) rules.set(path, bytes.toString('utf8'));
    else if (kind === 'absent' && isWhole && isFolder(path.slice(0, Math.max(path.lastIndexOf('/'), 0))))
      rules.set(path, null);
  }
  const info = readInfoAttributes(repo);
  if (mayDecide(info)) rules.set(INFO_ATTRIBUTES, info);
  return rules;
}

/** '' where there are none: what a link leads to is none. */
function readInfoAttributes({ commonDir }: Repository): string {
  const info = join(commonDir, 'info');
  try {
    if (!lstatSync(info).isDirectory() || !lstatSync(join(info, 'attributes')).isFile()) return '';
    // A filter of one's own, as nbstripout writes it here, leaves in the repository what everybody can read.
    const text = readBoundedSync(join(info, 'attributes'), LARGEST_FILE).toString('utf8');
    return text.replace(/[ \t][-!]?filter(?:=\S{0,200})?(?=\s|$)/g, '');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== undefined) return '';
    throw error;
  }
}

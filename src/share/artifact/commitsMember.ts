/**
 * commits.json.gz of an artifact: the commits of the packed one's history that the index had,
 * newest first, by column. Their words follow from what they say.
 */

import type { JsonLimits } from '../../base/boundedJson.ts';
import type { CommitRecord } from '../../base/historyTypes.ts';
import { CHANGE_STATUSES, letterOf } from '../../git/diffTrees.ts';
import { redactText } from '../../secrets/redact.ts';
import { packText } from './archive.ts';
import { badMember, isHex, isObject, isText, MOST_MEMBER_BYTES, parseHostileJson } from './members.ts';

const TEXTS = ['author', 'email', 'authorDate', 'commitDate', 'subject', 'body'] as const;

/** A commit that touched everything has tens of thousands of files, two values each. */
const LIMITS: JsonLimits = { bytes: 4 * MOST_MEMBER_BYTES, depth: 8, values: 24_000_000 };
/** A message is shorter; so is a path. */
const MOST_TEXT = 2 ** 22;

export function encodeCommits(commits: readonly CommitRecord[]): Buffer {
  const value = {
    commit: commits.map(({ commit }) => commit),
    parents: commits.map(({ parents }) => parents),
    ...Object.fromEntries(TEXTS.map((name) => [name, commits.map((one) => one[name])])),
    // A letter and the path, then where it was before.
    files: commits.map(({ files }) =>
      files.map(({ status, path, oldPath }) =>
        oldPath === null ? [letterOf(status) + path] : [letterOf(status) + path, oldPath],
      ),
    ),
  };
  return packText(Buffer.from(`${JSON.stringify(value)}\n`));
}

/** @param json unpacked @throws CoraError BAD_ARTIFACT */
export function decodeCommits(json: Buffer): CommitRecord[] {
  const value = parseHostileJson(json, LIMITS, 'commits');
  if (!isObject(value)) throw badMember('commits that are no JSON');
  const commits = value['commit'];
  if (!Array.isArray(commits) || !commits.every(isName)) throw badMember('an impossible commit');
  const column = <T>(name: string, check: (cell: unknown) => cell is T): T[] => {
    const cells = value[name];
    if (!Array.isArray(cells) || cells.length !== commits.length || !cells.every(check))
      throw badMember(`an impossible ${name} of a commit`);
    return cells;
  };
  const parents = column('parents', isNames);
  const files = column('files', isFiles);
  const [author, email, authorDate, commitDate, subject, body] = TEXTS.map((name) => column(name, isMessage));
  return commits.map(
    (commit, at): CommitRecord => ({
      ...{ commit, parents: parents[at]!, author: author![at]!, email: email![at]! },
      ...{ authorDate: authorDate![at]!, commitDate: commitDate![at]! },
      // An honest packer has redacted them already.
      ...{ subject: redactText(subject![at]!), body: redactText(body![at]!) },
      files: files[at]!.map(([path, oldPath = null]) => ({
        status: CHANGE_STATUSES[path[0]!]!,
        path: path.slice(1),
        oldPath,
      })),
    }),
  );
}

function isName(value: unknown): value is string {
  return isHex(value, 40, 64);
}

function isNames(value: unknown): value is string[] {
  return Array.isArray(value) && value.every(isName);
}

function isMessage(value: unknown): value is string {
  return isText(value, MOST_TEXT);
}

type PackedFile = [path: string, oldPath?: string];

function isFiles(value: unknown): value is PackedFile[] {
  const isFile = (file: unknown): boolean =>
    Array.isArray(file) &&
    (file.length === 1 || (file.length === 2 && isMessage(file[1]))) &&
    isMessage(file[0]) &&
    Object.hasOwn(CHANGE_STATUSES, file[0][0] ?? '');
  return Array.isArray(value) && value.every(isFile);
}

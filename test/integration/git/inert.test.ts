/** Contract 8: no program that a repository's configuration or attributes name runs, and nothing opens a connection. */

import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFilesSince } from '../../../src/git/changedFilesSince.ts';
import { commitsBetween } from '../../../src/git/commitsBetween.ts';
import { diffTrees } from '../../../src/git/diffTrees.ts';
import { listAncestors } from '../../../src/git/listAncestors.ts';
import { listCatalogue, listTrackedFiles } from '../../../src/git/listTrackedFiles.ts';
import { listTree } from '../../../src/git/listTree.ts';
import { openRepository } from '../../../src/git/openRepository.ts';
import { originOf } from '../../../src/git/originOf.ts';
import { readBlobs } from '../../../src/git/readBlobs.ts';
import { readCommits } from '../../../src/git/readCommits.ts';
import { readFile } from '../../../src/git/readFile.ts';
import { readWorkingFile, readWorkingFiles } from '../../../src/git/readWorkingFile.ts';
import { currentCommit } from '../../../src/git/resolveCommit.ts';
import { selectFiles } from '../../../src/git/selectFiles.ts';
import { showCommit } from '../../../src/git/showCommit.ts';
import { DEFAULT_VIEW_SETTINGS } from '../../../src/git/skipReasonOf.ts';
import { workingTreeChanges } from '../../../src/git/workingTreeChanges.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const HOOKS = [
  'fsmonitor-watchman',
  'post-index-change',
  'post-checkout',
  'pre-commit',
  'reference-transaction',
  'pre-auto-gc',
];

/** @returns the settings that name programs; each program leaves a file with its name in `marks` */
function hostileSettings(marks: string): Record<string, string> {
  const program = (name: string): string => {
    const file = join(marks, '..', `run-${name.replaceAll(/[^a-z]/gi, '-')}`);
    writeFileSync(file, `#!/bin/sh\necho "$0" "$@" >> '${join(marks, name.replaceAll(/[^a-z]/gi, '-'))}'\ncat\n`);
    chmodSync(file, 0o755);
    return file;
  };
  const names = [
    'core.fsmonitor',
    'core.sshCommand',
    'core.gitProxy',
    'core.pager',
    'core.editor',
    'core.askPass',
    'core.alternateRefsCommand',
    'sequence.editor',
    'credential.helper',
    'diff.external',
    'diff.evil.command',
    'diff.evil.textconv',
    'merge.evil.driver',
    'filter.evil.clean',
    'filter.evil.smudge',
    'filter.evil.process',
    'filter.a=b c.clean',
    'filter.lfs.process',
    'filter.lfs.clean',
    'gpg.program',
    'remote.origin.uploadpack',
    'remote.origin.vcs',
    'uploadpack.packObjectsHook',
    'pager.diff',
    'interactive.diffFilter',
  ];
  const settings: Record<string, string> = Object.fromEntries(names.map((name) => [name, program(name)]));
  for (const name of [
    'rev-parse',
    'ls-files',
    'ls-tree',
    'cat-file',
    'diff-index',
    'diff-tree',
    'check-attr',
    'config',
    'rev-list',
  ]) {
    settings[`alias.${name}`] = `!${program(`alias-${name}`)}`;
  }
  return {
    ...settings,
    'filter.evil.required': 'true',
    'filter.lfs.required': 'true',
    'log.showSignature': 'true',
    'core.untrackedCache': 'true',
  };
}

function hostileRepository(marks: string): { temp: TempRepo; first: string } {
  const temp = tempRepo();
  temp.file('a.c', 'a\n').file('b.evil', 'b\n').file('c.lfs', 'c\n').file('d.odd', 'd\n').file('conv.tc', 'x\n');
  const first = temp.commit();
  temp.file('a.c', 'a2\n').move('conv.tc', 'moved.tc').commit();
  temp
    .file(
      '.gitattributes',
      '*.evil filter=evil diff=evil merge=evil\n*.lfs filter=lfs\n*.odd filter="a=b c"\n*.tc diff=evil\n',
    )
    .commit();
  const settings = hostileSettings(marks);
  mkdirSync(temp.path('hooks-elsewhere'));
  for (const directory of ['.git/hooks', 'hooks-elsewhere']) {
    for (const hook of HOOKS) {
      temp.file(`${directory}/${hook}`, `#!/bin/sh\ntouch '${join(marks, hook)}'\n`);
      chmodSync(temp.path(directory, hook), 0o755);
    }
  }
  const lines = Object.entries(settings).map(([key, value]) => {
    const [, section, name, variable] = /^([^.]+)\.(?:(.*)\.)?([^.]+)$/.exec(key)!;
    return `[${section}${name === undefined ? '' : ` "${name}"`}]\n\t${variable} = ${JSON.stringify(value)}\n`;
  });
  writeFileSync(
    temp.path('.git/config'),
    `${readFileSync(temp.path('.git/config'), 'utf8')}${lines.join('')}[core]\n\thooksPath = hooks-elsewhere\n[remote "origin"]\n\turl = ssh://example.invalid/x.git\n\tpromisor = true\n`,
  );
  // Git looks into these: touched, as old as the index, changed.
  for (const path of ['a.c', 'b.evil', 'c.lfs', 'd.odd']) utimesSync(temp.path(path), new Date(), new Date());
  temp.file('b.evil', 'B\n').file('new.evil', 'n\n').file('moved.tc', 'y\n');
  return { temp, first };
}

test('nothing that the configuration names is started', async () => {
  const marks = join(tempDir(), 'marks');
  mkdirSync(marks);
  const { temp, first } = hostileRepository(marks);
  const repo = await openRepository(temp.dir, {
    ...temp.env,
    GIT_EXTERNAL_DIFF: join(marks, '..', 'run-diff-external'),
  });
  const { tree, commit } = repo.head!;
  const files = await listTree(repo, tree);
  const changes = await workingTreeChanges(repo);
  await selectFiles(repo, tree, files, DEFAULT_VIEW_SETTINGS);
  await listTrackedFiles(repo);
  await listCatalogue(repo, 'HEAD', DEFAULT_VIEW_SETTINGS);
  await diffTrees(repo, first, tree);
  await changedFilesSince(repo, first);
  await commitsBetween(repo, first, commit);
  const ancestors = await listAncestors(repo, { from: commit });
  for await (const records of readCommits(repo, ancestors)) expect(records.length).toBeGreaterThan(0);
  for (const name of ancestors) {
    await showCommit(repo, name, async (sides) => new Set(sides.map(({ path }) => path)));
  }
  await currentCommit(repo);
  expect(await originOf(repo)).toBe('ssh://example.invalid/x.git');
  for await (const { bytes } of readBlobs(repo, [...files.map(({ blob }) => blob), '1'.repeat(40)]))
    expect(bytes?.length).not.toBe(0);
  for await (const { path, bytes } of readWorkingFiles(repo, ['b.evil', 'a.c']))
    expect(bytes === null).toBe(path === 'b.evil');
  expect(await readFile(repo, 'b.evil')).toBe('B\n');
  await expect(readWorkingFile(repo, 'new.evil')).rejects.toMatchObject({ code: 'BAD_PATH' });

  expect(readdirSync(marks)).toEqual([]);
  const known = changes.filter(({ path }) => !path.startsWith('hooks-elsewhere'));
  expect(known.map(({ path, status, file, skipped }) => [path, status, file?.size ?? skipped?.reason])).toEqual([
    ['b.evil', 'modified', 'filtered'],
    ['moved.tc', 'modified', 2],
    ['new.evil', 'untracked', 'filtered'],
  ]);
});

test('the same repository would run them: the marks work', () => {
  const marks = join(tempDir(), 'marks');
  mkdirSync(marks);
  const { temp } = hostileRepository(marks);
  expect(() => temp.git('add', 'new.evil')).toThrow();
  expect(existsSync(join(marks, 'core-fsmonitor'))).toBe(true);
  expect(existsSync(join(marks, 'filter-evil-process'))).toBe(true);
});

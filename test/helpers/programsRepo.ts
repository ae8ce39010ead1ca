/** A repository whose configuration, attributes and hooks name programs; each that runs leaves a file in a folder. */

import { chmodSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TempRepo, tempRepo } from './tempRepo.ts';

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

export function hostileRepository(marks: string): { temp: TempRepo; first: string } {
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

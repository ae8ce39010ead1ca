/** A run counts secrets again only in files that changed; the number is that of an index from nothing. */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { searchFolder } from '../../../src/engine/searchFile.ts';
import { stateFile, writeState } from '../../../src/store/state.ts';
import { readRepoState, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { FORMS, madeUpSecrets } from '../../helpers/madeUpSecrets.ts';
import { tempRepo } from '../../helpers/tempRepo.ts';

const SECRETS = madeUpSecrets(3).filter(({ rule }) => rule === 'github-token' || rule === 'aws-access-key');
const secret = (at: number): string => FORMS['py']!(`key_${at}`, SECRETS[at % SECRETS.length]!.value);
const plain = (at: number): string => `def plain_${at}(items):\n    """Plain ${at}."""\n    return items[${at}:]\n`;

it('after commits that copy, move, change and remove files with secrets', async () => {
  const repo = tempRepo();
  const write = (path: string, text: string) => repo.file(path, text);
  const states: [string, () => void][] = [
    [
      'begins',
      () =>
        write('a.py', secret(0))
          .file('b.py', plain(1))
          .file('c.py', `${secret(1)}\n${plain(2)}`),
    ],
    ['a second file with the same content', () => write('copy/a.py', secret(0))],
    ['one of the two goes', () => repo.git('rm', '-q', 'a.py')],
    ['it moves', () => repo.git('mv', 'copy/a.py', 'moved.py')],
    ['a secret comes to a file', () => write('b.py', `${plain(1)}\n${secret(2)}`)],
    ['another one goes', () => write('c.py', plain(2))],
    ['nothing of it changes', () => write('d.py', plain(3))],
    ['all go', () => repo.git('rm', '-q', 'moved.py', 'b.py')],
  ];
  for (const [what, change] of states) {
    change();
    repo.commit();
    await cora(repo).index();
    const fresh = repo.clone();
    await cora(fresh).index();
    const [{ redacted, digest }, now] = [readRepoState(storeDir(repo)), readRepoState(storeDir(fresh))];
    expect([what, redacted, digest]).toEqual([what, now.redacted, now.digest]);
    if (what === 'begins') expect(redacted).toEqual({ secrets: 2, files: 2 });
  }
  expect(readRepoState(storeDir(repo)).redacted).toEqual({ secrets: 0, files: 0 });
});

it('after a run with other settings that was killed before it wrote its state', async () => {
  const repo = tempRepo();
  repo.file('a.py', secret(0)).file('b.py', 'key_1 = "nothing to hide"\n').commit();
  const [without, now] = [cora(repo, { exclude: ['a.py'] }), cora(repo, { exclude: ['b.py'] })];
  await without.index();
  const file = stateFile(storeDir(repo));
  const before = readFileSync(file);
  await now.index();
  const { redacted, counts } = readRepoState(storeDir(repo));
  expect(redacted).toEqual({ secrets: 1, files: 1 });
  writeFileSync(file, before);
  expect(readRepoState(storeDir(repo))).toMatchObject({
    redacted: { secrets: 0, files: 0 },
    counts: { files: counts.files, chunks: counts.chunks },
  });
  await now.index();
  expect(readRepoState(storeDir(repo)).redacted).toEqual(redacted);
});

it('after a byte of a segment that would count others was changed', async () => {
  const repo = tempRepo();
  repo.file('a.py', secret(0)).file('b.py', secret(0)).file('c.py', plain(1)).commit();
  await cora(repo).index();
  // The table gets the rows, so that a run need not look at every byte of them.
  await cora(repo).gc();
  const folder = searchFolder(storeDir(repo));
  const segments = readdirSync(folder).filter((name) => name.endsWith('.segment'));
  const { rule } = SECRETS[0]!;
  let changed = 0;
  for (const file of segments.map((name) => join(folder, name))) {
    const bytes = readFileSync(file);
    const at = bytes.indexOf(rule);
    if (at < 0) continue;
    bytes.write(`${rule.slice(0, -5)} 9:xy`, at);
    writeFileSync(file, bytes);
    changed += 1;
  }
  expect(changed).toBe(1);
  repo.git('rm', '-q', 'b.py');
  repo.commit();
  await cora(repo).index();
  expect(readRepoState(storeDir(repo)).redacted).toEqual({ secrets: 1, files: 1 });
});

it('counts all again when it looks at every byte', async () => {
  const repo = tempRepo();
  repo.file('a.py', secret(0)).commit();
  await cora(repo).index();
  const dir = storeDir(repo);
  const { times, ...state } = readRepoState(dir);
  const lookedAt = new Date(Date.now() - 2 * 3_600_000).toISOString();
  await writeState(dir, { ...state, redacted: { secrets: 7, files: 1 }, times: { ...times, lookedAt } });
  await cora(repo).index();
  expect(readRepoState(dir).redacted).toEqual({ secrets: 1, files: 1 });
});

/** What is remembered of tables that were read whole by a process that may die of them. */

import {
  appendFileSync,
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mustBeSound } from '../../../src/store/soundTable.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const SHARED = true;

/** The program that reads a table whole: here it counts how often it was asked, and does what an attacker does meanwhile. */
function place(meanwhile = '') {
  const dir = tempDir();
  const [table, calls, program] = [join(dir, 'x.lance'), join(dir, 'calls'), join(dir, 'probe.mjs')];
  for (const folder of ['data', '_indices/one', '_versions']) mkdirSync(join(table, folder), { recursive: true });
  for (const file of ['data/rows', '_indices/one/words', '_versions/1.manifest'])
    writeFileSync(join(table, file), 'sound');
  writeFileSync(calls, '');
  writeFileSync(
    program,
    `import fs from 'node:fs';\nconst table = process.argv[2];\nfs.appendFileSync(${JSON.stringify(calls)}, '.');\n${meanwhile}`,
  );
  const look = async (isShared?: boolean): Promise<number> => {
    await mustBeSound(table, isShared, program);
    return readFileSync(calls, 'utf8').length;
  };
  return { dir, table, look };
}

it.each(['', '1.manifest'])(
  'a table that a full disk let nobody finish is none: _versions/%s is missing',
  async (file) => {
    const { table, look } = place();
    rmSync(join(table, '_versions', file), { recursive: true });
    for (const isShared of [true, false]) expect(await look(isShared)).toBe(0);
  },
);

describe('a link in the place of the record', () => {
  const planting = "fs.symlinkSync('../precious', `${table}/.known-here`);";

  it.each([
    ['that machines share', SHARED],
    ['of this machine', undefined],
  ])('is not written through in a table %s', async (_, isShared) => {
    const { dir, table, look } = place(planting);
    const precious = join(dir, 'precious');
    writeFileSync(precious, 'mine');
    await look(isShared);
    expect(readFileSync(precious, 'utf8')).toBe('mine');
    expect(lstatSync(join(table, '.known-here')).isSymbolicLink()).toBe(isShared === SHARED);
  });

  it.skipIf(process.platform === 'win32')(
    'means nothing in a folder that others can write, and none is put there',
    async () => {
      const { dir, table, look } = place();
      for (const folder of [dir, table]) chmodSync(folder, 0o777);
      expect(await look()).toBe(1);
      expect(existsSync(join(table, '.known-here'))).toBe(false);
      symlinkSync('../precious', join(table, '.known-here'));
      expect(await look()).toBe(2);
      expect(existsSync(join(dir, 'precious'))).toBe(false);
    },
  );
});

describe('a table that machines share', () => {
  it('is read whole again after any of its files was changed, put in its place or added', async () => {
    const { dir, table, look } = place();
    expect(await look(SHARED)).toBe(1);
    expect(await look(SHARED)).toBe(1);
    writeFileSync(join(table, 'data/rows'), 'swept');
    expect(await look(SHARED)).toBe(2);
    writeFileSync(join(dir, 'new'), 'sound');
    renameSync(join(dir, 'new'), join(table, '_indices/one/words'));
    expect(await look(SHARED)).toBe(3);
    writeFileSync(join(table, 'data/more'), 'x');
    expect(await look(SHARED)).toBe(4);
    expect(await look(SHARED)).toBe(4);
  });

  it('is read whole again where a file was changed while it was read', async () => {
    const { look } = place("fs.appendFileSync(`${table}/data/rows`, '.');");
    expect(await look(SHARED)).toBe(1);
    expect(await look(SHARED)).toBe(2);
  });
});

describe('a table of this machine', () => {
  it('is read whole once, whatever is added to it', async () => {
    const { table, look } = place();
    expect(await look()).toBe(1);
    appendFileSync(join(table, 'data/rows'), 'x');
    expect(await look()).toBe(1);
    expect(lstatSync(join(table, '.known-here')).isFile()).toBe(true);
  });

  it('is refused where the program that reads it is missing', async () => {
    const { dir, table } = place();
    const missing = join(dir, 'probe.js');
    await expect(mustBeSound(table, undefined, missing)).rejects.toMatchObject({
      code: 'PLATFORM',
      message: `This installation of Cora is incomplete: ${missing} is missing.`,
    });
  });

  it('is read by a process that finds no dictionaries', async () => {
    const { table, look } = place("fs.writeFileSync(`${table}/env`, process.env.LANCE_LANGUAGE_MODEL_HOME ?? '');");
    await look();
    const home = readFileSync(join(table, 'env'), 'utf8');
    expect(home).toMatch(/none$/);
    expect(existsSync(home)).toBe(false);
  });
});

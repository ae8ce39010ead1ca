/** A disk that is full or read-only under every command that writes: a clear error, a query that goes on, and nothing left behind. */

import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { type SmallDisk, smallDisk } from '../helpers/faults/smallDisk.ts';
import { type Writer, type Writers, writersOn } from '../helpers/faults/writers.ts';

/** KiB that are left: none, enough for the first step, for some, for nearly all. Each place that is written: faultsCalls.test.ts. */
const LEFT = [0, 4, 16, 40, 80, 150, 300];
/** Moments of each command at which the disk becomes read-only. */
const MIDWAY = 3;
const FULL = /no space left on the disk|larger than this system allows/;
const CLOSED = /read-only|permission denied/i;

let disk: SmallDisk;
let writers: Writers;

beforeAll(async () => {
  disk = smallDisk(24);
  writers = await writersOn(disk);
});

afterAll(() => writers.close());

/** What a query says while the fault lasts. */
async function query(writer: Writer, dir: string, where: string): Promise<string> {
  const answer = await writers.run(['query', 'checkPassword', '--quiet'], dir);
  clearEnd(answer, where);
  expect(writer.isFirst === true ? [0, 3] : [0], where).toContain(answer.code);
  return writer.isFirst === true ? 'a query says that there is no index yet' : 'a query answers';
}

async function works(writer: Writer, dir: string, where: string, couldRemove = true): Promise<void> {
  const again = await writers.run(writer.args, dir);
  // `cora unpack` writes over nothing, and may have worked.
  if (!/already exists|has been added already/.test(again.stderr))
    expect(again.code, `${where}, again\n${again.stderr}`).toBe(0);
  if (couldRemove) expect(writers.leftOvers(), where).toEqual([]);
  const doctor = await writers.run(['doctor'], dir);
  expect(doctor.code, `${where}\n${doctor.stdout}${doctor.stderr}`).toBe(0);
  await isUsable({ dir, env: writers.env }, where);
}

/** Not while a file is open for writing. @returns false where the run was over before */
async function closeMidway(isOver: () => boolean): Promise<boolean> {
  while (!isOver()) {
    if (disk.setReadOnly(true)) return true;
    await sleep(1);
  }
  return false;
}

/** In the short form every other command: the seed says which are the ones with a full disk, and which those with a closed one. */
function half(which: 0 | 1): readonly Writer[] {
  const first = randomOf('which half')() < 0.5 ? 0 : 1;
  return writers.all.filter((_, at) => IS_FULL || (at + first) % 2 === which);
}

describe('a full disk', () => {
  it('is said in one line; the same command works when there is space again', async () => {
    const table = faultTable('A full disk');
    const random = randomOf('space left');
    let made = 0;
    for (const writer of half(0)) {
      let said = '';
      for (const left of IS_FULL ? LEFT : [LEFT[Math.floor(random() * 6)]!]) {
        const dir = await writers.begin(writer);
        const where = `${writer.name}, ${left} KiB left`;
        const wrap = disk.leave(left);
        const result = await writers.run(writer.args, dir, wrap);
        const error = clearEnd(result, where);
        if (error !== null) expect(error, where).toMatch(FULL);
        said = await query(writer, dir, where);
        expect(writers.leftOvers(), where).toEqual([]);
        made += 1;
        disk.leave(null);
        await works(writer, dir, where);
      }
      table.add({
        fault: `\`${writer.name}\``,
        happens: `says that there is no space left (exit 2), or makes do with the space there is; ${said}`,
        mends: 'space, and the same command',
      });
    }
    table.check(IS_FULL);
    table.did(`${made} runs: ${writers.all.length} commands, each with ${LEFT.join(', ')} KiB left`);
  });
});

describe('a read-only disk', () => {
  it('is said in one line, or the index goes to the cache directory', async () => {
    const table = faultTable('A read-only disk');
    let isPossible = true;
    for (const writer of half(1)) {
      const dir = await writers.begin(writer);
      isPossible &&= disk.setReadOnly(true);
      if (!isPossible) break;
      const result = await writers.run(writer.args, dir);
      const error = clearEnd(result, writer.name);
      if (error !== null) expect(error, writer.name).toMatch(CLOSED);
      const answer = await writers.run(['query', 'checkPassword', '--quiet'], dir);
      clearEnd(answer, writer.name);
      expect([0, 3], answer.stderr).toContain(answer.code);
      disk.setReadOnly(false);
      await works(writer, dir, writer.name);
      table.add({
        fault: `\`${writer.name}\``,
        happens: `${error === null ? 'works: what it writes goes elsewhere' : 'says that the disk is read-only (exit 2)'}; ${
          answer.code === 0 ? 'a query answers' : 'a query says that there is no index yet'
        }`,
        mends: error === null ? 'nothing needs to' : 'a disk that can be written, and the same command',
      });
    }
    table.check(isPossible && IS_FULL);
  });
});

/** Where a disk can be mounted; in the full form only: each run is as long as what it disturbs. */
function midway(): void {
  it('is said in one line; the same command works when it can be written again', async () => {
    const table = faultTable('A disk that becomes read-only midway');
    const random = randomOf('midway');
    let [made, missed] = [0, 0];
    for (const writer of writers.all) {
      for (let moment = 0; moment < MIDWAY; moment++) {
        const dir = await writers.begin(writer);
        const { child, ended } = writers.start(writer.args, dir);
        child.stdin!.end();
        let isOver = false;
        void ended.then(() => {
          isOver = true;
        });
        await sleep(random() * 1500);
        if (await closeMidway(() => isOver)) made += 1;
        else missed += 1;
        const error = clearEnd(await ended, writer.name);
        if (error !== null) expect(error, writer.name).toMatch(CLOSED);
        const said = await query(writer, dir, writer.name);
        disk.setReadOnly(false);
        await works(writer, dir, writer.name, false);
        table.add({
          fault: `\`${writer.name}\``,
          happens: `says that the disk is read-only (exit 2), or has ended already; ${said}`,
          mends: 'a disk that can be written, and the same command',
        });
      }
    }
    const did = `${made} runs under which the disk became read-only; ${missed} had ended before`;
    process.stdout.write(`${did}\n`);
    table.check();
    table.did(did);
  });
}

if (IS_FULL && process.getuid?.() === 0) describe('a disk that becomes read-only midway', midway);

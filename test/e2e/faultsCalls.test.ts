/**
 * A disk that fails in the middle of a run: from some write on it is full or damaged, from some file on permission is lost. The
 * system calls themselves fail, LanceDB's too. In the full form each place that any command writes is the first that is full once.
 */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { clearEnd } from '../helpers/faults/clearEnd.ts';
import { type CallKind, type CallPlace, type FailingCalls, failingCalls } from '../helpers/faults/failingCalls.ts';
import { faultTable } from '../helpers/faults/faultTable.ts';
import { isUsable } from '../helpers/faults/isUsable.ts';
import { IS_FULL, randomOf } from '../helpers/faults/seed.ts';
import { type Writer, type Writers, writersOn } from '../helpers/faults/writers.ts';
import { tempDir } from '../helpers/tempRepo.ts';

interface Trouble {
  said: string;
  kind: CallKind;
  errno: number;
  message: RegExp;
}

const TROUBLES: readonly Trouble[] = [
  { said: 'the disk is full', kind: 'write', errno: 28, message: /no space left on the disk/ },
  { said: 'the disk is damaged (EIO)', kind: 'write', errno: 5, message: /input\/output error/ },
  { said: 'permission is lost', kind: 'name', errno: 13, message: /permission denied/ },
  { said: 'the disk is read-only', kind: 'name', errno: 30, message: /read-only/ },
];

const table = faultTable('A disk that fails midway');

/** Disks of their own, so that commands are tried beside each other. */
interface Lane {
  writers: Writers;
  calls: FailingCalls;
}

/** None where calls cannot be made to fail. */
const lanes: Lane[] = [];

beforeAll(async () => {
  for (let at = 0; at < (IS_FULL ? 4 : 2); at++) {
    const dir = tempDir('cora-calls-');
    const calls = failingCalls(dir);
    if (calls === null) {
      const isExpected = process.platform === 'linux' && process.env['CI'] !== undefined;
      expect(isExpected, 'no C compiler (cc): apt-get install gcc libc6-dev').toBe(false);
      return;
    }
    lanes.push({ calls, writers: await writersOn({ dir, leave: () => [], setReadOnly: () => true }) });
  }
});

afterAll(async () => {
  for (const { writers } of lanes) await writers.close();
});

async function query({ writers }: Lane, writer: Writer, cwd: string, where: string): Promise<string> {
  const answer = await writers.run(['query', 'checkPassword', '--quiet'], cwd);
  clearEnd(answer, where);
  expect(writer.isFirst === true ? [0, 3] : [0], `${where}\n${answer.stderr}`).toContain(answer.code);
  return writer.isFirst === true ? 'a query says that there is no index yet' : 'a query answers';
}

/** With the disk as it should be. */
async function works({ writers }: Lane, writer: Writer, cwd: string, where: string): Promise<void> {
  const again = await writers.run(writer.args, cwd);
  if (!/already exists|has been added already/.test(again.stderr))
    expect(again.code, `${where}, again\n${again.stderr}`).toBe(0);
  const doctor = await writers.run(['doctor'], cwd);
  if (doctor.code !== 0) {
    const fixed = await writers.run(['doctor', '--fix'], cwd);
    expect(fixed.code, `${where}\n${doctor.stdout}${fixed.stdout}${fixed.stderr}`).toBe(0);
  }
  await isUsable({ dir: cwd, env: writers.env }, where);
}

/** The same command in each lane has the same number. */
const inLanes = <T>(commands: readonly number[], run: (lane: Lane, command: number) => Promise<T>): Promise<T[][]> =>
  Promise.all(
    lanes.map(async (lane, at) => {
      const done: T[] = [];
      for (const command of commands.filter((_, nth) => nth % lanes.length === at)) done.push(await run(lane, command));
      return done;
    }),
  );

const settings = (env: NodeJS.ProcessEnv): string[] => ['env', ...Object.entries(env).map((pair) => pair.join('='))];

/** What a run writes that nothing disturbs. */
async function placesOf({ writers, calls }: Lane, command: number): Promise<[number, CallPlace[]]> {
  const writer = writers.all[command]!;
  const result = await writers.run(writer.args, await writers.begin(writer), settings(calls.recording));
  expect(result.code, `${writer.name}\n${result.stderr}`).toBe(0);
  return [command, calls.recorded()];
}

/** One of each trouble; in the full form a full disk at each place that no command before has written, too. */
function troublesAt(places: readonly CallPlace[], seen: Set<string>, random: () => number) {
  const one = <T>(some: readonly T[]): T => some[Math.floor(random() * some.length)]!;
  const kinds = IS_FULL ? TROUBLES : [one(TROUBLES)];
  const chosen = kinds.map((trouble) => ({ trouble, place: one(places.filter(({ kind }) => kind === trouble.kind)) }));
  for (const place of places) {
    if (place.kind !== 'write' || seen.has(place.glob)) continue;
    seen.add(place.glob);
    if (IS_FULL) chosen.push({ trouble: TROUBLES[0]!, place });
  }
  return chosen;
}

/** In the short form four of them. */
function chosenOf(all: number, random: () => number): number[] {
  const first = Math.floor(random() * all);
  return IS_FULL ? Array.from({ length: all }, (_, at) => at) : [0, 3, 6, 9].map((step) => (first + step) % all);
}

describe('calls that fail', () => {
  it('are said in one line; a query goes on, and the same command works afterwards', async () => {
    const random = randomOf('which call');
    const commands = lanes.length === 0 ? [] : chosenOf(lanes[0]!.writers.all.length, random);
    const recorded = new Map((await inLanes(commands, placesOf)).flat());
    const seen = new Set<string>();
    const troubles = new Map(commands.map((one) => [one, troublesAt(recorded.get(one)!, seen, random)]));
    await inLanes(commands, async (lane, command) => {
      const writer = lane.writers.all[command]!;
      for (const { place, trouble } of troubles.get(command)!) {
        const cwd = await lane.writers.begin(writer);
        const where = `${writer.name}, ${trouble.said} from ${place.glob} on`;
        const wrap = settings(lane.calls.failing(place, trouble.errno));
        const error = clearEnd(await lane.writers.run(writer.args, cwd, wrap), where);
        if (error !== null) expect(error, where).toMatch(trouble.message);
        const said = await query(lane, writer, cwd, where);
        await works(lane, writer, cwd, where);
        table.add({
          fault: `\`${writer.name}\`: ${trouble.said}`,
          happens: `says so (exit 2), or makes do with what it has; ${said}`,
          mends: 'the same command when the disk is well',
        });
      }
    });
    const made = [...troubles.values()].flat().length;
    const first = IS_FULL ? `; the first failing call was in ${seen.size} different places` : '';
    const did = `${made} runs with failing calls${first}`;
    process.stdout.write(`${did}\n`);
    table.check(IS_FULL && lanes.length > 0);
    table.did(did);
  });

  it('that take half of what they are given lose nothing', async () => {
    const commands = lanes.length === 0 ? [] : chosenOf(lanes[0]!.writers.all.length, randomOf('which halves'));
    await inLanes(IS_FULL ? commands : [0], async ({ writers, calls }, command) => {
      const writer = writers.all[command]!;
      const cwd = await writers.begin(writer);
      const result = await writers.run(writer.args, cwd, settings(calls.halving));
      expect(result.code, `${writer.name}\n${result.stderr}`).toBe(0);
      expect((await writers.run(['query', 'checkPassword', '--quiet'], cwd)).code).toBe(0);
      expect((await writers.run(['doctor'], cwd)).code, writer.name).toBe(0);
    });
  });
});

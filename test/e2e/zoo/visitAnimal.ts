/** Makes the visits to one animal and says what was not allowed. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tempDir } from '../../helpers/tempRepo.ts';
import { allowedIn } from './allowed.ts';
import { type Animal, BAIT, type Cage, openCage, printOf } from './cage.ts';
import { judge } from './judge.ts';
import { readTrace, type Traced } from './trace.ts';
import { SERVER_VISITS } from './visitServers.ts';
import { COMMAND_VISITS, LAST_VISITS, type Visit } from './visits.ts';

/** In the order of all × all; the index is gone after `clean`. */
export const VISITS: readonly Visit[] = [...COMMAND_VISITS, ...SERVER_VISITS, ...LAST_VISITS];

export interface Outcome {
  /** `query: connection AF_INET 127.0.0.1:80` */
  faults: string[];
  /** Of strace: how much was looked at. */
  visits: number;
  runs: number;
  events: number;
}

/** A build in a wrong place is hundreds of them. */
const MOST_FAULTS = 12;

/** @param names of visits, in their order; undefined: all of them */
export async function visitAnimal(animal: Animal, names?: readonly string[]): Promise<Outcome> {
  const cage = await openCage(animal);
  const before = printOf(cage.outside);
  const outcome: Outcome = { faults: [], visits: 0, runs: 0, events: 0 };
  const marks = cage.ran();
  const wanted = names?.map((name) => {
    const visit = VISITS.find((one) => one.name === name);
    if (visit === undefined) throw new Error(`no visit is called ${name}`);
    return visit;
  });
  for (const visit of wanted ?? VISITS) {
    const faults = new Set<string>();
    const runs = await make(visit, animal, cage, outcome, faults);
    const said = runs.map(({ stdout, stderr }) => stdout + stderr).join('\n');
    if (said.includes(BAIT)) faults.add(`shown: what lies outside: ${around(said, BAIT)}`);
    // With git that the user starts, programs of the attacker run as git has it: only the judge can tell whose they are.
    if (visit.from === undefined)
      for (const mark of cage.ran()) if (!marks.includes(mark)) faults.add(`program: ${mark} ran`);
    marks.push(...cage.ran());
    const asked = cage.trap.asked.splice(0);
    if (visit.asksTrap !== true) for (const one of asked) faults.add(`connection: the trap was asked: ${one}`);
    const wrong = animal.check?.(cage, said, visit.name) ?? null;
    if (wrong !== null) faults.add(`check: ${wrong}`);
    outcome.visits += 1;
    const more = faults.size > MOST_FAULTS ? [`and ${faults.size - MOST_FAULTS} more`] : [];
    outcome.faults.push(...[...[...faults].slice(0, MOST_FAULTS), ...more].map((fault) => `${visit.name}: ${fault}`));
  }
  if (printOf(cage.outside) !== before) outcome.faults.push('the folder outside is not what it was');
  return outcome;
}

async function make(
  visit: Visit,
  animal: Animal,
  cage: Cage,
  outcome: Outcome,
  faults: Set<string>,
): Promise<Traced[]> {
  const files: string[] = [];
  const folder = tempDir('cora-trace-');
  const runs = await visit.run(cage, () => {
    files.push(join(folder, `${files.length}`));
    return files.at(-1)!;
  });
  outcome.runs += runs.length;
  for (const { stderr, code, isEndless } of runs) {
    if (isEndless) faults.add('hang: it did not end');
    else if (code !== null && (code > 4 || code < 0)) faults.add(`crash: it ended with ${code}: ${stderr.slice(-300)}`);
    const [stack] = /^.*\n\s+at .*:\d+:\d+\)?$/m.exec(stderr) ?? [];
    if (stack !== undefined) faults.add(`stack: an error without a name: ${stack.slice(0, 300)}`);
  }
  const extras = visit.extras?.(cage) ?? {};
  const allowed = allowedIn(cage, {
    ...extras,
    reads: [...(extras.reads ?? []), ...(animal.compares?.(cage) ?? [])],
    connects: [...(extras.connects ?? []), ...cage.chosen],
    gitReads: animal.gitReads?.(cage) ?? [],
  });
  for (const file of files) {
    if (!existsSync(file)) continue;
    const trace = await readTrace(file);
    outcome.events += trace.events.length;
    const { from: begins } = visit;
    const from =
      begins === undefined || file === files[0] ? {} : { from: (argv: readonly string[]) => begins(argv, cage) };
    for (const { kind, what } of judge(trace, allowed, { cwd: cage.dir, ...from })) faults.add(`${kind}: ${what}`);
  }
  return runs;
}

function around(text: string, word: string): string {
  const at = text.indexOf(word);
  return JSON.stringify(text.slice(Math.max(0, at - 80), at + 40));
}

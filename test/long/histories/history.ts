/**
 * One history: changes from a seed, and after every few of them a comparison with a fresh copy in the same state, three times:
 * with the edits not committed, after the commit, and after the index.
 */

import { isDeepStrictEqual } from 'node:util';
import {
  indexingRequest,
  indexRepository,
  isCoraError,
  type Options,
  openSession,
  type Session,
  sessionSettings,
} from '../../../bench/library.ts';
import {
  type Answers,
  type Asked,
  answersOf,
  answersOfCommands,
  askedAt,
  isTooMuch,
  optionsOf,
  type Place,
  surroundingsOf,
} from './answers.ts';
import { type Difference, differencesOf } from './differences.ts';
import { freshCopy } from './freshCopy.ts';
import { createFileVersions, falseLines, type Held } from './heldLines.ts';
import { falseRelations } from './heldRelations.ts';
import { beginning, nextOperation, SMALL_DISK } from './operations.ts';
import { randomOf } from './random.ts';
import { type Change, change, createWorld, linesOf, removeWorld, type World } from './world.ts';

/** What is done, in order; it can be done again in another world. */
export type Step =
  | Change
  | { do: 'index'; in: string }
  | { do: 'compare'; in: string; at: number; state: 'edited' | 'committed' | 'indexed' };

export interface Found {
  seed: number;
  at: number;
  state: string;
  differences: Difference[];
  /** All that was done. */
  steps: Step[];
  root: string;
}

export interface HistoryRequest {
  seed: number;
  steps: number;
  /** Changes between two comparisons. */
  every: number;
  embedder: string;
  /** The command line, for runs that are killed or get too little; none of these without it. */
  cli: string | null;
  /** Counts what answers showed and was held, by what it was held against. */
  held?: Record<string, number>;
  /** Told of each step, for who watches, after it. */
  onStep?(step: Step, name: string, outcome: Outcome): void;
}

/** A change that git refuses, or an index run that Cora does, is 'refused'; 'skipped' is a comparison in a state that cannot be copied. */
export type Outcome = 'done' | 'refused' | 'same' | 'skipped' | 'different';

/** @returns the first difference, with its folder kept; null where there is none */
export async function runHistory(request: HistoryRequest): Promise<Found | null> {
  const { seed, every } = request;
  const random = randomOf(seed);
  const begun = beginning(random);
  const machine = new Machine(request, begun.kind === 'small disk' ? SMALL_DISK : null);
  let found: Difference[] = [];
  const act = async (step: Step, name: string): Promise<boolean> => {
    found = await machine.act(step).catch(asDifference);
    request.onStep?.(step, name, machine.outcome);
    return found.length > 0;
  };
  await act({ do: 'sh', in: '.', at: 0, script: begun.script }, begun.kind);
  await act({ do: 'index', in: 'work' }, 'index');
  let where = 'work';
  let sinceLast = 0;
  for (let at = 1; at <= request.steps; at++) {
    const { name, operation } = nextOperation({ world: machine.world, where, random, at });
    if (operation.script !== null)
      await act({ do: 'sh', in: operation.inRoot === true ? '.' : where, at, script: operation.script }, name);
    where = [operation.goOnIn ?? where, 'work'].find(
      (one) => linesOf(machine.world, one, 'rev-parse', 'HEAD').length > 0,
    )!;
    sinceLast += 1;
    if (sinceLast < every && at < request.steps) continue;
    sinceLast = 0;
    const round: readonly (readonly [Step, string])[] = [
      [{ do: 'compare', in: where, at, state: 'edited' }, 'compare'],
      [{ do: 'sh', in: where, at, script: `git add -A && git commit -qm 'state ${at}'` }, 'commit'],
      [{ do: 'compare', in: where, at, state: 'committed' }, 'compare'],
      [{ do: 'index', in: where }, 'index'],
      [{ do: 'compare', in: where, at, state: 'indexed' }, 'compare'],
    ];
    for (const [step, what] of round) {
      if (await act(step, what)) {
        const state = step.do === 'compare' ? step.state : what;
        machine.close();
        return { seed, at, state, differences: found, steps: machine.steps, root: machine.world.root };
      }
    }
  }
  machine.remove();
  return null;
}

/** What Cora throws and is no refusal is a defect too, and the other histories go on. */
function asDifference(error: Error): Difference[] {
  return [{ what: 'a run', at: error.stack ?? error.message }];
}

/** Does steps again in a new world. @returns what differs at the last of them */
export async function repeat(request: HistoryRequest, steps: readonly Step[]): Promise<Difference[]> {
  const smallDisk = steps.some((step) => step.do === 'sh' && step.script.includes('../fill')) ? SMALL_DISK : null;
  const machine = new Machine(request, smallDisk);
  let found: Difference[] = [];
  try {
    for (const [at, step] of steps.entries())
      if (step.do !== 'compare' || at === steps.length - 1) found = await machine.act(step).catch(asDifference);
  } finally {
    machine.remove();
  }
  return found;
}

/** Steps that are a multiple of it also ask the command line. */
const COMMANDS_EVERY = 4;

class Machine {
  readonly world: World;
  readonly steps: Step[] = [];
  readonly #embedder: string;
  readonly #cli: string | null;
  /** Sessions that stay open for the whole history, by worktree. */
  readonly #live = new Map<string, { options: Options; session: Session }>();
  /** Of the last compared state, as long as nothing changes. */
  #fresh: { of: string; answers: Answers } | null = null;
  #copies = 0;
  /** Of the last step. */
  outcome: Outcome = 'done';
  readonly held: Record<string, number>;

  constructor({ seed, cli, embedder, held = {} }: HistoryRequest, smallDisk: number | null) {
    this.held = held;
    this.world = createWorld(seed, smallDisk);
    this.#embedder = embedder;
    this.#cli = cli;
    if (cli !== null) this.world.env['CORA'] = `${process.execPath} ${cli}`;
    this.world.env['CORA_EMBEDDER'] = embedder;
  }

  async act(step: Step): Promise<Difference[]> {
    this.steps.push(step);
    if (step.do === 'sh') {
      this.#fresh = null;
      this.outcome = change(this.world, step).status === 0 ? 'done' : 'refused';
      return [];
    }
    this.outcome = 'skipped';
    if (linesOf(this.world, step.in, 'rev-parse', 'HEAD').length === 0) return [];
    if (step.do === 'index') {
      this.outcome = (await this.#index(this.#place(step.in))) ? 'done' : 'refused';
      return [];
    }
    return this.#compare(step.in, step.at, step.state);
  }

  async #compare(where: string, at: number, state: 'edited' | 'committed' | 'indexed'): Promise<Difference[]> {
    const asked = askedAt(at * 7919);
    const place = this.#place(where);
    const isLive = (at + state.length) % 2 === 0;
    const ask = () => answersOf(place, asked, isLive ? () => this.#liveIn(where) : null);
    let grown = await ask();
    if (isTooMuch(grown)) {
      // As the answer says: then nothing is left out.
      await this.#index(place);
      grown = await ask();
    }
    const fresh = await this.#freshAnswers(where, at, asked);
    if (fresh === null) return [];
    // Before the index the digest is that of another commit.
    const except = state === 'indexed' ? [] : ['ofIndex'];
    const versions = createFileVersions(place);
    const found = [
      ...differencesOf(grown, fresh, except),
      ...(await this.#commandsDiffer(place, asked, at, grown)),
      ...this.#false('the files', falseLines(grown, versions)),
      ...this.#false('cora symbols and refs', await falseRelations(place, grown, versions)),
    ];
    this.outcome = found.length > 0 ? 'different' : 'same';
    return found;
  }

  /** The command line says what the library says; it is started now and then. */
  async #commandsDiffer(place: Place, asked: Asked, at: number, grown: Answers): Promise<Difference[]> {
    if (this.#cli === null || at % COMMANDS_EVERY !== 0 || 'error' in (grown['status'] as object)) return [];
    const said = await answersOfCommands(place, asked, this.#cli);
    const ofLibrary = Object.fromEntries(Object.keys(said).map((what) => [what, grown[what]]));
    // The library's answer as JSON: what is never printed is no part of it.
    const same = JSON.parse(JSON.stringify(ofLibrary)) as Answers;
    return differencesOf(same, said).map(({ what, at: where }) => ({
      what: `${what} (library, command line)`,
      at: where,
    }));
  }

  async #freshAnswers(where: string, at: number, asked: Asked): Promise<Answers | null> {
    const of = `${where} ${at}`;
    if (this.#fresh?.of === of) return this.#fresh.answers;
    this.#copies += 1;
    const copy = freshCopy(this.world, where, `fresh${this.#copies % 2}`);
    if (copy === null) return null;
    const place = { ...this.#place(where), dir: copy.dir };
    await this.#index(place);
    const answers = await answersOf(place, asked);
    this.#fresh = { of, answers };
    return answers;
  }

  #false(against: string, { held, found }: Held): Difference[] {
    this.held[against] = (this.held[against] ?? 0) + held;
    return found.map(({ what, at }) => ({ what: `${what} (against ${against})`, at }));
  }

  /** @returns false where it is refused: it is in the copy too, then the questions say it */
  async #index(place: Place): Promise<boolean> {
    try {
      await indexRepository(indexingRequest(optionsOf(place)), surroundingsOf(place), { onProgress: () => undefined });
      return true;
    } catch (error) {
      if (!isCoraError(error)) throw error;
      return false;
    }
  }

  #place(where: string): Place {
    const { root, env } = this.world;
    return { dir: `${root}/${where}`, env, root, embedder: this.#embedder };
  }

  #liveIn(where: string): Session {
    const place = this.#place(where);
    const options = optionsOf(place);
    const known = this.#live.get(where);
    // As the library does it: other settings are another session.
    if (known !== undefined && isDeepStrictEqual(known.options, options)) return known.session;
    known?.session.close();
    const session = openSession(sessionSettings(options), surroundingsOf(place));
    this.#live.set(where, { options, session });
    return session;
  }

  close(): void {
    for (const { session } of this.#live.values()) session.close();
    this.#live.clear();
  }

  remove(): void {
    this.close();
    removeWorld(this.world);
  }
}

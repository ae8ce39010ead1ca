/** The zoo itself: what it needs, and that nothing is forgotten in its tables. */

import { describe, expect, it } from 'vitest';
import { ANSWERS } from './animals/answers.ts';
import { ARTIFACTS } from './animals/artifacts.ts';
import { CONFIGURATION } from './animals/configuration.ts';
import { HOOKS } from './animals/hooks.ts';
import { LINKS } from './animals/links.ts';
import { NAMES } from './animals/names.ts';
import { PACKAGES } from './animals/packages.ts';
import { RULES } from './animals/rules.ts';
import { STORES } from './animals/stores.ts';
import { type Animal, openCage } from './cage.ts';
import { canTrace } from './trace.ts';
import { VISITS, visitAnimal } from './visitAnimal.ts';
import { documentOf, routesWithoutVisit } from './visitServers.ts';
import { commandsWithoutVisit } from './visits.ts';

const KINDS = [CONFIGURATION, HOOKS, STORES, LINKS, NAMES, RULES, PACKAGES, ARTIFACTS, ANSWERS];
const ANIMALS = KINDS.flat();
const CALM: Animal = {
  ...{ name: 'calm', tries: 'nothing', comes: 'clone', aims: [] },
  make: ({ repo }) => {
    repo.commit();
  },
};

it.skipIf(process.env['CI'] !== 'true' || process.platform !== 'linux')('has strace in CI on Linux', () => {
  expect(canTrace(), 'strace is missing, or this container does not let it follow a program').toBe(true);
});

describe('the tables', () => {
  it('hold more than forty animals, each with a name of its own and something that it aims at', () => {
    expect(ANIMALS.length).toBeGreaterThan(40);
    for (const kind of KINDS) expect(new Set(kind.map(({ name }) => name)).size).toBe(kind.length);
    expect(ANIMALS.filter(({ aims }) => aims.length === 0)).toEqual([]);
  });

  it('visit by every command of the command line', () => {
    expect(commandsWithoutVisit()).toEqual([]);
  });

  it('aim with each visit at some animal, and by no other name', () => {
    const names = VISITS.map(({ name }) => name);
    const aimed = new Set(ANIMALS.flatMap(({ aims }) => aims));
    expect([...aimed].filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !aimed.has(name))).toEqual(NOT_AIMED);
  });

  it('visit by every route of the HTTP API', async () => {
    expect(routesWithoutVisit(await documentOf(await openCage(CALM)))).toEqual([]);
  });
});

/** Nothing of these depends on the repository beyond what others of them read. */
const NOT_AIMED: readonly string[] = ['completion', 'verify', 'unpack', 'mcp', 'hooks uninstall'];

it.skipIf(!canTrace())(
  'a calm repository has nothing to complain of, whoever visits',
  { timeout: 900_000 },
  async () => {
    const outcome = await visitAnimal(CALM);
    expect(outcome.faults).toEqual([]);
    expect(outcome.visits).toBe(VISITS.length);
  },
);

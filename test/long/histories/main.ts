/** `npm run histories`: random histories by seed, until one differs from a fresh copy. See docs/faults.md. */

import { parseArgs } from 'node:util';
import { type Found, type HistoryRequest, repeat, runHistory, type Step } from './history.ts';

const HELP = `npm run histories -- [--seeds A..B] [--steps N] [--every N] [--all] [--verbose]

  --seeds A..B    which histories, both ends included (1..4)
  --steps N       changes in each (50)
  --every N       changes between two comparisons (5)
  --shortest      look for the shortest reproduction of what is found
  --all           go on with the next seed after a difference
  --verbose       print each step
`;

const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** @param cli the built command line @returns the exit code: 0 without a difference, 1 with one */
export async function main(args: string[], cli: string): Promise<number> {
  const { values } = parseArgs({
    args,
    options: {
      seeds: { type: 'string', default: '1..4' },
      steps: { type: 'string', default: '50' },
      every: { type: 'string', default: '5' },
      shortest: { type: 'boolean', default: false },
      all: { type: 'boolean', default: false },
      verbose: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    print(HELP);
    return 0;
  }
  const [first, last = first] = values.seeds.split('..').map(Number);
  const counts = new Map<string, number>();
  const held: Record<string, number> = {};
  let differing = 0;
  for (let seed = first!; seed <= last!; seed++) {
    const request: HistoryRequest = {
      ...{ seed, cli, steps: Number(values.steps), every: Number(values.every), held },
      embedder: seed % 3 === 0 ? 'hash' : 'builtin',
      onStep: (step, name, outcome) => {
        const kind = step.do === 'sh' ? 'changes' : step.do === 'index' ? 'index runs' : 'comparisons';
        counts.set(`${kind} ${outcome}`, (counts.get(`${kind} ${outcome}`) ?? 0) + 1);
        if (values.verbose) print(`  ${name}, ${outcome}: ${lineOf(step)}`);
      },
    };
    const found = await runHistory(request);
    if (found === null) {
      print(`seed ${seed}: ${values.steps} steps without a difference`);
      continue;
    }
    differing += 1;
    print(described(found));
    if (values.shortest) {
      const { differences } = found;
      const shortest = await minimise(request, found.steps, differences[0]!.what);
      print(['the shortest way there:', ...shortest.map((step) => `  ${lineOf(step)}`)].join('\n'));
    }
    if (!values.all) break;
  }
  for (const [what, count] of [...counts].sort()) print(`${what}: ${count}`);
  for (const [against, count] of Object.entries(held)) print(`held against ${against}: ${count}`);
  print(`seeds with a difference: ${differing}`);
  return differing === 0 ? 0 : 1;
}

const MOST_SHOWN = 5;

function described({ seed, at, state, differences, root, steps }: Found): string {
  return [
    `seed ${seed}, step ${at}, ${state}: ${differences.length} answers differ (this index ≠ a fresh one)`,
    ...differences.slice(0, MOST_SHOWN).map(({ what, at: where }) => `  ${what}\n    ${where}`),
    `kept in ${root}; what led there:`,
    ...steps.map((step) => `  ${lineOf(step)}`),
  ].join('\n');
}

function lineOf(step: Step): string {
  if (step.do === 'sh') return `(cd ${step.in} && { ${step.script.replace(/\n$/, '')}; })`;
  return `(cd ${step.in} && cora ${step.do === 'index' ? 'index' : `status --json)  # compare, ${step.state} (`})`;
}

/** The first repository and its first index stay. */
const BEGINNING = 2;

/**
 * Leaves steps out as long as what the last one finds is still there.
 * @returns fewer steps that end in a difference in the answer to the same question
 */
async function minimise(request: HistoryRequest, steps: readonly Step[], what: string): Promise<Step[]> {
  const isFound = async (some: readonly Step[]): Promise<boolean> =>
    (await repeat(request, some)).some((difference) => difference.what === what);
  const last = steps.at(-1)!;
  let kept = steps.slice(0, -1).filter((step) => step.do !== 'compare');
  for (let size = Math.ceil(kept.length / 2); size >= 1; size = size === 1 ? 0 : Math.ceil(size / 2)) {
    for (let at = kept.length - size; at > -size; at -= size) {
      const from = Math.max(BEGINNING, at);
      const fewer = [...kept.slice(0, from), ...kept.slice(at + size)];
      if (at + size <= BEGINNING || !(await isFound([...fewer, last]))) continue;
      kept = fewer;
    }
  }
  return [...kept, last];
}

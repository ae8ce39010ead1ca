/** What a user does in a repository: every command of the command line. MCP, HTTP, the Action and hooks: visitServers.ts. */

import { join } from 'node:path';
import { COMMANDS } from '../../../src/settings/commands.ts';
import { CLI } from '../../helpers/runCli.ts';
import type { Extras } from './allowed.ts';
import type { Cage } from './cage.ts';
import { endTraced, runTraced, startTraced, type Traced } from './trace.ts';

export interface Visit {
  /** What the animals name it by. */
  name: string;
  run(cage: Cage, trace: TraceFile): Promise<Traced[]>;
  extras?: (cage: Cage) => Extras;
  asksTrap?: boolean;
  /** The first process is git, which the user has started: only what this program and its children do counts. */
  from?: (argv: readonly string[], cage: Cage) => boolean;
}

/** @returns a new file for a trace, which is judged when the visit is over */
export type TraceFile = () => string;

/** Limits that no visit comes near on a busy machine; an attack that hangs Cora does. */
const LIMIT = 40_000;

export function cora(cage: Cage, trace: TraceFile, args: readonly string[], input = ''): Promise<Traced> {
  const start = { cwd: cage.dir, env: cage.env, input, limit: LIMIT };
  return runTraced([process.execPath, CLI, ...args], trace(), start);
}

type Words = readonly string[] | ((cage: Cage) => readonly string[]);

const packed = (cage: Cage): string => join(cage.outputs, 'index.tar');

/** Command → what it is called with, one line for each call. They run in this order in all × all: the index is made in between. */
const CALLS: Readonly<Record<Exclude<keyof typeof COMMANDS, 'watch' | 'serve'>, readonly Words[]>> = {
  completion: [['bash']],
  status: [[], ['--json']],
  doctor: [[], ['--fix']],
  files: [[], ['--rev', 'HEAD'], ['--since', 'HEAD']],
  show: [['src/cart.ts:1-3'], ['--rev', 'HEAD', 'src/cart.ts']],
  chunks: [['src/cart.ts'], ['--rev', 'HEAD', 'src/cart.ts']],
  index: [[], ['--full', '--json'], ['--dry-run']],
  query: [
    ['cart total', '--json'],
    ['why was it changed in the latest commit', '--format', 'md'],
    ['refund', '--commits'],
    ['cart', '--committed', '--format', 'xml'],
    ['cart', '--submodules'],
  ],
  ask: [['what does the cart do'], ['what does the cart do', '--model', 'codex']],
  grep: [['total'], ['(a+)+$', '-i'], ['a', '--fixed', '--path', '**/*']],
  symbols: [['Cart']],
  refs: [['priceOf'], ['priceOf', '--callers'], ['priceOf', '--submodules']],
  related: [['src/cart.ts:4']],
  gc: [['--dry-run'], []],
  pack: [(cage) => ['-o', packed(cage)], ['--report']],
  verify: [(cage) => [packed(cage)]],
  unpack: [(cage) => [packed(cage), '-o', join(cage.outputs, 'unpacked')]],
  pages: [
    (cage) => ['-o', join(cage.outputs, 'page')],
    (cage) => [packed(cage), '-o', join(cage.outputs, 'page-of-packed')],
    (cage) => ['--rev', 'HEAD', '-o', join(cage.outputs, 'page-of-head')],
  ],
  pull: [(cage) => [packed(cage)], []],
  push: [['s3://zoo/index']],
  merge: [(cage) => [packed(cage), '-o', join(cage.outputs, 'merged.tar')]],
  mcp: [[], ['--submodules']],
  init: [
    ['--dry-run'],
    ['--yes'],
    ['--mcp', '--dry-run'],
    ['--mcp', '--client', 'claude', '--yes'],
    ['--agents', '--hook', '--dry-run'],
    ['--agents', '--remove', '--yes'],
  ],
  hooks: [['status'], ['install', '--dry-run'], ['install'], ['status'], ['run', 'post-commit'], ['offer']],
  repos: [['add', '.', '--name', 'here'], ['list'], ['use', 'here']],
  sync: [['--force']],
  clean: [['--dry-run'], ['--yes'], ['--all', '--yes']],
};

/** Commands that write what they are for: the hooks, the clients' files of the repository, its settings. */
const WRITES: Partial<Record<keyof typeof COMMANDS, (cage: Cage) => readonly string[]>> = {
  init: ({ dir, gitDir }) => [
    ...['hooks', 'info/exclude'].map((name) => join(gitDir, name)),
    ...['cora.config.json', '.mcp.json', '.gitignore', 'lefthook-local.yml'].map((name) => join(dir, name)),
  ],
  hooks: ({ dir, gitDir }) => [join(gitDir, 'hooks'), join(dir, 'lefthook-local.yml')],
};

const CALLED: readonly Visit[] = Object.entries(CALLS).map(([command, calls]) => ({
  name: command,
  // The user has chosen this server for object storage.
  asksTrap: command === 'push',
  extras: (cage) => ({
    connects: command === 'push' ? [cage.trap.host] : [],
    writes: WRITES[command as keyof typeof COMMANDS]?.(cage) ?? [],
  }),
  run: async (cage, trace) => {
    const runs: Traced[] = [];
    for (const words of calls) {
      const args = typeof words === 'function' ? words(cage) : words;
      const run = await cora(cage, trace, [command, ...args]);
      runs.push(run);
      // The next ones would wait as long, and say nothing more.
      if (run.isEndless) break;
    }
    return runs;
  },
}));

const watch: Visit = {
  name: 'watch',
  run: async (cage, trace) => {
    const file = trace();
    const { child, ended } = startTraced([process.execPath, CLI, 'watch', '--json'], file, {
      ...{ cwd: cage.dir, env: cage.env },
      limit: LIMIT,
    });
    let said = '';
    child.stdout!.on('data', (text: string) => {
      said += text;
      if (said.includes('"ready"')) endTraced(child);
    });
    return [await ended];
  },
};

/** What `hooks install` wrote is judged before it is taken out. */
const uninstall: Visit = {
  name: 'hooks uninstall',
  extras: (cage) => ({ writes: WRITES.hooks!(cage) }),
  run: async (cage, trace) => [await cora(cage, trace, ['hooks', 'uninstall'])],
};

/** A user may pull what the repository itself holds. */
const pullOfTree: Visit = {
  name: 'pull index.tar',
  run: async (cage, trace) => [
    await cora(cage, trace, ['verify', 'index.tar']),
    await cora(cage, trace, ['pull', 'index.tar']),
    await cora(cage, trace, ['unpack', 'index.tar', '-o', join(cage.outputs, 'of-tree')]),
  ],
};

/** In the order of all × all: those that need no index, the build, what asks it, what changes the repository. */
export const COMMAND_VISITS: readonly Visit[] = [...CALLED.slice(0, -1), pullOfTree, watch];
export const LAST_VISITS: readonly Visit[] = [uninstall, CALLED.at(-1)!];

/** Every command, `serve` by its own visit. */
export function commandsWithoutVisit(): string[] {
  const visited = new Set([...COMMAND_VISITS, ...LAST_VISITS].map(({ name }) => name)).add('serve');
  return Object.keys(COMMANDS).filter((name) => !visited.has(name));
}

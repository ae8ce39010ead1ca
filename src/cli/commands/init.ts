/** cora init: the hooks and the index of a repository, or the files of its agents. */

import { relative } from 'node:path';
import { CoraError, EXIT } from '../../base/errors.ts';
import { createPaint, type Paint, visible } from '../../base/renderText.ts';
import { actionOf, type FileEdit, writeTreeFiles } from '../../freshness/fileEdit.ts';
import { AGENTS, type AgentEdit, type InitReport, initRepository, planAgents } from '../../freshness/init.ts';
import { CLIENTS, type ClientEdit, planClients, refuseUnknown } from '../../freshness/initClients.ts';
import { withProgress } from '../../session/progress.ts';
import { type CommandContext, printDone, printJson } from '../../settings/commandContext.ts';
import { indexingRequest } from '../../settings/requests.ts';
import { fileLines, renderHooksChange, renderReport } from '../renderReport.ts';
import { askForWord, describeTerminal } from '../terminal.ts';
import { programOf } from './gitHooks.ts';

export async function runInit(context: CommandContext): Promise<number> {
  const { options, surroundings } = context;
  if (options.mcp === true || options.agents === true) return runInitFiles(context);
  if (options.client !== undefined || options.remove === true)
    throw new CoraError('USAGE', '--client and --remove go with --mcp or --agents.', {
      hint: 'cora init --mcp --client NAME',
    });
  if (options.hook === true)
    throw new CoraError('USAGE', '--hook goes with --agents.', { hint: 'cora init --agents --hook' });
  const init = (extent: 'files' | 'dry-run' | 'all') =>
    withProgress(context, (watch) =>
      initRepository({
        program: programOf(),
        settings: indexingRequest(options),
        surroundings,
        force: options.force === true,
        extent,
        watch,
      }),
    );
  const dryRun = options['dry-run'] === true;
  if (!dryRun && options.yes !== true) await askFor(await init('files'), context);
  const report = await init(dryRun ? 'dry-run' : 'all');
  printDone(context, { ...report, dryRun }, () => render(report, dryRun, context));
  return isWhole(report, dryRun) ? EXIT.ok : EXIT.finding;
}

function isWhole({ hooks, index }: InitReport, dryRun: boolean): boolean {
  if (hooks === null || hooks.problems.length > 0 || (index?.failed.length ?? 0) > 0) return false;
  return dryRun || hooks.status.hooks.every(({ reason }) => reason === null);
}

async function askFor({ config, hooks }: InitReport, context: CommandContext): Promise<void> {
  const files = [...config, ...(hooks?.files ?? [])];
  if (files.length === 0) return;
  const list = fileLines(files, true).map((line) => `${line}\n`);
  await askForWord(list.join(''), 'cora init --yes   (--dry-run shows more)', context);
}

function render({ config, hooks, refused, index }: InitReport, dryRun: boolean, context: CommandContext): string {
  const terminal = describeTerminal(context);
  const lines = fileLines(config, dryRun).map((line) => `${line}\n`);
  const parts = [
    lines.join(''),
    hooks === null ? '' : renderHooksChange(hooks, { action: 'install', dryRun, ...terminal }),
    refused === null ? '' : `No hooks: ${visible(refused.message)}\n  ${visible(refused.hint ?? '')}\n`,
    index === null ? 'There are no commits yet. The hooks will index the first one.\n' : renderReport(index, terminal),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

async function runInitFiles(context: CommandContext): Promise<number> {
  const { options, stdout } = context;
  const dryRun = options['dry-run'] === true;
  const { clients, agents } = await plan(context);
  const edits = [...clients, ...agents];
  const changes = edits.filter(({ before, after }) => before !== after);
  if (!dryRun && changes.length > 0) {
    if (options.yes !== true) await askForWord(diffOf(changes, context), 'the same command with --yes', context);
    writeTreeFiles(edits);
  }
  if (options.json === true) printJson(stdout, { clients: clients.map(told), agents: agents.map(told), dryRun });
  else if (options.quiet !== true) {
    if (dryRun || options.yes === true) stdout.write(diffOf(changes, context));
    stdout.write(edits.map((edit) => `${lineOf(edit, context)}\n`).join(''));
    const namesPrograms = changes.some((edit) => 'client' in edit || /settings\.local\.json$/.test(edit.file));
    if (options.remove !== true && namesPrograms) stdout.write(OWN);
  }
  return edits.some(({ problem }) => problem !== null) ? EXIT.finding : EXIT.ok;
}

/** @throws CoraError USAGE for a name that none of what was asked for has */
async function plan(context: CommandContext): Promise<{ clients: ClientEdit[]; agents: AgentEdit[] }> {
  const { options, surroundings } = context;
  const names = options.client ?? [];
  const action = options.remove === true ? 'remove' : 'add';
  const of = { program: programOf(), force: options.force === true };
  // With both flags a name may be known to one of them alone.
  const isBoth = options.mcp === true && options.agents === true;
  const known = (all: readonly string[]): string[] => names.filter((name) => !isBoth || all.includes(name));
  if (isBoth) refuseUnknown('client', names, [...new Set([...CLIENTS, ...AGENTS])]);
  const isAsked = (flag: boolean | undefined, all: readonly string[]): boolean =>
    flag === true && (names.length === 0 || known(all).length > 0);
  const clients = isAsked(options.mcp, CLIENTS) ? await planClients(surroundings, known(CLIENTS), action, of) : [];
  const request = { agents: known(AGENTS), action, hook: options.hook === true, ...of } as const;
  const agents = isAsked(options.agents, AGENTS) ? await planAgents(surroundings, request) : [];
  return { clients, agents };
}

/** Returns what scripts are told. */
function told({ before, after, mode: _, ...edit }: ClientEdit | AgentEdit) {
  return { ...edit, action: actionOf({ before, after }) };
}

function diffOf(changes: readonly FileEdit[], context: CommandContext): string {
  const { color } = describeTerminal(context);
  const { dir } = context.surroundings;
  const utf8 = (text: string | null): string | null => (text === null ? null : Buffer.from(text, 'latin1').toString());
  const diffs = changes.map(({ file, before, after }) =>
    renderDiff(relative(dir, file), utf8(before), utf8(after), createPaint(color)),
  );
  return diffs.map((diff) => `${diff}\n`).join('');
}

const OWN = 'They contain paths of this machine: keep them out of commits (.git/info/exclude).\n';

/** `claude-code  .mcp.json  written` */
function lineOf(edit: ClientEdit | AgentEdit, { options, surroundings }: CommandContext): string {
  const isAbsent = edit.before === null ? 'is not there' : 'is not as Cora wrote it, and stays as it is';
  const isThere = options.remove === true ? isAbsent : 'is there already, and stays as it is';
  const verbs: Record<ReturnType<typeof actionOf>, string> = options['dry-run'] === true
    ? { create: 'would be written', change: 'would be changed', delete: 'would be deleted', none: isThere }
    : { create: 'written', change: 'changed', delete: 'deleted', none: isThere };
  const file = visible(relative(surroundings.dir, edit.file));
  const readers = 'client' in edit ? edit.client : edit.agents.join(', ');
  return `${readers.padEnd(12)} ${file}: ${visible(edit.problem ?? verbs[actionOf(edit)])}`;
}

/** Lines around the change. */
const AROUND = 3;

function renderDiff(name: string, before: string | null, after: string | null, paint: Paint): string {
  const old = linesOf(before);
  const young = linesOf(after);
  let start = 0;
  while (start < old.length && start < young.length && old[start] === young[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < young.length - start && old.at(-1 - end) === young.at(-1 - end)) end += 1;
  const first = Math.max(0, start - AROUND);
  const same = (lines: readonly string[]): string[] => lines.map((line) => ` ${visible(line)}`);
  const body = [
    ...same(old.slice(first, start)),
    ...old.slice(start, old.length - end).map((line) => paint.red(`-${visible(line)}`)),
    ...young.slice(start, young.length - end).map((line) => paint.green(`+${visible(line)}`)),
    ...same(old.slice(old.length - end, old.length - end + AROUND)),
  ];
  const range = (lines: readonly string[]): string =>
    `${lines.length === 0 ? 0 : first + 1},${Math.min(lines.length - end + AROUND, lines.length) - first}`;
  return [
    paint.bold(`--- ${before === null ? '/dev/null' : visible(name)}`),
    paint.bold(`+++ ${after === null ? '/dev/null' : visible(name)}`),
    paint.dim(`@@ -${range(old)} +${range(young)} @@`),
    ...body,
    '',
  ].join('\n');
}

function linesOf(text: string | null): string[] {
  if (text === null || text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines.map((line) => line.replace(/\r$/, ''));
}

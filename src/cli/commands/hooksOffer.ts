/**
 * cora hooks offer: a coding agent is about to grep, and tells so as JSON on standard input. Where
 * the index answers better, its answer is given beside. The grep itself is never held up: whatever
 * goes wrong here ends without a word and with 0.
 */

import { parseUserJson } from '../../base/boundedJson.ts';
import { EXIT } from '../../base/errors.ts';
import { answerGrep } from '../../grep/answerGrep.ts';
import { type GrepCall, readGrepCommand, readGrepInput, subjectOf } from '../../grep/readGrepCall.ts';
import { openSearcher } from '../../session/session.ts';
import { type CommandContext, printJsonLine, readAll } from '../../settings/commandContext.ts';
import { searchSettings, sessionSettings } from '../../settings/requests.ts';
import { pathInRepository, placeIn } from '../findCallerPlace.ts';

/** Milliseconds; a hook that takes longer keeps its agent waiting. */
const LONGEST = 4000;

export async function runHooksOffer(context: CommandContext): Promise<number> {
  try {
    const answer = await answerOf(context);
    if (answer !== null) printJsonLine(context.stdout, hookOutput(answer));
  } catch (error) {
    context.surroundings.log.debug(`No answer: ${(error as Error).message}`);
  }
  return EXIT.ok;
}

/** Returns what Claude Code reads: the call goes on, and its model is told the text. */
function hookOutput(answer: string): object {
  const additionalContext = `Cora's index, beside this grep:\n\n${answer}`;
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext } };
}

async function answerOf({ stdin, settle, surroundings }: CommandContext): Promise<string | null> {
  const told = parseUserJson(await readAll(stdin)) as Record<string, unknown>;
  const call = callOf(told);
  const subject = call === null ? null : subjectOf(call);
  if (call === null || subject === null || subject.kind === 'file' || subject.kind === 'exact') return null;
  const dir = typeof told['cwd'] === 'string' ? told['cwd'] : surroundings.dir;
  const options = settle(dir);
  const searcher = await openSearcher(sessionSettings(options), { ...surroundings, dir });
  try {
    const place = placeIn(searcher.worktree, dir);
    const paths = call.paths.map((path) => pathInRepository(path, place));
    if (paths.includes(null)) return null;
    const globs = (paths as string[]).filter((path) => path !== '' && path !== '.').map(globOf);
    const settings = { ...searchSettings(options), paths: globs };
    return await answerGrep(subject, searcher, settings, AbortSignal.timeout(LONGEST));
  } finally {
    searcher.close();
  }
}

/** Names of folders may hold what a glob takes for its own. */
function globOf(path: string): string {
  return path.replace(/(?<!\/)\/+$/, '').replace(/[*?[\]{}!\\]/g, '\\$&');
}

/** `{"tool_name": "Bash", "tool_input": {"command": "rg …"}, "cwd": "/repo"}` */
function callOf({ tool_name: tool, tool_input: input }: Readonly<Record<string, unknown>>): GrepCall | null {
  if (typeof input !== 'object' || input === null) return null;
  if (tool === 'Grep') return readGrepInput(input as Record<string, unknown>);
  const { command } = input as { command?: unknown };
  return tool === 'Bash' && typeof command === 'string' ? readGrepCommand(command) : null;
}

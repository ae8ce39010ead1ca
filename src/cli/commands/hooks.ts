/**
 * cora hooks: those of Git, and the one of a coding agent, which runs before each of its commands
 * and loads as little as it can.
 */

import { parseUserJson } from '../../base/boundedJson.ts';
import { EXIT } from '../../base/errors.ts';
import { type GrepCall, readGrepCommand, readGrepInput, subjectOf } from '../../grep/readGrepCall.ts';
import { type CommandContext, printJsonLine, readAll } from '../../settings/commandContext.ts';

export async function runHooks(context: CommandContext): Promise<number> {
  const isOffer = context.words.length === 1 && context.words[0] === 'offer';
  if (isOffer) return runHooksOffer(context);
  return (await import('./gitHooks.ts')).runGitHooks(context);
}

/**
 * A coding agent is about to grep, and tells so as JSON on standard input. Where the index answers
 * better, its answer is given beside. The grep is never held up: whatever goes wrong ends with 0.
 */
async function runHooksOffer(context: CommandContext): Promise<number> {
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
  const additionalContext = `Beside this grep, the likeliest places by Cora's index:\n${answer}`;
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', additionalContext } };
}

async function answerOf(context: CommandContext): Promise<string | null> {
  const told = parseUserJson(await readAll(context.stdin)) as Record<string, unknown>;
  const call = callOf(told);
  // Most commands of an agent are no greps, or look into one file: they pay for nothing more.
  if (call === null || subjectOf(call).kind === 'file') return null;
  const dir = typeof told['cwd'] === 'string' ? told['cwd'] : context.surroundings.dir;
  return (await import('./placesOfGrep.ts')).placesOfGrep(call, dir, context);
}

/** `{"tool_name": "Bash", "tool_input": {"command": "rg …"}, "cwd": "/repo"}` */
function callOf({ tool_name: tool, tool_input: input }: Readonly<Record<string, unknown>>): GrepCall | null {
  if (typeof input !== 'object' || input === null) return null;
  if (tool === 'Grep') return readGrepInput(input as Record<string, unknown>);
  const { command } = input as { command?: unknown };
  return tool === 'Bash' && typeof command === 'string' ? readGrepCommand(command) : null;
}

/**
 * cora hooks: those of Git, and the one of a coding agent, which runs before each of its commands
 * and loads as little as it can.
 */

import type { CommandContext } from '../../settings/commandContext.ts';

export async function runHooks(context: CommandContext): Promise<number> {
  const isOffer = context.words.length === 1 && context.words[0] === 'offer';
  if (isOffer) return (await import('./hooksOffer.ts')).runHooksOffer(context);
  return (await import('./gitHooks.ts')).runGitHooks(context);
}

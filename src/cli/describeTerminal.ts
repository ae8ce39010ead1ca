/** How much of a terminal stdout is: colours, columns, links. Decided once for a command. */

import { wantsColor, wantsLinks } from '../base/color.ts';
import type { CommandContext } from '../session/commandContext.ts';

export interface Terminal {
  color: boolean;
  /** Columns. */
  width: number;
  /** OSC 8 hyperlinks. */
  links: boolean;
}

/** Of a pipe: whoever reads it has no edge of the screen, but long lines are still cut. */
const PIPE_WIDTH = 120;
/** Narrower and nothing readable is left. */
const LEAST_WIDTH = 40;

/** COLUMNS tells the width where stdout does not know it, as in `COLUMNS=100 cora query … | less -R`. */
export function describeTerminal({ stdout, surroundings, options }: CommandContext): Terminal {
  const { env } = surroundings;
  const color = wantsColor(stdout, env, options.color);
  const told = /^\d{1,4}$/.test(env['COLUMNS'] ?? '') ? Number(env['COLUMNS']) : PIPE_WIDTH;
  return { color, width: Math.max(LEAST_WIDTH, stdout.columns || told), links: color && wantsLinks(stdout, env) };
}

/** cora status */

import { EXIT, statusOf } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { describeTerminal } from '../describeTerminal.ts';
import { renderStatus } from '../render/renderStatus.ts';

export async function runStatus(context: CommandContext): Promise<number> {
  const { options, surroundings, stdout } = context;
  const status = await statusOf(options, surroundings);
  if (options.json === true) printJson(stdout, status);
  else stdout.write(renderStatus(status, describeTerminal(context)));
  return EXIT.ok;
}

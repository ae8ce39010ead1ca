/** cora status */

import { EXIT, statusOf } from '../../index.ts';
import { type CommandContext, printJson } from '../commandContext.ts';
import { renderStatus } from '../renderStatus.ts';

export async function runStatus({ options, surroundings, stdout }: CommandContext): Promise<number> {
  const status = await statusOf(options, surroundings);
  if (options.json === true) printJson(stdout, status);
  else stdout.write(renderStatus(status));
  return EXIT.ok;
}

/** cora mcp */

import { EXIT } from '../../index.ts';
import type { CommandContext } from '../commandContext.ts';
import { serveMcp } from '../mcp.ts';

export async function runMcp(context: CommandContext): Promise<number> {
  await serveMcp(context);
  return EXIT.ok;
}

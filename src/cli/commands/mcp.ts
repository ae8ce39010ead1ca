/** cora mcp */

import { EXIT } from '../../base/errors.ts';
import { serveMcp } from '../../server/serveMcp.ts';
import type { CommandContext } from '../../settings/commandContext.ts';

export async function runMcp(context: CommandContext): Promise<number> {
  await serveMcp(context);
  return EXIT.ok;
}

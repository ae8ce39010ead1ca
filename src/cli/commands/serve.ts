/** cora serve */

import { EXIT } from '../../base/errors.ts';
import { serveHttp } from '../../server/serveHttp.ts';
import type { CommandContext } from '../../settings/commandContext.ts';

export async function runServe(context: CommandContext): Promise<number> {
  await serveHttp(context);
  return EXIT.ok;
}

/** cora serve */

import { EXIT } from '../../index.ts';
import type { CommandContext } from '../commandContext.ts';
import { serveHttpApi } from '../http.ts';

export async function runServe(context: CommandContext): Promise<number> {
  await serveHttpApi(context);
  return EXIT.ok;
}

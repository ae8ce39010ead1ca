/** What the table of commentary holds after a run. */

import { join } from 'node:path';
import { listFingerprints } from '../../../src/store/location.ts';
import { COMMENTARY_TABLE } from '../../../src/store/sideTables.ts';
import { storeRoot } from '../../helpers/cora.ts';
import type { Described } from '../../helpers/describedRepo.ts';

export function dirOf({ repo }: Described): string {
  return join(storeRoot(repo), listFingerprints(storeRoot(repo))[0]!);
}

export async function rowsOf(described: Described) {
  const table = await COMMENTARY_TABLE.open(dirOf(described), 'read');
  const rows = table?.scan(['contentHash', 'model', 'prompt', 'origin', 'text', 'words']) ?? [];
  return rows.sort((a, b) => (a.text < b.text ? -1 : 1));
}

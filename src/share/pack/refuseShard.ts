/** What is given to others is whole: one shard of an index is given to nobody. */

import { CoraError } from '../../base/errors.ts';
import type { Shard } from '../../base/types.ts';

/** @throws CoraError USAGE for a shard */
export function refuseShard(shard: Shard | undefined): void {
  if (shard === undefined) return;
  throw new CoraError('USAGE', `The index here is shard ${shard.index} of ${shard.count}.`, {
    hint: 'cora index   completes it; cora merge joins packed shards',
  });
}

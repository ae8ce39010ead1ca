/** What a command does for the vectors of an index that lies far away. */

import { expect, it } from 'vitest';
import { CoraError } from '../../../src/base/errors.ts';
import { createLog } from '../../../src/base/log.ts';
import { bringVectors, bringVectorsAfter } from '../../../src/cli/readiness.ts';
import type { FarVectors } from '../../../src/engine/rowReader.ts';
import type { Searcher } from '../../../src/session/session.ts';
import type { CommandContext } from '../../../src/settings/commandContext.ts';

function command(far: FarVectors | null) {
  const said: string[] = [];
  const aborter = new AbortController();
  const log = createLog((line) => said.push(line.trimEnd()), { quiet: false, verbose: false });
  const context = { surroundings: { log }, signal: aborter.signal } as unknown as CommandContext;
  return { searcher: { far: async () => far } as unknown as Searcher, context, said, abort: () => aborter.abort() };
}

function farVectors(bring: (state: { missing: number }) => Promise<void>): FarVectors {
  const state = { missing: 19_700_000 };
  return { missing: () => state.missing, bring: () => bring(state) };
}

it('says nothing and waits for nothing where all is here', async () => {
  for (const far of [null, { missing: () => 0, bring: () => Promise.reject(new Error('no')) }]) {
    const { searcher, context, said } = command(far);
    await bringVectors(searcher, context);
    await bringVectorsAfter(searcher, context);
    expect(said).toEqual([]);
  }
});

it('brings them and says how much that is', async () => {
  const far = farVectors(async (state) => {
    state.missing = 0;
  });
  const { searcher, context, said } = command(far);
  await bringVectorsAfter(searcher, context);
  expect(far.missing()).toBe(0);
  expect(said).toEqual([
    'Fetching the vectors of the index (19.7 MB) for the next question; Ctrl-C leaves the rest to it.',
  ]);
});

it('leaves the rest to the next question at Ctrl-C', async () => {
  const { searcher, context, said, abort } = command(
    farVectors(async (state) => {
      state.missing = 9_000_000;
      abort();
      await new Promise(() => undefined);
    }),
  );
  await bringVectorsAfter(searcher, context);
  expect(said.at(-1)).toBe('9.0 MB of them are left to the next question.');
});

it('says that they did not come, which is no failure of the answer; who waits for them fails', async () => {
  const refused = farVectors(() => Promise.reject(new CoraError('NETWORK', 'Nobody answers.')));
  const after = command(refused);
  await bringVectorsAfter(after.searcher, after.context);
  expect(after.said.at(-1)).toBe('warning: Nobody answers. The next question goes on.');
  const before = command(refused);
  await expect(bringVectors(before.searcher, before.context)).rejects.toMatchObject({ code: 'NETWORK' });
});

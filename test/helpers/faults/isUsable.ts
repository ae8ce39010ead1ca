/** What must be true of an index when its fault was mended: a query answers, a run goes through, doctor is content, a pack is whole. */

import { expect } from 'vitest';
import type { Flags } from '../../../src/settings/options.ts';
import { verifyArtifact } from '../../../src/share/verifyArtifact.ts';
import { cora } from '../cora.ts';
import type { TempRepo } from '../tempRepo.ts';

export async function isUsable(
  repo: Pick<TempRepo, 'dir' | 'env'>,
  where: string,
  { question = 'checkPassword', ...flags }: Flags & { question?: string } = {},
): Promise<void> {
  const here = cora(repo, flags);
  expect((await here.query(question)).results.length, where).toBeGreaterThan(0);
  await here.index();
  expect(await here.doctor(false), where).toEqual([]);
  const { file } = await here.pack();
  expect(await verifyArtifact(file), where).toMatchObject({ ok: true, problem: null });
}

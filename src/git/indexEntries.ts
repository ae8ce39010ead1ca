/** What git's index holds. */

import { nulRecords } from './pathBytes.ts';
import type { Repository } from './repository.ts';
import { placeOf, runGit } from './runGit.ts';

/** By path; of a file in conflict, our side. */
export async function indexEntries(repo: Repository): Promise<Map<string, { mode: string; blob: string }>> {
  const { stdout } = await runGit(placeOf(repo), ['ls-files', '-s', '-z']);
  const entries = new Map<string, { mode: string; blob: string }>();
  for (const record of nulRecords(stdout)) {
    // `100644 1eb41fa37ae41f8ea4cb7af5b5ce5a3a0d1b1b52 0\tsrc/a.ts`
    const [, mode, blob, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([\s\S]*)$/.exec(record) ?? [];
    if (path !== undefined && (stage === '0' || stage === '2')) entries.set(path, { mode: mode!, blob: blob! });
  }
  return entries;
}

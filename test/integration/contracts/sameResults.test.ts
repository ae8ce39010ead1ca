/**
 * Contracts 1 and 2 where they are hardest: thousands of chunks that score alike, so that the limit of each retriever cuts through
 * equals. The same results to the last digit: asked again, asked by one process often, after a rebuild, and by an index that grew
 * commit by commit in another order, beside another branch: from one segment, from several, and from some whose rows have gone.
 */

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { type ListedSegment, readSegmentList } from '../../../src/engine/searchFile.ts';
import { listFingerprints } from '../../../src/store/location.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { isSlow } from '../../helpers/slow.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

/** With few files all rows of a word score alike, with many the limits cut through several scores. */
const FILES = isSlow ? 90 : 24;
const LAST = FILES - 1;
/** Rows of one word are more than the hundred that a retriever brings. */
const PER_FILE = isSlow ? 30 : 14;
/** How often one process is asked all questions. */
const TIMES = isSlow ? 6 : 2;
const QUERIES = [
  'collect the account',
  'event handler',
  'retry_policy',
  'how is the ledger account checked',
  'settle',
].slice(0, isSlow ? 5 : 2);
/** Shapes of functions: those of one shape differ in a number that no query asks for. */
const SHAPES = [
  (n: number) => body(n, 'collect', 'account = self.ledger.account(event)'),
  (n: number) => body(n, 'settle', 'event = handler.collect(account)'),
  (n: number) => body(n, 'check', 'retry_policy(event, account, ledger)'),
];

function body(n: number, name: string, line: string): string {
  return `def ${name}_${n}(self, handler, event):\n${`    ${line}\n`.repeat(22)}    return ${n}\n`;
}

function sourceOf(file: number): string {
  const functions = Array.from({ length: PER_FILE }, (_, at) =>
    SHAPES[(file + at) % SHAPES.length]!(file * PER_FILE + at),
  );
  return functions.join('\n\n');
}

const pathOf = (file: number): string => `pkg${file % 7}/module_${file}.py`;

describe('the same results', () => {
  it('whatever the history of the index', { timeout: 300_000 }, async () => {
    const repo = tempRepo();
    for (let file = 0; file < FILES; file++) repo.file(pathOf(file), sourceOf(file));
    repo.commit('all');
    const flags = { embedder: 'builtin', limit: 60, related: 0 };
    const { index, queryAll } = cora(repo, flags);
    const report = await index();
    expect(report.chunks).toBeGreaterThanOrEqual(FILES * PER_FILE);
    const modes = ['hybrid', 'words', 'vectors'];
    const answers = async (ask: typeof queryAll, texts = QUERIES) => {
      const all: unknown[] = [];
      for (const mode of modes) all.push((await ask(texts, { mode })).map(shownOf));
      return all;
    };
    const first = await answers(queryAll);
    expect(JSON.stringify(first).length).toBeGreaterThan(10_000);
    expect(await answers(queryAll)).toEqual(first);

    // Each query in a process of its own, and all of them again and again in one: from the disk and from memory.
    const apart = await answers(async (texts, more) => {
      const each = [];
      for (const text of texts) each.push(...(await queryAll([text], more)));
      return each;
    });
    expect(apart).toEqual(first);
    const often = await answers(queryAll, Array.from({ length: TIMES }, () => QUERIES).flat());
    expect(often).toEqual(first.map((one) => Array.from({ length: TIMES }, () => one as unknown[]).flat()));

    await index({ full: true });
    expect(await answers(queryAll)).toEqual(first);
    expect(await segmentsOf(repo)).toEqual([expect.objectContaining({ gone: [] })]);

    const grown = tempRepo();
    const other = cora(grown, flags);
    for (let file = FILES - 1; file >= FILES / 2; file--) grown.file(pathOf(file), sourceOf(file));
    grown.file(pathOf(3), sourceOf(500)).file('gone.py', sourceOf(501)).commit('half');
    await other.index();
    grown.git('switch', '-q', '-c', 'side');
    for (let file = 600; file < 600 + FILES / 3; file++) grown.file(`side/${file}.py`, sourceOf(file));
    grown.commit('side');
    await other.index();
    grown.git('switch', '-q', 'main');
    for (let file = 0; file < FILES / 2; file++) grown.file(pathOf(file), sourceOf(file));
    grown.remove('gone.py').commit('the other half');
    await other.index();
    grown.file(pathOf(LAST), `${sourceOf(LAST)}\n\n${body(7777, 'late', 'pass')}`).commit();
    await other.index();
    grown.file(pathOf(LAST), sourceOf(LAST)).commit();
    await other.index();
    expect((await segmentsOf(grown)).length).toBeGreaterThan(1);
    expect(await answers(other.queryAll)).toEqual(first);

    await other.gc();
    grown.git('branch', '-q', '-D', 'side');
    expect(await other.gc()).toMatchObject({ removed: true });
    expect((await segmentsOf(grown)).some(({ gone }) => gone.length > 0)).toBe(true);
    expect(await answers(other.queryAll)).toEqual(first);
  });
});

async function segmentsOf(repo: TempRepo): Promise<ListedSegment[]> {
  const [fingerprint] = listFingerprints(storeRoot(repo));
  return (await readSegmentList(join(storeRoot(repo), fingerprint!)))!.segments;
}

/** All but where the index lies and how long it took. */
function shownOf({ results }: SearchResult): unknown[] {
  return results.map(({ repository, commit, ...hit }) => hit);
}

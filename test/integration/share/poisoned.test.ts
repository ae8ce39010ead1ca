/** `cora pull` of an artifact that lies: nothing of it is believed that the caller can check. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { indexedFiles, storeDir } from '../../helpers/compareStores.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { forged } from '../../helpers/craftArtifact.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { changedFile, mustEqual, project, published, withReadNames } from './publishedIndex.ts';

describe('a poisoned artifact', () => {
  type Rows = Record<string, unknown[]>;
  const cell = (rows: Rows, column: string, of: string, by: (value: never) => unknown): void => {
    const at = (rows['text'] as string[]).findIndex((text) => text.includes(of));
    if (at !== -1) rows[column]![at] = by(rows[column]![at] as never);
  };
  const poison: [string, (rows: Rows) => void, RegExp][] = [
    [
      'text',
      (rows) => cell(rows, 'text', 'append_filter', (text: string) => text.replace('append_filter', 'curl_evil_sh_')),
      /text is not its own/,
    ],
    [
      'a signature',
      (rows) => cell(rows, 'signature', 'append_filter', () => 'def harmless(password)'),
      /name, a signature/,
    ],
    ['a symbol', (rows) => cell(rows, 'symbol', 'append_filter', () => 'harmless'), /name, a signature/],
    ['a scope', (rows) => cell(rows, 'scope', 'append_filter', () => ['Trusted']), /name, a signature/],
    ['documentation', (rows) => cell(rows, 'doc', 'append_filter', () => 'Run this as root.'), /name, a signature/],
    [
      'a definition',
      (rows) =>
        cell(rows, 'defines', 'append_filter', () => [
          { name: 'harmless', kind: 'function', startLine: 1, endLine: 2 },
        ]),
      /name, a signature/,
    ],
    [
      'a reference',
      (rows) => cell(rows, 'references', 'append_filter', () => [{ name: 'harmless', kind: 'call' }]),
      /name, a signature/,
    ],
    [
      'a definition elsewhere',
      (rows) =>
        cell(rows, 'defines', 'append_filter', () => [
          { name: 'append_filter', kind: 'function', startLine: 1, endLine: 2_000 },
        ]),
      /definition is outside/,
    ],
    ['lines', (rows) => cell(rows, 'endLine', 'append_filter', (line: number) => line + 5), /other lines/],
    [
      'a range beyond the end',
      (rows) => cell(rows, 'endByte', 'append_filter', () => 2_000_000),
      /outside of it|no chunk|impossible/,
    ],
    [
      'a start that hides lines',
      (rows) => cell(rows, 'startByte', 'append_filter', (byte: number) => byte + 20),
      /no chunk|text is not its own/,
    ],
  ];

  it.each(shareOf(poison, 16))('cannot lie about %s', async (_, change, reason) => {
    const { repo, packed, clone } = await published();
    // python: sourceOf('py', 3) begins with decode_journal; the one looked for is in a file of its own.
    repo
      .file(
        'poisoned.py',
        'import os\n\n\ndef append_filter(items):\n    """Appends a filter."""\n    return os.path.join(items)\n',
      )
      .commit();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    clone.git('pull', '-q', repo.dir, 'main');
    const report = await cora(clone).pull(await changedFile(file, (tar) => forged(tar, change)));
    expect(report.refused).toEqual([{ path: 'poisoned.py', reason: expect.stringMatching(reason) }]);
    expect(report.index.embedded).toBe((await indexedFiles(storeDir(clone)))['poisoned.py']!.chunks.length);
    await mustEqual(clone, repo);
    expect(packed.commit).not.toBe(report.commit);
  });

  slow.it('cannot hide a lie where only a parser can tell', async () => {
    const repo = withReadNames(project());
    repo.commit();
    await cora(repo).index();
    const { file } = await cora(repo).pack();
    const clone = repo.clone();
    const lie = (rows: Rows): void => cell(rows, 'symbol', '`Promise`s', () => 'Promises are locked');
    const report = await cora(clone).pull(await changedFile(file, (tar) => forged(tar, lie)));
    expect(report.refused).toEqual([{ path: 'marks.md', reason: expect.stringMatching(/name, a signature/) }]);
    await mustEqual(clone, repo);
  });

  quick.it('cannot bring vectors that are not those of its texts', async () => {
    const { packed, clone } = await published({ embedder: 'builtin' });
    const turned = await changedFile(packed.file, (tar) =>
      forged(tar, (_, vectors) => {
        for (const vector of vectors) vector.reverse();
      }),
    );
    await expect(cora(clone, { embedder: 'builtin' }).pull(turned)).rejects.toMatchObject({
      code: 'BAD_ARTIFACT',
      message: expect.stringContaining('vectors are not those that builtin gives'),
    });
    expect(readdirSync(storeRoot(clone))).toEqual([]);
    const long = await changedFile(packed.file, (tar) =>
      forged(tar, (_, vectors) => {
        for (const vector of vectors) vector.set(vector.map((value) => value * 4));
      }),
    );
    const report = await cora(clone, { embedder: 'builtin' }).pull(long);
    expect(report.rows).toBe(0);
    expect(report.refused[0]!.reason).toMatch(/length one/);
  });
});

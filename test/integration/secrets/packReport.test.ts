/** `cora pack --report`: everything that would leave the machine, and nothing is written. */

import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { renderPackContents } from '../../../src/cli/commands/pack.ts';
import { packRequest } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { describePack } from '../../../src/share/packIndex.ts';
import { cora } from '../../helpers/cora.ts';
import { textOf } from '../../helpers/craftArtifact.ts';
import { FORMS, madeUpSecrets } from '../../helpers/madeUpSecrets.ts';
import { tempDir, tempRepo } from '../../helpers/tempRepo.ts';

it('lists addresses, paths, names, bytes, what was left out, and where secrets were', async () => {
  const repo = tempRepo();
  const [token] = madeUpSecrets(8).filter(({ rule }) => rule === 'github-token');
  const python = FORMS['py']!('release_token', token!.value);
  repo
    .file('src/release.py', `# how it is released\n\n${python}`)
    .file('src/vault.ts', 'export function openVault(): void {}\n')
    .file('.env', 'KEY=1\n')
    .file('logo.png', Buffer.from([0, 1]));
  repo.git('remote', 'add', 'origin', 'https://me:pass@example.com/acme/shop.git');
  const commit = repo.commit();
  await cora(repo).index();
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
  const options = resolveOptions({ embedder: 'hash', output: join(repo.dir, 'index.tar') }, {}, null);
  const contents = await describePack(packRequest(options), surroundings);
  expect(contents).toMatchObject({
    repository: 'https://example.com/acme/shop.git',
    commit,
    headCommit: commit,
    text: true,
    files: 2,
    symbols: 2,
    paths: ['src/release.py', 'src/vault.ts'],
    redacted: [{ path: 'src/release.py', line: 4, rule: 'github-token' }],
    skipped: [
      { path: '.env', reason: 'secret' },
      { path: 'logo.png', reason: 'media' },
    ],
    failed: [],
  });
  expect(contents.bytes.text).toBeGreaterThanOrEqual(python.length);
  expect(existsSync(options.output!)).toBe(false);
  expect(readdirSync(repo.dir).sort()).toEqual(['.env', '.git', 'logo.png', 'src']);
  const without = await describePack(packRequest({ ...options, 'no-text': true }), surroundings);
  expect(Object.keys(without.bytes).sort()).toEqual(['hashes', 'paths', 'positions', 'symbols', 'vectors']);
  const shown = renderPackContents(contents, { color: false, width: 100 });
  expect(shown).toContain('https://example.com/acme/shop.git');
  expect(shown).toContain('src/release.py:4  github-token');
  expect(shown + JSON.stringify(contents)).not.toContain(token!.secret);
  // What it says is what is packed.
  const { file } = await cora(repo).pack();
  const packed = textOf(file);
  for (const path of [...contents.paths, ...contents.skipped.map((one) => one.path)]) expect(packed).toContain(path);
});

/** Contract 8: no socket, no program that a repository names; and the seed acceptance, all without a network. */

import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SearchResult } from '../../src/base/searchTypes.ts';
import type { IndexReport } from '../../src/base/types.ts';
import { type CliOptions, runCli } from '../helpers/runCli.ts';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';

/** A network namespace of its own, where that is allowed: not even loopback is up. */
const CUT_OFF = spawnSync('unshare', ['-n', 'true']).status === 0 ? ['unshare', '-n'] : [];

function lossRepo() {
  const repo = tempRepo();
  repo.file(
    'model/losses.py',
    'import numpy as np\n\n\ndef loss_mask(tokens, padding):\n    """Which positions count for the loss."""\n    mask = np.ones(len(tokens))\n    mask[tokens == padding] = 0\n    return mask\n\n\ndef cross_entropy(logits, labels):\n    return -np.log(logits[labels]).mean()\n',
  );
  repo.file(
    'model/train.py',
    'from model.losses import loss_mask, cross_entropy\n\n\ndef train(batch):\n    # loss_mask, loss_mask, and again loss_mask\n    mask = loss_mask(batch.tokens, 0)\n    return (cross_entropy(batch.logits, batch.labels) * mask).sum() / mask.sum()\n',
  );
  repo.file('docs/loss.md', '# The loss\n\nThe `loss_mask` leaves padding out. loss_mask is a vector.\n');
  repo.commit();
  return repo;
}

describe('without a network', () => {
  it('runs in a network namespace of its own on CI', () => {
    if (process.env['CI'] === 'true' && process.platform === 'linux') expect(CUT_OFF).toEqual(['unshare', '-n']);
    else expect(CUT_OFF.length).toBeLessThanOrEqual(2);
  });

  it('indexes, finds the definition first, and touches only what changed', async () => {
    const repo = lossRepo();
    const options: CliOptions = { cwd: repo.dir, env: { ...repo.env, HOME: tempDir() }, wrap: CUT_OFF };
    const first = JSON.parse((await runCli(['index', '--json', '--quiet'], options)).stdout) as IndexReport;
    expect(first).toMatchObject({ files: 3, computed: 3, reused: 0, failed: [] });
    const second = JSON.parse((await runCli(['index', '--json', '--quiet'], options)).stdout) as IndexReport;
    expect(second).toMatchObject({ computed: 0, embedded: 0, reused: 3 });

    const answer = JSON.parse((await runCli(['query', '--json', 'loss_mask'], options)).stdout) as SearchResult;
    expect(answer.results[0]).toMatchObject({
      path: 'model/losses.py',
      symbol: 'loss_mask',
      kind: 'function',
      startLine: expect.any(Number),
      endLine: expect.any(Number),
    });
    expect(answer.results[0]!.text).toContain('def loss_mask');

    repo.file('model/train.py', 'def train_differently():\n    return 1\n').commit();
    const third = JSON.parse((await runCli(['index', '--json', '--quiet'], options)).stdout) as IndexReport;
    expect(third).toMatchObject({ computed: 1, reused: 2, removed: 0 });
  });
});

describe('a repository that names programs', () => {
  it('has none of them run by index, query, grep, files, status or gc', async () => {
    const repo = lossRepo();
    const mark = `${tempDir()}/ran`;
    const script = `${tempDir()}/program`;
    repo.file('.gitattributes', '*.py filter=evil diff=evil\n*.md diff=evil merge=evil\n');
    repo.commit();
    await import('node:fs').then(({ writeFileSync }) =>
      writeFileSync(script, `#!/bin/sh\necho "$0 $@" >> ${mark}\ncat\n`),
    );
    chmodSync(script, 0o755);
    for (const key of [
      'filter.evil.clean',
      'filter.evil.smudge',
      'filter.evil.process',
      'diff.evil.textconv',
      'diff.evil.command',
      'diff.external',
      'core.fsmonitor',
      'core.sshCommand',
      'core.pager',
      'core.editor',
      'credential.helper',
      'gpg.program',
      'uploadpack.packObjectsHook',
      'alias.status',
      'alias.ls-tree',
      'alias.rev-parse',
      'core.gitProxy',
    ]) {
      repo.git('config', key, key.startsWith('alias') ? `!${script}` : script);
    }
    repo.git('config', 'filter.evil.required', 'true');
    for (const hook of [
      'post-index-change',
      'post-checkout',
      'pre-commit',
      'fsmonitor-watchman',
      'reference-transaction',
    ]) {
      repo.file(`.git/hooks/${hook}`, `#!/bin/sh\necho ${hook} >> ${mark}\n`);
      chmodSync(repo.path('.git/hooks', hook), 0o755);
    }
    const options: CliOptions = { cwd: repo.dir, env: { ...repo.env, HOME: tempDir() } };
    repo.file('model/new.py', 'def never_filtered():\n    return 0\n').file('docs/loss.md', '# Changed\n');
    for (const command of [
      ['index'],
      ['query', '--json', 'loss mask'],
      ['grep', 'loss'],
      ['files'],
      ['status'],
      ['symbols', 'loss_mask'],
      ['refs', 'loss_mask'],
      ['gc'],
      ['doctor'],
    ]) {
      const { code, stderr } = await runCli(command, options);
      expect(code, `${command[0]}: ${stderr}`).toBeLessThan(3);
      expect(existsSync(mark), `${command[0]} ran a program`).toBe(false);
    }
    const { files } = JSON.parse((await runCli(['files', '--json'], options)).stdout) as {
      files: { path: string; reason: string | null }[];
    };
    expect(files.find(({ path }) => path === 'model/train.py')?.reason).toBe('filtered');
  });
});

/** Made-up credentials and the built programs: none in what any of them prints, logs, serves or asks a model. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { serveModel } from '../helpers/modelServer.ts';
import { runCli } from '../helpers/runCli.ts';
import { corpus, mustHoldNone } from '../helpers/secretCorpus.ts';
import { tempDir } from '../helpers/tempRepo.ts';
import { connect } from './mcpClient.ts';

it('none is printed, logged, served over MCP or sent to a model', async () => {
  const { repo, secrets } = corpus();
  expect(new Set(secrets.map(({ rule }) => rule)).size).toBeGreaterThan(30);
  repo.commit(`Add the shop\n\nIts key is ${secrets[0]!.value}`);
  const server = await serveModel(() => ({ pieces: ['It holds settings.'] }));
  const env = { ...repo.env, CORA_EMBEDDER: 'hash', ...server.env };
  try {
    const packed = join(tempDir(), 'index.tar.gz');
    const formats = ['text', 'json', 'jsonl', 'markdown', 'xml'];
    const runs = [
      ['index', '--verbose', '--commentary', 'ollama:made-up', '--yes'],
      ...formats.map((format) => [
        'query',
        'connect setting place api key',
        '-k',
        '100',
        '--format',
        format,
        '--verbose',
      ]),
      ['query', 'why was the shop added in the latest commit'],
      ['query', '--commits', 'shop', '--json'],
      ['ask', 'what is the api key', '--model', 'ollama:made-up'],
      ['grep', 'key|secret|token|password', '-C', '3'],
      ['symbols', 'connect'],
      ['refs', 'connect'],
      ['files', '--verbose'],
      ['status', '--verbose'],
      ['doctor'],
      ['pack', '--report'],
      ['pack', '-o', packed, '--verbose'],
      ['verify', packed],
      ['query', 'api key', '-k', '100', '--json', '--index', packed],
      ['pull', packed, '--verbose'],
    ];
    for (const args of runs) {
      const { stdout, stderr, code } = await runCli(args, { cwd: repo.dir, env });
      expect(code, `${args}: ${stderr}`).toBeLessThan(2);
      mustHoldNone(secrets, stdout);
      mustHoldNone(secrets, stderr);
    }
    expect(server.asked.length).toBeGreaterThan(8);
    mustHoldNone(secrets, JSON.stringify(server.asked));

    const { call, stderr } = await connect({ ...repo, env });
    const { data, text } = await call('search', { query: 'api key secret token', limit: 50 });
    mustHoldNone(secrets, text + JSON.stringify(data));
    for (const { path } of data.results as { path: string }[]) {
      const shown = await call('read', { path });
      expect(shown.text).toContain('REDACTED');
      mustHoldNone(secrets, shown.text + JSON.stringify(shown.data));
    }
    const lines = await call('grep', { pattern: 'REDACTED|key|token' });
    mustHoldNone(secrets, lines.text + JSON.stringify(lines.data) + stderr());

    const root = repo.path('.git/cora');
    for (const entry of readdirSync(root, { recursive: true, withFileTypes: true }))
      if (entry.isFile()) mustHoldNone(secrets, readFileSync(join(entry.parentPath, entry.name)).toString('latin1'));
  } finally {
    await server.close();
  }
});

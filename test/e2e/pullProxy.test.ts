/** The built command line pulls through a proxy: plain, and by a tunnel with a certificate that the user trusts. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { PackReport } from '../../src/share/packIndex.ts';
import type { PullReport } from '../../src/share/pullIndex.ts';
import { proxyServer, tlsBefore } from '../helpers/proxyServer.ts';
import { runCli } from '../helpers/runCli.ts';
import { tempDir } from '../helpers/tempRepo.ts';
import { sendFile, webServer } from '../helpers/webServer.ts';
import { indexed, jsonOf, shopRepo } from './cliShell.ts';

it('cora pull through HTTP_PROXY and HTTPS_PROXY', async () => {
  const repo = await indexed(shopRepo());
  const folder = tempDir();
  const file = join(folder, 'shop.tar');
  const { commit } = jsonOf<PackReport>(await runCli(['pack', '-o', file, '--json'], { cwd: repo.dir, env: repo.env }));
  const content = readFileSync(file);
  const server = await webServer((request, response) => sendFile(request, response, content, { etag: '"1"' }));
  const { port, cert } = await tlsBefore(server.url);
  const trusted = join(folder, 'trusted.pem');
  writeFileSync(trusted, cert);
  const hosts = { 'api.example:80': Number(new URL(server.url).port), 'api.example:443': port };
  const proxy = await proxyServer({ hosts, wants: 'me:hunter2' });
  const address = `http://me:hunter2@${proxy.host}`;
  for (const protocol of ['http', 'https']) {
    const clone = repo.clone();
    const env = { ...clone.env, [`${protocol.toUpperCase()}_PROXY`]: address, NODE_EXTRA_CA_CERTS: trusted };
    const run = await runCli(['pull', `${protocol}://api.example/i.tar`, '--json'], { cwd: clone.dir, env });
    expect(run.stderr).not.toMatch(/hunter2|Warning/);
    expect(jsonOf<PullReport>(run)).toMatchObject({
      source: `${protocol}://api.example/i.tar`,
      commit,
      downloaded: content.length,
      index: { embedded: 0 },
    });
  }
  expect(proxy.asked.map(({ line }) => line)).toEqual(['GET http://api.example/i.tar', 'CONNECT api.example:443']);
});

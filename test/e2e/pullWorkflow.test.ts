/** The built command line takes a workflow artifact out of its zip. */

import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, it } from 'vitest';
import type { PackReport } from '../../src/share/packIndex.ts';
import type { PullReport } from '../../src/share/pullIndex.ts';
import { makeZip } from '../helpers/makeZip.ts';
import { runCli } from '../helpers/runCli.ts';
import { tempDir } from '../helpers/tempRepo.ts';
import { sendFile, webServer } from '../helpers/webServer.ts';
import { indexed, jsonOf, shopRepo } from './cliShell.ts';

it('cora pull actions:OWNER/REPOSITORY', async () => {
  const repo = await indexed(shopRepo());
  const file = join(tempDir(), 'shop.tar');
  const { commit } = jsonOf<PackReport>(await runCli(['pack', '-o', file, '--json'], { cwd: repo.dir, env: repo.env }));
  const zip = makeZip([{ name: basename(file), content: readFileSync(file), deflate: true }]);
  const server = await webServer((request, response) => {
    if (request.url.endsWith('/zip')) return sendFile(request, response, zip, { etag: '"1"' });
    const run = { repository_id: 1, head_repository_id: 1, head_sha: commit };
    const artifacts = [{ id: 5, name: 'cora-index', expired: false, workflow_run: run }];
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ artifacts }));
  });
  const clone = repo.clone();
  const env = { ...clone.env, GITHUB_API_URL: server.url, CORA_GITHUB_TOKEN: 'sesame' };
  const report = jsonOf<PullReport>(
    await runCli(['pull', 'actions:acme/shop', '--json', '--quiet'], { cwd: clone.dir, env }),
  );
  expect(report).toMatchObject({ commit, commitsBehind: 0, refused: [], index: { embedded: 0 } });
});

/**
 * The cycle that docs/ci.md shows: push, push, a pull request from a fork, a broken cache entry, a developer's clone. The text
 * there is what this prints; `CORA_TRANSCRIPT=1 npm run test:e2e -- test/e2e/actionTranscript.test.ts` writes it anew.
 */

import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { type ActionsService, actionsService, CONTAINER } from '../helpers/actionsService.ts';
import { fakeGithub } from '../helpers/fakeGithub.ts';
import { type ActionStart, runAction } from '../helpers/runAction.ts';
import { runCli } from '../helpers/runCli.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';

const DOCS = fileURLToPath(new URL('../../docs/ci.md', import.meta.url));
const BLOCK = /(<!-- transcript -->\n```console\n)([\s\S]*?)(```\n<!-- \/transcript -->)/;
const MAIN = 'refs/heads/main';

it('prints the cycle that docs/ci.md shows', async () => {
  const service = await actionsService();
  const github = await fakeGithub(null);
  const repo = shopRepo();
  const said: string[] = [];
  const run = async (what: string, inputs: Record<string, string>, more: Partial<ActionStart> = {}) => {
    const asked = service.asked.length;
    const stored = await service.azurite.list(CONTAINER);
    const services = {
      ACTIONS_RESULTS_URL: `${service.url}/`,
      ACTIONS_RUNTIME_TOKEN: service.token([MAIN]),
      GITHUB_API_URL: github.api.url,
    };
    rmSync(repo.path('.git/cora'), { recursive: true, force: true });
    const { log, annotations, ...done } = await runAction({
      workspace: repo.dir,
      inputs: { token: 't', ...inputs },
      ...more,
      env: { ...repo.env, ...services, ...more.env },
    });
    expect(done.code).toBe(0);
    const warnings = annotations.map(({ command, message }) => `${command}: ${message}`);
    said.push(`### ${what}`, ...told(log), ...warnings, ...(await asks(service, asked, stored)));
    const { 'artifact-path': file = '', digest, embedded } = done.outputs;
    said.push(`=> embedded=${embedded} artifact-path=…/${basename(file)}`, '');
    return { packed: readFileSync(file), digest, embedded };
  };

  await run('a first push', {});
  repo.file('src/cart.py', 'def total_price(items):\n    return sum(item.price for item in items)\n').commit();
  const second = await run('a second push: one file changed; also a workflow artifact and the release', {
    'artifact-name': 'cora-index',
    'release-tag': 'cora-index',
  });
  repo.file('src/tax.py', 'def tax_of(price):\n    return price * 0.2\n').commit();
  const fork = {
    pull_request: { head: { repo: { full_name: 'eve/shop' } }, base: { repo: { full_name: 'acme/shop' } } },
  };
  const third = await run(
    'a pull request from a fork',
    { 'release-tag': 'cora-index' },
    { event: fork, env: { GITHUB_EVENT_NAME: 'pull_request' } },
  );
  for (const entry of service.caches) await service.overwrite(entry, Buffer.from('no archive'));
  const fourth = await run('a third push: somebody has overwritten what is in the cache', {});
  expect([second.embedded, third.embedded]).toEqual(['1', '1']);
  expect(fourth.digest).toBe(third.digest);
  expect(github.releases.get('cora-index')!.assets).toEqual([expect.objectContaining({ content: second.packed })]);

  const clone = repo.clone();
  said.push("### a developer's clone");
  for (const args of [
    ['pull', 'acme/shop'],
    ['query', '-k', '1', 'what is the tax of a price'],
  ]) {
    const { code, stdout } = await runCli(args, {
      cwd: clone.dir,
      env: { ...clone.env, GITHUB_API_URL: github.api.url },
    });
    expect(code).toBe(0);
    said.push(
      `$ cora ${args.map((word) => (word.includes(' ') ? `"${word}"` : word)).join(' ')}`,
      ...stdout
        .trimEnd()
        .split('\n')
        .map((line) => line.replaceAll(github.api.url, 'https://api.github.com')),
    );
  }
  const transcript = `${said.join('\n')}\n`;
  expect(transcript).not.toMatch(/\/tmp|\/work|\/Users|127\.0\.0\.1/);
  const docs = readFileSync(DOCS, 'utf8');
  if (process.env['CORA_TRANSCRIPT'])
    writeFileSync(
      DOCS,
      docs.replace(BLOCK, (_, before: string, __, after: string) => before + transcript + after),
    );
  else expect(shapeOf(BLOCK.exec(docs)?.[2] ?? '')).toBe(shapeOf(transcript));
});

/** Cora's own lines; tar's command lines, the progress of the cache and all about an upload are the library's. */
const OF_LIBRARY =
  /^(\[command\]|Sent |Cache |\/|tar|unzstd|zstd|gzip|Artifact |Root directory|Uploading |Beginning upload|Uploaded bytes|Finished uploading|SHA256 |Finalizing )/;

function told(log: string): string[] {
  return log.split('\n').filter((line) => line !== '' && !OF_LIBRARY.test(line));
}

/** What went over the wire: methods of the two services, and blobs that are new in Azurite. */
async function asks({ asked, azurite }: ActionsService, from: number, stored: readonly string[]): Promise<string[]> {
  const lines = asked.slice(from).map(({ path, body }) => {
    const { key, name } = JSON.parse(body.toString('utf8')) as { key?: string; name?: string };
    return `-> ${path.split('/').pop()} ${key ?? name}`;
  });
  for (const blob of await azurite.list(CONTAINER)) {
    if (stored.includes(blob)) continue;
    const bytes = await azurite.read(CONTAINER, blob);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    lines.push(`-> Azurite: ${blob}, ${bytes.length} bytes, sha256 ${sha256.slice(0, 12)}`);
  }
  return lines;
}

/** Without what differs from run to run, or with every version of Cora. */
function shapeOf(text: string): string {
  return text
    .replace(/[\w/]*\/(\w*tar)\b/g, '$1')
    .replace(/[0-9a-f]{9,}/g, '#')
    .replace(/\d[\d,.]*( (ms|s|B|kB|MB|min)\b)?/g, '#');
}

function shopRepo(): TempRepo {
  const repo = tempRepo()
    .file('src/cart.py', 'def total(items):\n    return sum(items)\n')
    .file('src/order.ts', 'export function placeOrder(cart: Cart): Order {\n  return { cart, placed: true };\n}\n')
    .file('README.md', '# Shop\n\nHow an order is placed.\n')
    .file('logo.png', new Uint8Array([0x89, 0x50, 0x4e, 0x47]));
  repo.commit('Shop');
  return repo;
}

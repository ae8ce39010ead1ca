/**
 * The steps of .github/workflows/release.yml as a runner's shell runs them: npm publishes to a registry of this
 * process, and a `gh` notes what it is asked for. Provenance is left out: only GitHub's runners can make it.
 */

import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { tempDir } from '../helpers/tempRepo.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };

interface Packument {
  name: string;
  versions: Record<string, Record<string, unknown>>;
  readme: string;
}

/** What npm asked to publish, in order. */
const published: Packument[] = [];
const registry = createServer(async (request, response) => {
  const name = request.url!.slice(1).replace(/\?.*/, '');
  if (request.method === 'PUT') {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    published.push(JSON.parse(Buffer.concat(chunks).toString()) as Packument);
    return response.writeHead(201).end('{}');
  }
  const known = published.find((one) => one.name === name);
  return response.writeHead(known === undefined ? 404 : 200).end(JSON.stringify(known ?? {}));
});
await new Promise<void>((listening) => registry.listen(0, '127.0.0.1', listening));
afterAll(() => registry.close());

const temporary = tempDir('cora-release-');
const asked = join(temporary, 'asked');
mkdirSync(join(temporary, 'bin'));
/** There is no release yet, and no tag to be moved. */
const GH = `#!/bin/sh\necho "$*" >> "$ASKED"\ncase "$*" in "release view"*|*PATCH*) exit 1;; esac\n`;
writeFileSync(join(temporary, 'bin/gh'), GH, { mode: 0o755 });

const workflow = parse(readFileSync(join(root, '.github/workflows/release.yml'), 'utf8')) as {
  on: { push: { tags: string[] } };
  jobs: Record<string, { steps: { name?: string; run?: string }[] }>;
};

async function step(job: string, name: string): Promise<void> {
  const { run } = workflow.jobs[job]!.steps.find((one) => one.name === name)!;
  const place = `127.0.0.1:${(registry.address() as AddressInfo).port}/`;
  writeFileSync(join(temporary, '.npmrc'), `registry=http://${place}\n//${place}:_authToken=a\n`);
  const env = {
    PATH: [join(temporary, 'bin'), process.env.PATH].join(delimiter),
    ...{ HOME: temporary, RUNNER_TEMP: temporary, ASKED: asked },
    ...{ GITHUB_SERVER_URL: 'https://github.com', GITHUB_REPOSITORY: 'acme/cora', GITHUB_REF_NAME: `v${version}` },
  };
  const shell = spawn('bash', ['-e', '-c', run!.replace(' --provenance', '')], { cwd: root, env });
  let said = '';
  shell.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  shell.stdout.resume();
  const code = await new Promise((done) => shell.once('close', done));
  if (code !== 0) throw new Error(`${name}: ${code}\n${said}`);
}

describe.skipIf(process.platform === 'win32')('a release', () => {
  it('begins with the tag of a version, and not with the moving tag of the Action', () => {
    expect(workflow.on.push.tags).toEqual(['v[0-9]+.[0-9]+.[0-9]+']);
  });

  it('publishes cora-query and then cora-index, each once, with where they come from', async () => {
    await step('npm', 'Publish');
    await step('npm', 'Publish');
    expect(published.map(({ name }) => name)).toEqual(['cora-query', 'cora-index']);
    for (const { versions } of published) {
      expect(versions[version]).toMatchObject({
        author: { name: 'Cora contributors' },
        repository: { type: 'git', url: 'git+https://github.com/acme/cora.git' },
        homepage: 'https://github.com/acme/cora#readme',
        bugs: { url: 'https://github.com/acme/cora/issues' },
      });
      expect(versions[version]).not.toHaveProperty('scripts');
    }
  });

  it('has a README that is true on the day of publishing, and whose links lead to the repository', () => {
    const readme = published[0]!.readme || (published[0]!.versions[version]!.readme as string);
    expect(readme).toContain('    npm install -g cora-index\n');
    expect(readme).toContain('uses: acme/cora@v');
    expect(readme).not.toMatch(/not on npm yet|until published|OWNER\/cora/);
    expect(readme).toContain('](https://github.com/acme/cora/raw/HEAD/docs/images/terminal.svg)');
    expect(readme).toContain('](https://github.com/acme/cora/blob/HEAD/docs/agents.md)');
    expect([...readme.matchAll(/\]\((?!https:|#)[^)]*\)/g)]).toEqual([]);
  });

  it('has the section of the changelog as its notes, and moves the tag that the docs name', async () => {
    await step('index', 'Make the release, with what the changelog says of it');
    await step('index', 'Move the tag of the Action');
    const moving = `v${version.split('.')[0]}`;
    const notes = join(temporary, 'notes.md');
    const calls = readFileSync(asked, 'utf8').trim().split('\n');
    expect(calls.slice(0, 2)).toEqual([
      `release view v${version}`,
      `release create v${version} --verify-tag --notes-file ${notes}`,
    ]);
    expect(calls[2]).toMatch(new RegExp(`^api -X PATCH repos/acme/cora/git/refs/tags/${moving} -f sha=[0-9a-f]{40} `));
    expect(calls[3]).toMatch(new RegExp(`^api repos/acme/cora/git/refs -f ref=refs/tags/${moving} -f sha=`));
    expect(readFileSync(notes, 'utf8').length).toBeGreaterThan(100);
    for (const page of ['README.md', 'docs/ci.md', 'docs/team.md', 'docs/static-page.md'])
      for (const [, tag] of readFileSync(join(root, page), 'utf8').matchAll(/OWNER\/cora@(\S+)/g))
        expect(tag, page).toBe(moving);
  });
});

/** Five fetched repositories over file:// and loopback ssh, one of them broken on purpose: a search and a question to a model go across. */

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AskSource, Citation, SearchResult } from '../../src/base/searchTypes.ts';
import { type ModelServer, serveModel } from '../helpers/modelServer.ts';
import { runCli } from '../helpers/runCli.ts';
import { startSshd } from '../helpers/startSshd.ts';
import { gitEnv, type TempRepo, tempDir, tempRepo } from '../helpers/tempRepo.ts';
import { jsonOf, type Shell } from './cliShell.ts';

const NAMES = ['billing', 'shipping', 'catalog', 'accounts'] as const;

let shell: Shell;
let env: NodeJS.ProcessEnv;
let dir: string;
let server: ModelServer;

/** What each does with an order stands in a file of the same name in all of them. */
function remote(name: string): TempRepo {
  const repo = tempRepo();
  repo.file('README.md', `# ${name}\n\nThe ${name} service of the shop.\n`);
  repo.file(
    'src/order.ts',
    `/** What ${name} does with an order. */\nexport function ${name}Order(id: string): string {\n  if (id === '') throw new Error('no order');\n  return \`${name} \${id}\`;\n}\n`,
  );
  repo.commit(`Begin ${name}`);
  return repo;
}

beforeAll(async () => {
  const sshd = await startSshd();
  dir = tempDir('cora-fleet-');
  env = gitEnv({ CORA_HOME: join(dir, 'home'), XDG_CACHE_HOME: join(dir, 'cache') });
  writeFileSync(join(env['HOME']!, '.gitconfig'), `[core]\n  sshCommand = ssh -F ${sshd.clientConfig}\n`);
  server = await serveModel(({ prompt }) => {
    const places = [...prompt.matchAll(/^Source \d+: (\S+)$/gm)].map(([, place]) => place);
    return { pieces: [`Orders: ${places.join(', ')}`, ' and team/broken/src/order.ts:1.'] };
  });
  env = { ...env, ...server.env };
  shell = (args, options = {}) => runCli(args, { cwd: dir, env, ...options });
  for (const [at, name] of NAMES.entries()) {
    const { dir: path } = remote(name);
    const url = at % 2 === 0 ? `file://${path}` : `${sshd.origin}${path}`;
    expect(await shell(['repos', 'add', url, '--name', `team/${name}`])).toMatchObject({ code: 0 });
  }
  await shell(['repos', 'add', `${sshd.origin}${dir}/nowhere`, '--name', 'team/broken']);
  expect(await shell(['sync'])).toMatchObject({ code: 1, stdout: expect.stringContaining('team/broken') });
});

afterAll(() => server?.close());

it('a search goes across, and says which could not be searched', async () => {
  const run = await shell(['query', '--repo', 'team', '--json', 'what is done with an order']);
  const { results, repositories } = jsonOf<Required<SearchResult>>(run);
  expect(new Set(results.map(({ repository }) => repository))).toEqual(new Set(NAMES.map((name) => `team/${name}`)));
  expect(repositories.filter(({ freshness }) => freshness === null).map(({ name }) => name)).toEqual(['team/broken']);
});

describe('cora ask --repo', () => {
  const ASK = ['ask', '--repo', 'team', '--model', 'ollama:tiny', 'what is done with an order'];

  it('answers from all of them, each source with its repository', async () => {
    const run = await shell(ASK);
    expect(run.code, run.stderr).toBe(0);
    const { prompt } = server.asked.at(-1)!;
    for (const name of NAMES) {
      expect(prompt).toMatch(new RegExp(`^Source \\d+: team/${name}/src/order\\.ts:1-5$`, 'm'));
      expect(prompt).toMatch(new RegExp(`, repository team/${name}$`, 'm'));
      expect(run.stdout).toMatch(new RegExp(`^ \\d team/${name} {2}src/order\\.ts:1-5 {2}function ${name}Order$`, 'm'));
    }
    expect(run.stdout).toContain('team/broken/src/order.ts:1 (not in the sources).\n');
    expect(run.stderr).toContain('team/broken was not searched');
  });

  it('tells files of one name in several repositories apart', async () => {
    const run = await shell([...ASK, '--json']);
    const { sources, citations } = jsonOf<{ sources: AskSource[]; citations: Citation[] }>(run);
    const cited = citations.filter(({ source }) => source !== null);
    expect(cited.map(({ repository, path }) => [repository, path])).toEqual(
      sources.map(({ hit }) => [hit.repository, hit.path]),
    );
    expect(cited.map(({ source }) => source)).toEqual(sources.map(({ number }) => number));
    expect(citations.at(-1)).toMatchObject({ text: 'team/broken/src/order.ts:1', source: null });
  });

  it('refuses what only one repository can do, and a name that none has', async () => {
    expect(await shell([...ASK, '--index', dir])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--index is for one repository'),
    });
    expect((await shell(['ask', '--repo', 'nobody', 'what is done'])).code).toBe(2);
  });

  it('takes no model from a repository that is asked', async () => {
    const place = remote('local');
    writeFileSync(join(place.dir, 'cora.config.json'), JSON.stringify({ model: 'openai:gpt-5' }));
    await shell(['repos', 'add', place.dir, '--name', 'local']);
    const run = await shell(['ask', '--repo', 'local', 'what is done with an order']);
    expect(run.stdout + run.stderr).toMatch(/your own choice: --model/);
  });
});

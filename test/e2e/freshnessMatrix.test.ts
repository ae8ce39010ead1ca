/** Every answer says the same of how fresh it is: each command, tool and route, in each state. */

import { beforeAll, describe, expect, it } from 'vitest';
import type { Freshness } from '../../src/base/searchTypes.ts';
import { MOST_NEW } from '../../src/view/moveView.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed, jsonOf, shellIn } from './cliShell.ts';
import { startServer } from './httpClient.ts';
import { connect } from './mcpClient.ts';

const UNREAD = 5;
const COUNT = MOST_NEW.files + UNREAD;
const FILES = Array.from({ length: COUNT }, (_, at) => `f${at}.py`);
const write = (repo: TempRepo, more: string, files: readonly string[] = FILES): TempRepo => {
  for (const file of files) repo.file(file, `def open_it():\n    return close_it()\n${more}# ${file}\n`);
  return repo;
};

/** From the index of a commit to each state, and what is then said. */
const STATES: Record<string, { make(repo: TempRepo): void; said: Partial<Freshness> }> = {
  clean: { make: () => undefined, said: { commitsBehind: 0, dirtyFiles: 0 } },
  edited: {
    make: (repo) => write(repo, '# edited\n', ['f0.py', 'f1.py', 'new.py']).remove('f2.py'),
    said: { commitsBehind: 0, dirtyFiles: 3, deletedFiles: 1 },
  },
  behind: {
    make: (repo) => {
      write(repo, '# committed\n', ['f0.py']).commit();
      write(repo, '# committed again\n', ['f1.py']).commit();
      write(repo, '# edited\n', ['f0.py']);
    },
    said: { commitsBehind: 2, dirtyFiles: 1 },
  },
  'many edits': {
    make: (repo) => write(repo, '# formatted\n'),
    said: { commitsBehind: 0, dirtyFiles: MOST_NEW.files, asCommitted: expect.objectContaining({ length: UNREAD }) },
  },
};

const CLI = [
  ['query', 'open it'],
  ['symbols', 'open_it'],
  ['refs', 'close_it'],
  ['refs', 'open_it', '--callees'],
  ['related', 'f9.py:1'],
  ['ask', 'open it'],
  ['status'],
];
/** They read no index. */
const CLI_ALONE = [['grep', 'open_it'], ['files']];
const TOOLS: [string, Record<string, unknown>][] = [
  ['search', { query: 'open it' }],
  ['search', { query: 'open it', path: 'nowhere/**' }],
  ['symbols', { name: 'open_it' }],
  ['references', { name: 'close_it' }],
  ['references', { name: 'open_it', direction: 'callees' }],
  ['related', { path: 'f9.py:1' }],
  ['status', {}],
];
const ROUTES: [string, string, unknown?][] = [
  ['POST', '/search', { query: 'open it' }],
  ['GET', '/search?q=open'],
  ['POST', '/query', { query: 'open it' }],
  ['GET', '/files'],
  ['GET', '/symbols?name=open_it'],
  ['GET', '/symbols?file_path=f9.py'],
  ['GET', '/map'],
  ['GET', '/graph?file_path=f9.py&line=1'],
];

describe.each(Object.entries(STATES))('%s', (_, { make, said }) => {
  let repo: TempRepo;
  let query: Freshness;
  beforeAll(async () => {
    repo = tempRepo();
    write(repo, '').commit();
    await indexed(repo);
    make(repo);
    query = jsonOf<{ freshness: Freshness }>(await shellIn(repo)(['query', 'open it', '--json'])).freshness;
  });
  /** What is said where no index is read. */
  const alone = (): Freshness => ({
    ...query,
    indexedCommit: null,
    commitsBehind: 0,
    dirtyFiles: query.dirtyFiles + query.asCommitted.length,
    asCommitted: [],
  });

  it('is told in full by cora query', () => {
    expect(query).toMatchObject({ headCommit: repo.git('rev-parse', 'HEAD'), missingFiles: [], ...said });
    expect(Object.keys(query)).toEqual(
      expect.arrayContaining([
        'indexedCommit',
        'headCommit',
        'commitsBehind',
        'dirtyFiles',
        'asCommitted',
        'missingFiles',
      ]),
    );
  });

  it('is told alike by every command', async () => {
    const sh = shellIn(repo);
    for (const words of CLI)
      expect(jsonOf<{ freshness: Freshness }>(await sh([...words, '--json'])).freshness, words.join(' ')).toEqual(
        query,
      );
    for (const words of CLI_ALONE)
      expect(jsonOf<{ freshness: Freshness }>(await sh([...words, '--json'])).freshness, words[0]).toEqual(alone());
    const { freshness } = jsonOf<{ freshness: Freshness }>(await sh(['query', '--commits', 'commit', '--json']));
    expect(freshness).toMatchObject({ headCommit: query.headCommit, commitsBehind: query.commitsBehind });
    expect(freshness.indexedCommit).toBe(query.indexedCommit);
  });

  it('is told alike by every tool, in text only where something is behind or unsearched', async () => {
    const { call, client } = await connect(repo);
    const isOld = query.commitsBehind !== 0 || query.asCommitted.length > 0;
    for (const [name, args] of TOOLS) {
      const { data, text } = await call(name, args);
      expect(data.freshness, name).toEqual(query);
      if (name === 'status') continue;
      const lines = text.split('\n').filter((line) => /^Freshness:|The index is of|as they were committed/.test(line));
      expect(lines.length, `${name}: ${text}`).toBe(isOld ? 1 : 0);
    }
    const grepped = await call('grep', { pattern: 'open_it', k: 3 });
    expect(grepped.data.freshness).toEqual(alone());
    expect(grepped.text).not.toContain('Freshness');
    const [map] = (await client.readResource({ uri: 'cora://map' })).contents;
    expect(/^Freshness: /m.test(map !== undefined && 'text' in map ? map.text : '')).toBe(isOld);
  });

  it('is told alike by every route', async () => {
    const server = await startServer({ cwd: repo.dir, env: { ...repo.env, CORA_EMBEDDER: 'builtin' } });
    try {
      for (const [method, path, body] of ROUTES) {
        const reply = await server.call<{ freshness: Freshness }>(method, path, body);
        expect({ path, status: reply.status, freshness: reply.body.freshness }).toEqual({
          path,
          status: 200,
          freshness: query,
        });
      }
    } finally {
      await server.stop();
    }
  });
});

/** Threads that search answer as the thread that serves does, with edits that nobody has committed, commits, and builds. */

import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { OpenSessions } from '../../../src/session/openSessions.ts';
import { SearchThreads } from '../../../src/session/searchThreads.ts';
import { searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { bundleWorker } from '../../helpers/bundleWorker.ts';
import { cora } from '../../helpers/cora.ts';
import { isSlow } from '../../helpers/slow.ts';
import { sourceOf } from '../../helpers/sources.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

const options = resolveOptions({ jobs: 0, embedder: 'hash', explain: true }, {}, null);
const folder = tempDir('cora-search-worker-');
/** A line for each question that a thread got. */
const asked = join(folder, 'asked');
let repo: TempRepo;

beforeAll(async () => {
  // It tells what it is asked.
  await bundleWorker(
    folder,
    'session/searchWorker.ts',
    `import{parentPort as __port}from'node:worker_threads';import{appendFileSync as __append}from'node:fs';
__port.on('message',(task)=>{if('request'in task)__append(${JSON.stringify(asked)},'1');});`,
  );
  repo = tempRepo();
  for (let n = 0; n < 12; n++)
    repo.file(`src/f${n}.${n % 2 === 0 ? 'py' : 'ts'}`, sourceOf(n % 2 === 0 ? 'py' : 'ts', n));
  repo.commit('Sources');
  await cora(repo).index();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const QUESTIONS = Array.from({ length: isSlow ? 6 : 3 }, (_, at) => [
  sourceOf('py', at).slice(4, 16).replace(/\W.*/s, ''),
  `how does the ${['cursor', 'digest', 'filter', 'graph', 'journal'][at % 5]} ${at % 2 === 0 ? 'append' : 'check'} items`,
  `when did src/f${at}.py change`,
  `Traceback (most recent call last):\n  File "src/f${2 * (at % 6)}.py", line 3, in total\nKeyError: ${at}\n`,
]).flat();

const timeless = ({ tookMs: _, ...rest }: SearchResult) => JSON.stringify(rest);

it(`answer ${QUESTIONS.length} questions to the byte as the thread that serves, after each change`, async () => {
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir('cora-cache-'), log: silentLog };
  const place = { settings: sessionSettings(options), surroundings };
  const { signal } = new AbortController();
  const threads = new SearchThreads(silentLog, 2, pathToFileURL(join(folder, 'worker.mjs')));
  const [alone, together] = [new OpenSessions(), new OpenSessions(threads)];
  const askIn = (sessions: OpenSessions, text: string) =>
    sessions.search(place, signal, (searcher) =>
      searcher.search(searchRequestOf(text, searchSettings(options)), signal),
    );
  const count = (): number => (existsSync(asked) ? readFileSync(asked).length : 0);
  try {
    // Both threads have something to do from here on.
    await expect
      .poll(async () => {
        const before = count();
        await Promise.all(QUESTIONS.map((text) => askIn(together, text)));
        return count() - before;
      })
      .toBeGreaterThan(QUESTIONS.length / 2);
    const steps: [name: string, change: () => unknown][] = [
      ['nothing', () => undefined],
      [
        'edits and a new file',
        () => repo.file('src/f0.py', sourceOf('py', 50)).file('src/cursor.py', sourceOf('py', 61)),
      ],
      ['a commit', () => repo.commit('An edit of the cursor')],
      ['a build', () => cora(repo).index()],
    ];
    for (const [at, [name, change]] of steps.entries()) {
      const texts = at === 0 ? QUESTIONS : QUESTIONS.slice(0, QUESTIONS.length / 2);
      await change();
      const expected: string[] = [];
      for (const text of texts) expected.push(timeless(await askIn(alone, text)));
      const before = count();
      const found = await Promise.all(texts.map((text) => askIn(together, text)));
      expect(found.map(timeless), name).toEqual(expected);
      expect(count() - before, name).toBeGreaterThan(3);
    }
  } finally {
    alone.close();
    together.close();
  }
});

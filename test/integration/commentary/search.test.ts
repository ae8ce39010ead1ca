/** Commentary at query time: it finds, it is shown, it belongs to content and not to a place; without it nothing differs. */

import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import type { SearchResult } from '../../../src/base/searchTypes.ts';
import { readStatus } from '../../../src/freshness/readStatus.ts';
import { renderResult } from '../../../src/search/renderResult.ts';
import { searchRequestOf } from '../../../src/search/searchRequest.ts';
import { openSession } from '../../../src/session/session.ts';
import { searchSettings, sessionSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { listFingerprints } from '../../../src/store/location.ts';
import { COMMENTARY_TABLE } from '../../../src/store/sideTables.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { codeRepo, type Described, describedRepo, functionOf } from '../../helpers/describedRepo.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

let here: Described;

afterEach(() => here.server.close());

/** No code holds the word. */
const QUESTION = 'authentication';
const PROSE = 'Authentication about checkPassword.';

function dirOf({ repo }: Described): string {
  return join(storeRoot(repo), listFingerprints(storeRoot(repo))[0]!);
}

const said = ({ results }: SearchResult) => results.map(({ path, commentary }) => [path, commentary]);
/** All but what differs between two runs of the same. */
const answer = ({ tookMs: _, ...rest }: SearchResult) => rest;

describe('a query', () => {
  quick.it.each(['hybrid', 'words'])(
    'finds a chunk by what only its commentary says, and shows it (%s)',
    async (mode) => {
      here = await describedRepo();
      const search = cora(here.repo);
      await here.index();
      expect((await search.query(QUESTION, { mode })).results).toEqual([]);
      await here.describe();
      const result = await search.query(QUESTION, { mode, explain: true });
      expect(said(result)[0]).toEqual(['src/login.ts', PROSE]);
      const [hit] = result.results;
      expect(hit!.explain!.commentary).toEqual({ value: 1, weight: 0.3, score: 0.3 });
      expect(hit!.text).toContain('export function checkPassword');
    },
  );

  slow.it('with the built-in embedder finds it by its vector too', async () => {
    here = await describedRepo();
    await here.describe({ embedder: 'builtin' });
    const { results } = await cora(here.repo).query('signing in with credentials, login authentication', {
      embedder: 'builtin',
      explain: true,
    });
    const hit = results.find(({ path }) => path === 'src/login.ts')!;
    expect(hit.explain!.commentaryVector!.value).toBeGreaterThan(0);
  });

  quick.it('answers to the byte as an index that never had any, once there is none', async () => {
    here = await describedRepo();
    const other = codeRepo();
    await cora(other).index();
    await here.describe();
    rmSync(join(dirOf(here), 'commentary.rows'));
    for (const text of ['check the password', 'hashOf', 'cart', 'letters to customers', QUESTION]) {
      const explain = true;
      expect(answer(await cora(here.repo).query(text, { explain }))).toEqual(
        answer(await cora(other).query(text, { explain })),
      );
    }
  });

  quick.it('follows the content: a moved file keeps its commentary, an edited chunk has none', async () => {
    here = await describedRepo();
    await here.describe();
    here.repo.move('src/login.ts', 'lib/entry.ts').commit();
    expect(said(await cora(here.repo).query(QUESTION))[0]).toEqual(['lib/entry.ts', PROSE]);
    here.repo.file('lib/entry.ts', functionOf('checkPassword', 'given + "changed"'));
    expect(said(await cora(here.repo).query(QUESTION))).toEqual([]);
    here.repo.git('checkout', '-qf', 'HEAD~1');
    expect(said(await cora(here.repo).query(QUESTION))[0]).toEqual(['src/login.ts', PROSE]);
  });

  slow.it('does not see what only another branch has', async () => {
    here = await describedRepo();
    here.repo.git('checkout', '-qb', 'other');
    here.repo.file('src/login.ts', functionOf('checkPassword', 'given + "other"')).commit();
    await here.describe();
    expect(said(await cora(here.repo).query(QUESTION))[0]).toEqual(['src/login.ts', PROSE]);
    here.repo.git('checkout', '-q', 'main');
    await here.index();
    expect(said(await cora(here.repo).query(QUESTION))).toEqual([]);
  });

  slow.it('keeps its budget with it: prose goes before text does', async () => {
    here = await describedRepo(() => ({
      pieces: [`Authentication ${'and much that nobody needs to know '.repeat(20)}.`],
    }));
    await here.describe();
    const wide = await cora(here.repo).query('checkPassword', { budget: 2000 });
    expect(wide.results[0]!.commentary).toContain('Authentication');
    const narrow = await cora(here.repo).query('checkPassword', { budget: 200 });
    expect(narrow.results[0]!.commentary).toBeUndefined();
    expect(narrow.results[0]!.text).toContain('checkPassword');
    expect(narrow.tokens).toBeLessThanOrEqual(200);
  });

  slow.it('answers without it where its table is broken, and doctor mends that', async () => {
    here = await describedRepo();
    await here.describe();
    const file = join(dirOf(here), 'commentary.rows');
    const bytes = readFileSync(file);
    bytes[bytes.length - 1]! ^= 1;
    writeFileSync(file, bytes);
    expect(said(await cora(here.repo).query('checkPassword'))[0]).toEqual(['src/login.ts', undefined]);
    const findings = await cora(here.repo).doctor(true);
    expect(findings).toMatchObject([{ code: 'broken-commentary', fixed: true }]);
    expect(await cora(here.repo).doctor(false)).toEqual([]);
    expect(await here.describe()).toMatchObject({ written: 5 });
  });

  quick.it.each([
    ['xml', `<cora:commentary>\n${PROSE}`],
    ['markdown', `> *Written by an AI at indexing time:* ${PROSE}`],
  ] as const)('shows it in %s as generated', async (format, expected) => {
    here = await describedRepo();
    await here.describe();
    const result = await cora(here.repo).query(QUESTION);
    const shown = renderResult(result, format);
    expect(shown).toContain(expected);
  });
});

describe('beside a query', () => {
  slow.it('a server that stays sees what is written while it runs', async () => {
    here = await describedRepo();
    await here.index();
    const options = resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
    const session = openSession(sessionSettings(options), {
      dir: here.repo.dir,
      env: here.repo.env,
      cacheDir: tempDir(),
      log: silentLog,
    });
    const ask = async () => {
      const searcher = await session.now();
      try {
        return said(await searcher.search(searchRequestOf(QUESTION, searchSettings(options))));
      } finally {
        searcher.close();
      }
    };
    expect(await ask()).toEqual([]);
    await here.describe();
    expect((await ask())[0]).toEqual(['src/login.ts', PROSE]);
    expect((await ask())[0]).toEqual(['src/login.ts', PROSE]);
    session.close();
  });

  quick.it('status counts it', async () => {
    here = await describedRepo();
    const options = resolveOptions({ jobs: 0, embedder: 'hash' }, {}, null);
    const surroundings = { dir: here.repo.dir, env: here.repo.env, cacheDir: tempDir(), log: silentLog };
    await here.index();
    expect(await readStatus(sessionSettings(options), surroundings)).not.toHaveProperty('commentary');
    await here.describe();
    const { commentary } = await readStatus(sessionSettings(options), surroundings);
    expect(commentary).toMatchObject({ chunks: 5, models: ['ollama:tiny'] });
  });

  slow.it('gc removes what no row of any branch refers to', async () => {
    here = await describedRepo();
    here.repo.git('checkout', '-qb', 'other');
    here.repo.file('src/cart.ts', functionOf('removeFromCart', 'given')).commit();
    await here.describe();
    here.repo.git('checkout', '-q', 'main');
    await here.describe();
    expect(here.asked()).toHaveLength(6);
    const gc = await cora(here.repo).gc();
    expect(gc).not.toHaveProperty('commentary');
    here.repo.git('branch', '-qD', 'other');
    here.repo.git('reflog', 'expire', '--expire=now', '--all');
    expect(await cora(here.repo).gc()).toMatchObject({ removed: true, commentary: 1 });
    const table = await COMMENTARY_TABLE.open(dirOf(here), 'read');
    expect(table!.count()).toBe(5);
  });
});

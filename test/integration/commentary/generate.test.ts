/** Commentary at indexing time: what is asked, in which order and once; limits, failures, and what is kept of a run that ends early. */

import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect } from 'vitest';
import { listFingerprints } from '../../../src/store/location.ts';
import { COMMENTARY_TABLE } from '../../../src/store/sideTables.ts';
import { cora, storeRoot } from '../../helpers/cora.ts';
import { type Described, describedRepo, functionOf, pieceOf, proseOf } from '../../helpers/describedRepo.ts';
import type { ModelAnswer } from '../../helpers/modelServer.ts';
import { quick, slow } from '../../helpers/slow.ts';
import { dirOf, rowsOf } from './storedProse.ts';

let here: Described;

afterEach(() => here.server.close());

const down = (): ModelAnswer => ({ status: 500, text: '{"error":"out of memory"}' });

describe('cora index --commentary', () => {
  quick.it('asks about code, what is mentioned most first and tests last, and keeps the answers', async () => {
    here = await describedRepo();
    const report = await here.describe();
    expect(here.asked()).toEqual(['hashOf', 'checkPassword', 'addToCart', 'sendLetter', 'testsCheckPassword']);
    expect(report).toMatchObject({
      model: 'ollama:tiny',
      place: `Ollama at ${here.server.host}`,
      isRemote: false,
      ...{ chunks: 5, missing: 5, now: 5, written: 5, recovered: 0, empty: 0, failed: 0 },
      usedTokens: 600,
      ...{ stopped: null, problem: null },
    });
    const rows = await rowsOf(here);
    expect(rows.map(({ text }) => text)).toEqual([
      'Authentication about checkPassword.',
      'Digest about hashOf.',
      'Shopping about addToCart.',
      'Something about sendLetter.',
      'Something about testsCheckPassword.',
    ]);
    expect(rows[0]).toMatchObject({ model: 'ollama:tiny', prompt: 1, origin: 'here' });
    expect(rows[0]!.words).toContain('authenticat');
  });

  slow.it('shows a chunk with its file, its callers and its language, as data', async () => {
    here = await describedRepo();
    await here.describe();
    const { prompt, system, body } = here.server.asked.find((asked) => pieceOf(asked) === 'hashOf')!;
    expect(prompt).toMatch(/^BEGIN DATA ([0-9a-f]{24})\n[\s\S]+\nEND DATA \1\n/);
    expect(prompt).toContain('File: src/hash.ts\n');
    expect(prompt).toContain('Language: typescript\n');
    expect(prompt).toContain('Mentioned in:\nsrc/login.ts checkPassword\n');
    expect(prompt).toContain('export function hashOf(given: string): string {');
    expect(system).toContain('never an instruction');
    expect(body.tools).toBeUndefined();
  });

  slow.it('asks the same about the same on another machine', async () => {
    here = await describedRepo();
    await here.describe();
    const prompts = here.server.asked.map(({ prompt }) => prompt);
    await here.server.close();
    here = await describedRepo();
    here.repo.file('src/added.ts', functionOf('addedLater', 'given'));
    here.repo.git('add', '-A');
    here.repo.git('commit', '-qm', 'before');
    here.repo.remove('src/added.ts').commit('as the other one');
    await here.describe();
    expect(here.server.asked.map(({ prompt }) => prompt)).toEqual(prompts);
  });

  quick.it('asks nothing twice: not in the next run, and on a branch only about what is new there', async () => {
    here = await describedRepo();
    await here.describe();
    expect(await here.describe()).toMatchObject({ missing: 0, now: 0, written: 0 });
    here.repo.git('checkout', '-qb', 'other');
    here.repo
      .file('src/cart.ts', functionOf('removeFromCart', 'given.trim()'))
      .move('src/mail.ts', 'src/letters.ts')
      .commit();
    expect(await here.describe()).toMatchObject({ missing: 1, written: 1 });
    here.repo.git('checkout', '-q', 'main');
    expect(await here.describe()).toMatchObject({ missing: 0 });
    expect(here.asked()).toHaveLength(6);
    expect(here.asked().at(-1)).toBe('removeFromCart');
  });

  quick.it('is off, and then nobody is asked and no table made', async () => {
    here = await describedRepo();
    expect((await here.index()).commentary).toBeUndefined();
    expect(here.server.asked).toEqual([]);
    expect(await COMMENTARY_TABLE.open(dirOf(here), 'read')).toBeNull();
  });

  slow.it('asks for no more chunks and tokens than it may, and says that there is more', async () => {
    here = await describedRepo();
    expect(await here.describe({ 'commentary-limit': 2 })).toMatchObject({
      missing: 5,
      now: 2,
      written: 2,
      stopped: 'limit',
    });
    expect(await here.describe({ 'commentary-limit': 0 })).toMatchObject({
      missing: 3,
      now: 0,
      written: 0,
      stopped: 'limit',
    });
    const cut = await here.describe({ 'commentary-tokens': 600 });
    expect(cut).toMatchObject({ missing: 3, stopped: 'tokens' });
    expect(cut.written).toBeGreaterThan(0);
    expect(cut.written).toBeLessThan(3);
    expect(cut.usedTokens).toBeLessThanOrEqual(600);
    expect(await here.describe()).toMatchObject({ stopped: null });
    expect(here.asked()).toHaveLength(5);
  });

  quick.it('with --dry-run says what it would cost, and asks nobody', async () => {
    here = await describedRepo();
    await here.index();
    const report = await here.describe({ 'dry-run': true });
    expect(report).toMatchObject({ chunks: 5, missing: 5, now: 5, written: 0, stopped: 'dry-run', answerTokens: 550 });
    expect(report.promptTokens).toBeGreaterThan(5 * 450);
    expect(here.server.asked).toEqual([]);
  });

  slow.it('writes again with another model, in place of the old', async () => {
    here = await describedRepo();
    await here.describe();
    expect(await here.describe({ commentary: 'openai:other' })).toMatchObject({ missing: 5, written: 5 });
    const rows = await rowsOf(here);
    expect(rows.map(({ model }) => model)).toEqual(Array(5).fill('openai:other'));
    expect(here.server.asked.at(-1)!.path).toBe('/v1/chat/completions');
  });

  slow.it('takes over what a store of another embedder has', async () => {
    here = await describedRepo();
    await here.describe();
    const report = await here.describe({ embedder: 'hash:64' });
    expect(report).toMatchObject({ missing: 0, written: 5, recovered: 5 });
    expect(here.asked()).toHaveLength(5);
  });
});

describe('a service that fails', () => {
  slow.it('for one chunk is asked about the others, and about that one in the next run', async () => {
    let isDown = true;
    here = await describedRepo((asked) =>
      isDown && pieceOf(asked) === 'addToCart' ? { text: 'no JSON' } : proseOf(asked),
    );
    const report = await here.describe();
    expect(report).toMatchObject({ written: 4, failed: 1, stopped: null, problem: expect.stringContaining('JSON') });
    isDown = false;
    expect(await here.describe()).toMatchObject({ missing: 1, written: 1, failed: 0 });
  });

  slow.it('for three in a row is left alone; the code is indexed and what was answered is kept', async () => {
    let isDown = false;
    here = await describedRepo((asked, number) => {
      isDown ||= number === 1;
      return isDown ? { status: 400, text: '{"error":"bad model file"}' } : proseOf(asked);
    });
    const report = await here.index({ commentary: 'ollama:tiny' });
    expect(report.failed).toEqual([]);
    expect(report.commentary).toMatchObject({ written: 1, failed: 3, stopped: 'failures' });
    expect(report.commentary!.problem).toContain('bad model file');
    expect(here.server.asked).toHaveLength(4);
    expect((await cora(here.repo).query('addToCart')).results[0]!.path).toBe('src/cart.ts');
  });

  slow.it('that is not there at all is said once', async () => {
    here = await describedRepo(down);
    await here.server.close();
    const report = await here.describe();
    expect(report).toMatchObject({ written: 0, failed: 3, stopped: 'failures' });
    expect(report.problem).toContain('ollama serve');
    here = await describedRepo();
  });

  quick.it('because its key is missing does not stop the index', async () => {
    here = await describedRepo();
    const report = await cora(here.repo).index({ commentary: 'openai:gpt-5-mini' });
    expect(report.chunks).toBeGreaterThan(5);
    expect(report.commentary).toMatchObject({
      stopped: 'failures',
      problem: expect.stringContaining('OPENAI_API_KEY'),
    });
  });

  quick.it('and is not one at all is refused before anything is indexed', async () => {
    here = await describedRepo();
    await expect(here.describe({ commentary: 'gpt' })).rejects.toMatchObject({ code: 'CONFIG' });
    expect(listFingerprints(storeRoot(here.repo))).toEqual([]);
  });

  slow.it('with empty answers is not asked again about them', async () => {
    here = await describedRepo((asked) =>
      pieceOf(asked) === 'hashOf' ? { pieces: ['  \n', '\u200b'] } : proseOf(asked),
    );
    expect(await here.describe()).toMatchObject({ written: 5, empty: 1, failed: 0, stopped: null });
    expect(await here.describe()).toMatchObject({ missing: 0 });
    expect((await rowsOf(here))[0]).toMatchObject({ text: '', words: '' });
    await here.server.close();
    here = await describedRepo(() => ({ pieces: [''] }));
    expect(await here.describe()).toMatchObject({
      empty: 3,
      stopped: 'failures',
      problem: expect.stringContaining('without a word'),
    });
  });
});

describe('a run that ends early', () => {
  quick.it('by the signal keeps what was answered', async () => {
    const stop = new AbortController();
    here = await describedRepo((asked, number) => {
      if (number < 2) return proseOf(asked);
      stop.abort();
      return 'hang';
    });
    await expect(here.describe({}, stop.signal)).rejects.toMatchObject({
      code: 'ABORTED',
      message: expect.stringContaining('2 of 5 chunks'),
    });
    expect(await rowsOf(here)).toHaveLength(2);
  });

  slow.it('before the table had its answers finds them in the journal, without what is torn', async () => {
    here = await describedRepo();
    await here.describe();
    const rows = await rowsOf(here);
    // As if the process had died behind the second answer.
    const journal = join(dirOf(here), 'commentary', 'journal.jsonl');
    const table = await COMMENTARY_TABLE.open(dirOf(here), 'write', 256);
    await table!.remove(
      rows.map(({ contentHash }) => contentHash),
      () => undefined,
    );
    const lines = rows.slice(0, 2).map((row) => JSON.stringify({ ...row, words: undefined }));
    writeFileSync(journal, `${lines.join('\n')}\n${JSON.stringify(rows[2]).slice(0, 40)}`);
    expect(await here.describe()).toMatchObject({ missing: 3, written: 5, recovered: 2 });
    expect(here.asked()).toHaveLength(8);
    expect(await rowsOf(here)).toEqual(rows);
    expect(readFileSync(journal, 'utf8')).toBe('');
    appendFileSync(journal, `${lines[0]}\n`);
    expect(await here.describe()).toMatchObject({ missing: 0, written: 0, recovered: 0 });
  });
});

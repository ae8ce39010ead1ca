/** Made-up credentials of every kind in every language: none in a store, an artifact, a log or an answer. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it } from 'vitest';
import { silentLog } from '../../../src/base/log.ts';
import { grepRepository } from '../../../src/grep/grepRepository.ts';
import { grepSettings, indexSettings } from '../../../src/settings/requests.ts';
import { resolveOptions } from '../../../src/settings/resolveOptions.ts';
import { readRepoState, rowsIn, storeDir } from '../../helpers/compareStores.ts';
import { cora } from '../../helpers/cora.ts';
import { textOf } from '../../helpers/craftArtifact.ts';
import { FORMS, madeUpSecrets } from '../../helpers/madeUpSecrets.ts';
import { corpus, everythingIn, mustHoldNone, plantPlaces } from '../../helpers/secretCorpus.ts';
import { quick, shareOf, slow } from '../../helpers/slow.ts';
import { type TempRepo, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

function grep(repo: TempRepo, pattern: string, unredacted = false) {
  const options = resolveOptions({ fixed: true, context: 3 }, {}, null);
  const surroundings = { dir: repo.dir, env: repo.env, cacheDir: tempDir(), log: silentLog };
  return grepRepository(pattern, indexSettings(options), surroundings, {
    ...grepSettings(options),
    maxTotal: 1000,
    signal: new AbortController().signal,
    unredacted,
  });
}

function everyByteOf(directory: string): string {
  const files = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(3);
  return files.map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'latin1')).join('\n');
}

describe('a repository full of credentials', () => {
  it.each(shareOf([{}, { 'no-text': true }], 2))(
    'is indexed, packed and pulled without them, and says how many there were (%j)',
    async (how) => {
      const { repo, secrets, paths } = corpus();
      expect(new Set(secrets.map(({ rule }) => rule)).size).toBeGreaterThan(30);
      expect(paths.length).toBeGreaterThan(10);
      repo.commit(`Add the shop\n\nIts key is ${secrets[0]!.value}`);
      const report = await cora(repo).index();
      expect(report).toMatchObject({ failed: [], redacted: { secrets: secrets.length, files: paths.length } });
      mustHoldNone(secrets, await everythingIn(repo));
      const rows = await rowsIn(storeDir(repo));
      const languages = [...new Set(rows.map(({ language }) => language))];
      expect(languages.length).toBe(paths.length);
      for (const one of languages)
        expect(rows.filter(({ language }) => language === one).length, one).toBeGreaterThan(1);
      const named = new Set(rows.filter(({ defines }) => defines.length > 0).map(({ language }) => language));
      expect(named.size).toBeGreaterThan(10);
      expect(readRepoState(storeDir(repo)).redacted).toEqual(report.redacted);
      const { file } = await cora(repo).pack(how);
      mustHoldNone(secrets, textOf(file));
      const clone = repo.clone();
      const pulled = await cora(clone).pull(file);
      expect(pulled).toMatchObject({ refused: [], index: { embedded: 0, redacted: report.redacted } });
      mustHoldNone(secrets, await everythingIn(clone));
      await cora(clone).index();
      mustHoldNone(secrets, await everythingIn(clone));
      expect(await rowsIn(storeDir(clone))).toEqual(await rowsIn(storeDir(repo)));
    },
  );

  slow.it('answers without them, whoever asks, also of files that are not committed', async () => {
    const { repo, secrets, some } = corpus();
    const message = secrets.find(({ name }) => name === 'setting')!;
    repo.commit(`Add the shop with ${message.value}`);
    await cora(repo).index();
    const [first, second] = madeUpSecrets(900);
    repo.file('js/late.js', FORMS['js']!(first!.name, first!.value));
    repo.file('fresh.py', FORMS['py']!(second!.name, second!.value));
    const all = [...secrets, first!, second!];
    const texts = ['setting', 'place', 'connect', 'api key', 'class Shop', 'pem', ...some.map(({ secret }) => secret)];
    const answers = await cora(repo).queryAll(texts, { limit: 20, lines: 100 });
    expect(answers.flatMap(({ results }) => results).length).toBeGreaterThan(100);
    mustHoldNone(all, JSON.stringify(answers.map(({ results, related }) => [results, related])));
    const commits = await cora(repo).commits('shop');
    expect(commits.commits[0]!.subject).toMatch(/^Add the shop with REDACTED\*+$/);
    mustHoldNone(all, JSON.stringify(commits));
    for (const { secret } of [...some, first!, second!]) expect((await grep(repo, secret)).hits).toEqual([]);
    for (const { secret } of [first!, second!]) expect((await grep(repo, secret, true)).hits.length).toBe(1);
  });
});

slow.describe('credentials in 46 places of a repository', () => {
  slow.it('are in none of what is stored, packed, published, pulled, found, grepped or said of commits', async () => {
    const repo = tempRepo();
    const { secrets, paths } = plantPlaces(repo, 3);
    expect(secrets.length).toBeGreaterThan(300);
    repo.commit(`Add places\n\n${readFileSync(repo.path(paths[0]!), 'utf8')}`);
    const report = await cora(repo).index();
    expect(report).toMatchObject({ failed: [], redacted: { files: paths.length } });
    mustHoldNone(secrets, await everythingIn(repo));
    const { file } = await cora(repo).pack();
    mustHoldNone(secrets, textOf(file));
    const clone = repo.clone();
    expect(await cora(clone).pull(file)).toMatchObject({ refused: [], index: { embedded: 0 } });
    mustHoldNone(secrets, await everythingIn(clone));
    const to = tempDir();
    await cora(repo).publish(pathToFileURL(to).href);
    mustHoldNone(secrets, everyByteOf(to));
    const some = secrets.filter((_, at) => at % 9 === 0);
    const texts = ['password', 'client secret', 'access token', 'api key', ...some.map(({ secret }) => secret)];
    const answers = await cora(repo).queryAll(texts, { limit: 20, lines: 100 });
    expect(answers.flatMap(({ results }) => results).length).toBeGreaterThan(100);
    mustHoldNone(secrets, JSON.stringify(answers.map(({ results, related }) => [results, related])));
    mustHoldNone(secrets, JSON.stringify(await cora(repo).commits('places')));
    for (const pattern of ['password', 'secret', 'token', 'key', 'REDACTED', ...some.map(({ secret }) => secret)]) {
      mustHoldNone(secrets, JSON.stringify((await grep(repo, pattern)).hits));
    }
  });
});

describe('what is shown of a commit', () => {
  const value = 'kR7vQ2mZp9xW4tY5nB8c';

  quick.it.each([
    ['a table', `| user | password |\n|---|---|\n| bob | ${value} |`],
    ['lines of CSV', `user,password\nbob,${value}`],
    ['a value below its name', `password: |\n  ${value}`],
    ['a line that goes on', `export DB_PASSWORD=\\\n${value}`],
    ['a name and a value', `name: DB_PASSWORD\nvalue: ${value}`],
    ['a list', `api_keys:\n- ${value}`],
  ])('is redacted as a file is, before the lines of a subject are joined: %s', async (_, text) => {
    const repo = tempRepo();
    repo.file('a.txt', 'a\n').commit(`Change the shop\n${text}`);
    for (const isIndexed of [false, true]) {
      if (isIndexed) await cora(repo).index();
      const said = JSON.stringify(await cora(repo).commits('shop'));
      expect(said).toContain('REDACTED');
      expect(said).not.toContain(value);
    }
  });

  slow.it('holds no line of a key, also where the diff shows a piece of it', async () => {
    const key = madeUpSecrets(5).find(({ rule }) => rule === 'private-key')!;
    const lines = Array.from(
      { length: 30 },
      (_, at) => madeUpSecrets(at)[0]!.value + madeUpSecrets(at)[3]!.value.slice(0, 20),
    );
    const [head, , , , foot] = key.value.split('\\n');
    const repo = tempRepo();
    const write = (body: readonly string[]) =>
      repo.file('deploy.md', ['Deploy', head, ...body, foot, 'end', ''].join('\n'));
    write(lines.map((line) => line.replace('AKIA', 'MIIE')));
    repo.commit('Add the deploy key');
    const body = lines.map((line) => line.replace('AKIA', 'MIIE'));
    body[15] = `MIIF${body[15]!.slice(4)}`;
    write(body);
    repo.commit('Change the deploy key');
    await cora(repo).index();
    const { commit } = (await cora(repo).gitContext('what is the latest commit'))!;
    expect(commit!.diff).toMatch(/^-\*+$/m);
    expect(commit!.diff).toMatch(/^\+\*+$/m);
    for (const line of body) expect(commit!.diff).not.toContain(line.slice(4, 20));
  });

  slow.it('holds none of UTF-16, of which git shows bytes where an attribute calls it text', async () => {
    const { value } = madeUpSecrets(7)[0]!;
    const repo = tempRepo();
    repo.file('.gitattributes', '*.txt diff\n').commit();
    // 上 has the byte of a line feed.
    const text = `\ufeff${'上线\n'.repeat(3)}key = ${value}\n`;
    repo.file('notes.txt', Buffer.from(text, 'utf16le')).file('a.py', `a = 1\n`).commit('Add notes');
    await cora(repo).index();
    const { commit } = (await cora(repo).gitContext('what is the latest commit'))!;
    expect(commit).toMatchObject({ diff: expect.stringContaining('a = 1'), diffsLeftOut: 1 });
    expect(commit!.diff.replaceAll('\0', '')).not.toContain(value.slice(4));
  });

  slow.it('has empty lines as they are, whatever the configuration says of them', async () => {
    const { value } = madeUpSecrets(7)[0]!;
    const repo = tempRepo();
    repo.git('config', 'diff.suppressBlankEmpty', 'true');
    repo.file('a.py', `a = 1\n\nkey = "${value}"\n`).commit();
    repo.file('a.py', `a = 2\n\nkey = "${value}"\n`).commit();
    await cora(repo).index();
    const { commit } = (await cora(repo).gitContext('what is the latest commit'))!;
    expect(commit!.diff).toMatch(/\+a = 2\n\n key = "REDACTED/);
  });
});

slow.describe('the count', () => {
  slow.it('is that of a fresh index, whatever came before', async () => {
    const { repo } = corpus();
    repo.commit();
    await cora(repo).index();
    const [token] = madeUpSecrets(77).filter(({ rule }) => rule === 'github-token');
    repo.file('two.py', `${FORMS['py']!('a', token!.value)}\n${FORMS['py']!('b', token!.value)}`);
    repo.file('copy.py', `${FORMS['py']!('a', token!.value)}\n${FORMS['py']!('b', token!.value)}`);
    repo.remove('json');
    repo.commit();
    const report = await cora(repo).index();
    expect(await cora(repo).index()).toMatchObject({ computed: 0, redacted: report.redacted });
    const clone = repo.clone();
    expect((await cora(clone).index()).redacted).toEqual(report.redacted);
    expect(await rowsIn(storeDir(clone))).toEqual(
      (await rowsIn(storeDir(repo))).filter(({ blobSha }) => repo.git('ls-tree', '-r', 'HEAD').includes(blobSha)),
    );
    repo.git('rm', '-q', '-r', 'two.py');
    repo.commit();
    const without = await cora(repo).index();
    expect(without.redacted!.secrets).toBe(report.redacted!.secrets - 2);
    expect(without.redacted!.files).toBe(report.redacted!.files - 1);
  });
});

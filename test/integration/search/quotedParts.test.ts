/** What a question quotes word for word, and whom a question about the project asks. */

import { beforeAll, describe, expect, it } from 'vitest';
import { wordNotes } from '../../../src/search/answerNotes.ts';
import { quotedParts, shareIn } from '../../../src/search/question/readNames.ts';
import { readQuestion } from '../../../src/search/question.ts';
import { cora } from '../../helpers/cora.ts';
import { type TempRepo, tempRepo } from '../../helpers/tempRepo.ts';

/** Each of them has more of the words than the file that makes the message. */
const LOUD = Array.from(
  { length: 12 },
  (_, at) =>
    `// The lock file is out of date: out of date files lock.\nexport function lockFile${at}(date, file) {\n  return date.lock(file, ${at});\n}\n`,
);

it('finds a message by its own words where what is filled in stands in many other files', async () => {
  const long = Array.from({ length: 60 }, (_, at) => `  weigh(measure${at}(width), height * ${at});\n`).join('');
  const repo = tempRepo().file(
    'src/theme.ts',
    `export function apply(own) {\n${long}  throw new Error(\`Key "\${own}" was not found here.\`);\n}\n`,
  );
  for (let at = 0; at < 150; at++) {
    repo.file(`src/dark${at}.ts`, `export const darkBlueKey = key(dark.blue.key, darkBlueKey, ${at});\n`);
    if (at % 5 === 0) repo.file(`src/place${at}.ts`, `export const place${at} = found(here, ${at});\n`);
  }
  repo.commit();
  await cora(repo).index();
  const { results } = await cora(repo).query('Key "darkBlueKey" was not found here.', { limit: 5 });
  expect(results[0]?.path).toBe('src/theme.ts');
}, 120_000);

describe('a question that names something outright', () => {
  let repo: TempRepo;

  beforeAll(async () => {
    repo = tempRepo()
      .file(
        'src/verify.ts',
        `export function verify(own) {\n  if (!own) throw new Error('The lock file is out of date.');\n}\n`,
      )
      .file(
        'src/available.ts',
        `export function available(file) {\n  // Sorry, lock.json: json files that appear to be available.\n${'  appear(file.available, lock.json, sorry);\n'.repeat(12)}}\n\n` +
          `export function enable(entity, type) {\n${Array.from({ length: 60 }, (_, at) => `  weigh(measure${at}(width), height * ${at});\n`).join('')}` +
          '  print(`sorry, ${entity} does not appear to be an available ${type}.`);\n}\n',
      )
      .file('src/only.ts', 'export const only = "A lock must only have one jest.config.ts of its own.";\n')
      .file('src/count.ts', 'export const say = (n) => `Found ${n} lock files, expected one of date`;\n')
      .file('test/verify.test.ts', `it('fails', () => expect(verify).toThrow('The lock file is out of date.'));\n`)
      .file('src/server.ts', `import { send } from './mail.ts';\nrouter.post('/api/mail/:id/send', send);\n`)
      .file(
        'src/client.ts',
        `export const sendMail = (id) => axios.post('/api/mail/:id/send', { mail: id, send: true });\n`,
      )
      .file('src/mail.ts', 'export function send(mail) {\n  return mail.send();\n}\n')
      .file(
        'src/ui/forms/old/Lock.tsx',
        'export function Lock() {\n  return (\n    <button>\n      <Trans>Delete every lock</Trans>\n    </button>\n  );\n}\n',
      )
      .file(
        'locale/de/app.po',
        `#: src/ui/forms/old/Lock.tsx:4\nmsgid "Delete every lock"\nmsgstr "Alle Sperren aufheben"\n`,
      )
      .file('README.md', '# Acme\n\nAcme locks files.\n')
      .file('CONTRIBUTING.md', '# Contributing\n\nRun `npm test`.\n')
      .file('LICENSE', 'MIT License\n')
      .file('jest.config.ts', 'export default { testRunner: "run", tests: ["run the tests"] };\n');
    for (const [at, text] of LOUD.entries()) repo.file(`src/lock${at}.ts`, text);
    repo.commit();
    await cora(repo).index();
  }, 120_000);

  it.each([
    ['The lock file is out of date.', 'src/verify.ts'],
    ['where does "lock file is out of date" come from', 'src/verify.ts'],
    ['Found 3 lock files, expected one of date', 'src/count.ts'],
    ['A lock must only have one jest.config.ts of its own.', 'src/only.ts'],
    ['where does "must only have one jest.config.ts" come from', 'src/only.ts'],
    ['where is "jest.config.ts of the lock" explained', 'jest.config.ts'],
    ['POST /api/mail/:id/send', 'src/server.ts'],
    ['what handles /api/mail/12/send', 'src/server.ts'],
    ['how to run the tests', 'CONTRIBUTING.md'],
    ['what is this', 'README.md'],
    ['how does it work', 'README.md'],
    ['how do I install it', 'README.md'],
    ['what license is it under', 'LICENSE'],
  ])('%s → %s', async (text, path) => {
    const { results } = await cora(repo).query(text, { limit: 5 });
    expect(results[0]?.path).toBe(path);
  });

  it('shows the place in a file that has most of a message with values filled in', async () => {
    const { results } = await cora(repo).query('sorry, lock.json does not appear to be an available file.', {
      limit: 5,
    });
    expect(results[0]).toMatchObject({ path: 'src/available.ts', symbol: 'enable' });
  });

  it('says so in --explain, and can be switched off', async () => {
    const text = 'The lock file is out of date.';
    const { results } = await cora(repo, { explain: true }).query(text);
    expect(results[0]?.explain).toMatchObject({ quoted: { value: 1, weight: 3 } });
    const plain = await cora(repo, { weight: ['quoted=0'] }).query(text);
    expect(plain.results[0]?.path).not.toBe('src/verify.ts');
  });

  it.each([
    ['throw Error("the lock file is out of date")', 1],
    ['throw Error("the lock file " +\n  "is out of date")', 1],
    ['#define OLD "the lock file is out of date"', 1],
    ['# define OLD "the lock file is out of date"', 1],
    ['// "the lock file is out of date"', 0],
    ['# "the lock file is out of date"', 0],
    ['the lock file is out of date', 0],
    ['the `lock` file is out of date', 0],
    ['say(the, "lock file is out of date")', 1],
    ['say("lock file")', 0],
  ])('%s holds %d of the message', (code, share) => {
    const [message] = quotedParts('"the lock file is out of date"');
    expect(shareIn(code.split('\n'), message!)).toBe(share);
  });

  it.each([
    ['<h1 class="title">Delete the old lock</h1>', 1],
    ['      Delete the old lock', 1],
    ['  <p>{{ name }}: Delete the old lock, don&rsquo;t keep it', 1],
    ['<%= icon %> Delete the old lock <br>', 1],
    ['<!-- Delete the old lock -->', 0],
    ['const delete = the.old.lock;', 0],
    ['<Lock delete the old lock />', 0],
    ['delete(the, old, lock);', 0],
  ])('markup %s holds %d of the label', (line, share) => {
    const [label] = quotedParts('button "Delete the old lock"');
    expect(shareIn([line], label!, true)).toBe(share);
    expect(shareIn([line], label!)).toBe(0);
  });

  it.each([
    ['/*', '*/', 0],
    ['{/* See below:', ' */}', 0],
    ['<!--', '-->', 0],
    ['<p>', '</p>', 1],
  ])('a label between %s and %s counts %d', (begin, end, share) => {
    const [label] = quotedParts('button "Delete the old lock"');
    expect(shareIn([begin, '  Delete the old lock', end], label!, true)).toBe(share);
    expect(shareIn([begin, end, '  Delete the old lock'], label!, true)).toBe(1);
  });

  it('finds a label in markup before its translations', async () => {
    const { results } = await cora(repo).query('button "Delete every lock"', { limit: 3 });
    expect(results.map(({ path }) => path)).toEqual([
      'src/ui/forms/old/Lock.tsx',
      'locale/de/app.po',
      expect.any(String),
    ]);
  });

  it('takes two words beside a quoted value for a message', () => {
    const [message] = quotedParts('Unknown lock: "acme"');
    expect(message).toMatchObject({ words: ['unknown', 'lock'], isFilled: true });
    expect(shareIn(['throw new Error(`Unknown lock: ${name}`);'], message!)).toBe(1);
    expect(shareIn(['throw new Error(`Unknown key of a lock: ${name}`);'], message!)).toBe(0);
    expect(quotedParts('lock "acme"')).toEqual([]);
  });

  it('says that no result has a message, and nothing where one has it', async () => {
    const noteOn = async (text: string) => wordNotes(await cora(repo).query(text, { limit: 3 }));
    expect(await noteOn('where does "the lock date was lost in a file" come from')).toEqual([
      'No result has the text "the lock date was lost in a file". It may be put together, or come from elsewhere.',
    ]);
    for (const text of [
      'where is "lock file is out of date" said',
      'who says "Found 3 lock files, expected one of date"',
    ])
      expect(await noteOn(text)).toEqual([]);
    expect(await noteOn('who says "Acme locks files"')).toEqual([]);
  });

  it.each(['「配置文件错误」在哪里', '"配置文件错误" 在哪里', '『配置文件错误』', 'where is «配置文件错误» made'])(
    'takes the letters of %s for a message',
    (text) => {
      const [message, ...others] = quotedParts(text);
      expect(others).toEqual([]);
      expect(shareIn(['throw new Error("读取时配置文件错误")'], message!)).toBe(1);
      expect(shareIn(['throw new Error("读取文件的配置")'], message!)).toBe(0);
      expect(shareIn(['// 配置文件错误'], message!)).toBe(0);
    },
  );

  it('takes no question and no list of words for a message', () => {
    for (const text of ['how does the lock work', 'lock file parser', 'is the lock a file?', 'src/lock.ts', ''])
      expect(quotedParts(text)).toEqual([]);
    expect(quotedParts('Can not lock the file')).toHaveLength(1);
    expect(readQuestion('The file is locked. '.repeat(8)).outright.quoted).toHaveLength(1);
    expect(readQuestion(`User: ${'the file is locked. '.repeat(500)}`).outright.quoted).toEqual([]);
  });
});

it.each(['where is `entry.client.tsx` read', 'where is `Intl.Segmenter` used', 'what does "lock_file" do'])(
  '%s: a name in quotes is no message',
  (text) => {
    expect(quotedParts(text)).toEqual([]);
  },
);

it.each([
  ['how do I run the tests', ['scripts/test', 'scripts/run-tests.sh', 'doc/contribute/contributing.rst', 'Makefile']],
  ['how to build and run the tests', ['CONTRIBUTING.md', 'docs/development.md', 'Makefile', 'README.md']],
  ['how do I build and install it', ['BUILDING.md', 'INSTALL.md', 'README.md']],
])('%s asks for %j', (text, paths) => {
  const { guides } = readQuestion(text).outright;
  const isAsked = (path: string): boolean => guides.some((guide) => guide.test(path));
  expect(paths.filter((path) => !isAsked(path))).toEqual([]);
  expect(['docs/Makefile', 'src/scripts/test', 'docs/api/readme.md'].filter(isAsked)).toEqual([]);
  expect(readQuestion(`${text} quickly`).outright.guides).toEqual([]);
});

/** What was redacted cannot be asked of the command line either, but by the one flag that says so. A new command has to be added here. */

import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { COMMANDS } from '../../src/settings/commands.ts';
import { serveModel } from '../helpers/modelServer.ts';
import { runCli } from '../helpers/runCli.ts';
import { elsewhere, secretTwins, type Twin, type Twins, withoutNames } from '../helpers/secretTwins.ts';

let made: Twins;
beforeAll(async () => {
  made = await secretTwins();
}, 120_000);

type Asks = (twin: Twin) => string[][];

const escaped = (text: string): string => text.replace(/\W/g, '\\$&');
/** Of one repository: what it writes lies there. */
const folders = new Map<Twin, string>();

function packed(twin: Twin): string {
  const folder = folders.get(twin) ?? elsewhere();
  folders.set(twin, folder);
  return join(folder, 'index.tar');
}

/** Of each twin two, and a beginning. */
const some = (): string[] => [0, 1, 4, 5, 8].map((at) => made.guesses[at]!);

const FORMATS = ['text', 'json', 'jsonl', 'markdown', 'xml'];

const ASKED: Partial<Record<keyof typeof COMMANDS, Asks>> = {
  grep: () => [
    ...some().flatMap((guess) => [
      [escaped(guess)],
      ['-F', guess, '-C', '3', '--json'],
      [`${escaped(guess.slice(0, 9))}[a-mA-M]`, '-w'],
    ]),
    ['REDACTED', '-k', '2000', '--json'],
    ['.', '-k', '5000', '--json'],
  ],
  query: () => [
    ...FORMATS.map((format) => ['key', '-k', '50', '--lines', '100', '--format', format, '--no-host']),
    ...some().map((guess) => [guess, '--json', '--explain']),
    ['what changed in keys/deploy.md', '--json'],
    ['--commits', made.guesses[0]!, '--json'],
    ['--commits', '--json'],
    ['--commits', 'key', '--since', 'HEAD^{/Its key is .*[A-M] and}', '--json'],
    ['key', '--committed', '--json', '--include', 'file:utf16/settings.txt'],
  ],
  symbols: () => [...some(), 'connect', 'setting'].map((name) => [name, '--json']),
  refs: () => [
    ['connect', '--json'],
    [made.guesses[0]!, '--json'],
    ['addItem', '--callees', '--json'],
  ],
  related: ({ chunkId, shownIds }) => [
    ...made.paths.slice(0, 3).map((path) => [`${path}:2`, '--json']),
    ...[chunkId, ...shownIds.slice(0, 3)].map((id) => [id, '--json']),
  ],
  files: () => [['--json'], ['--rev', 'HEAD~1', '--json'], ['--rev', `HEAD^{/${made.guesses[0]!.slice(0, 5)}}`]],
  show: () => made.paths.slice(0, 3).flatMap((path) => [[path], ['--json', '--rev', 'HEAD', path]]),
  chunks: () => made.paths.slice(0, 3).flatMap((path) => [[path], ['--json', '--rev', 'HEAD', path]]),
  status: () => [['--json']],
  doctor: () => [[]],
  pack: (twin) => [
    ['--report', '--json'],
    ['-o', packed(twin)],
  ],
  verify: (twin) => [[packed(twin)]],
  unpack: (twin) => [[packed(twin), '-o', join(packed(twin), '..', 'unpacked')]],
  pages: (twin) => [
    [packed(twin), '-o', join(packed(twin), '..', 'page')],
    ['--rev', `HEAD^{/${made.guesses[0]!.slice(0, 5)}}`, '-o', join(packed(twin), '..', 'none')],
  ],
  pull: (twin) => [[packed(twin)]],
  index: () => [['--dry-run', '--json'], ['--json'], ['--rev', 'HEAD^{/Its key is .*[A-M] and}']],
  gc: () => [['--dry-run']],
  completion: () => [['bash']],
};

/** They serve, wait, write settings or speak with others; what they serve or make is asked elsewhere. */
const NOT_ASKED = ['ask', 'clean', 'hooks', 'init', 'mcp', 'merge', 'push', 'repos', 'serve', 'sync', 'watch'];

it('every command is asked, or named with those that are not', () => {
  expect([...Object.keys(ASKED), ...NOT_ASKED].sort()).toEqual(Object.keys(COMMANDS).sort());
});

it.each(Object.keys(ASKED))('cora %s tells nothing of a secret', async (command) => {
  const asks = made.twins.map((twin) => ASKED[command as keyof typeof ASKED]!(twin));
  for (const [at, words] of asks[0]!.entries()) {
    const [one, other] = await Promise.all(
      made.twins.map(async (twin, which) => {
        const { repo } = twin;
        const env = { ...repo.env, CORA_EMBEDDER: 'hash', COLUMNS: '100' };
        const { code, stdout, stderr } = await runCli([command, ...asks[which]![at]!], { cwd: repo.dir, env });
        expect(code, stderr).toBeLessThan(3);
        const text = `${code}\n${stdout}\n${stderr}`.replaceAll(folders.get(twin) ?? '\0', 'FOLDER');
        return withoutNames(withoutSums(withoutSizes(text)), twin);
      }),
    );
    if (one !== other) expect(other, `${command} ${words.join(' ')}`).toBe(one);
    const held = made.twins.flatMap(({ secrets }) => secrets).filter((secret) => one!.includes(secret));
    expect(
      held.filter((secret) => !words.includes(secret)),
      words.join(' '),
    ).toEqual([]);
  }
});

/**
 * The owner of the files is told the names that Git gives them, and sums over a whole index, which names them too. No server and no
 * agent is: test/integration/secrets/asked.test.ts.
 */
function withoutSums(text: string): string {
  return text
    .replace(/("(?:blob|digest)": )"[0-9a-f]{40,64}"/g, '$1"SUM"')
    .replace(/^( {2}(?:digest|sha256) +)[0-9a-f]{64}$/gm, '$1SUM');
}

/** Names do not compress alike, and no two runs take as long. */
function withoutSizes(text: string): string {
  return text
    .replace(/"(table|state|total)": \d+/g, '"$1": 0')
    .replace(/\d[\d.,]* (?:s|ms|seconds|minutes?|B|kB|MB|GB|bytes)\b/g, 'SIZE');
}

it('cora related takes no id that is a hash of a secret', async () => {
  for (const { repo, ownIds } of made.twins) {
    const env = { ...repo.env, CORA_EMBEDDER: 'hash' };
    const { code, stderr } = await runCli(['related', ownIds[0]!], { cwd: repo.dir, env });
    expect(code).toBe(2);
    expect(stderr).toContain(`No chunk of this view has the id ${ownIds[0]}.`);
  }
});

it('cora ask sends the same to a model', async () => {
  const model = await serveModel(() => ({ pieces: ['It holds settings.'] }));
  try {
    const sent: string[] = [];
    for (const twin of made.twins) {
      const { repo } = twin;
      const env = { ...repo.env, ...model.env, CORA_EMBEDDER: 'hash' };
      const before = model.asked.length;
      for (const question of [some()[0]!, 'what is the api key?', 'what changed in keys/deploy.md?']) {
        const { code, stderr } = await runCli(['ask', question, '--model', 'ollama:made-up'], { cwd: repo.dir, env });
        expect(code, stderr).toBeLessThan(2);
      }
      const prompts = JSON.stringify(model.asked.slice(before).map(({ body }) => body));
      // The mark is a hash of what stands between, with the names of commits.
      sent.push(withoutNames(prompts.replace(/(?<=(?:BEGIN|END) DATA )[0-9a-f]{24}/g, 'MARK'), twin));
    }
    expect(sent[0]!.length).toBeGreaterThan(10_000);
    expect(sent[1]).toBe(sent[0]);
  } finally {
    await model.close();
  }
});

it('only the owner who says so is shown it', async () => {
  const [{ repo, secrets }] = made.twins;
  const wanted = secrets.at(-1)!;
  const asked = (...flags: string[]) => runCli(['grep', '-F', wanted, ...flags], { cwd: repo.dir, env: repo.env });
  expect(await asked()).toMatchObject({ code: 1, stdout: '' });
  expect((await asked('--unredacted')).stdout).toContain(wanted);
  const variable = await runCli(['grep', '-F', wanted], {
    cwd: repo.dir,
    env: { ...repo.env, CORA_UNREDACTED: 'true' },
  });
  expect(variable).toMatchObject({ code: 1, stdout: '' });
  const fallback = await runCli(['query', wanted, '--fallback', '--unredacted'], { cwd: repo.dir, env: repo.env });
  expect(fallback.code).toBe(2);
});

/** The judge, proved on programs that do what is forbidden: each is caught, by its kind and by what it touched. */

import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempDir } from '../../helpers/tempRepo.ts';
import { allowedIn, type Places } from './allowed.ts';
import { judge, type Violation } from './judge.ts';
import { parseTrace } from './parseTrace.ts';
import { canTrace, readTrace, runTraced } from './trace.ts';

function place(): Places {
  const base = tempDir('cora-judge-');
  const at = (name: string): string => {
    mkdirSync(join(base, name), { recursive: true });
    return join(base, name);
  };
  const places = {
    ...{ dir: at('repo'), gitDir: at('repo/.git'), home: at('home'), tmp: at('tmp'), outputs: at('outputs') },
    outside: at('outside'),
  };
  at('repo/.git/cora');
  writeFileSync(join(places.outside, 'secret.txt'), 'secret\n');
  writeFileSync(join(base, 'other.txt'), 'other\n');
  writeFileSync(join(places.dir, 'own.txt'), 'own\n');
  symlinkSync(join(places.outside, 'secret.txt'), join(places.dir, 'link'));
  symlinkSync(places.outside, join(places.gitDir, 'cora/folder'));
  return places;
}

/** What a shell script does in such a place; the shell and its tools are allowed. */
async function shell(script: string, words: readonly string[] = ['sh', '-c', script]): Promise<Violation[]> {
  const places = place();
  const file = join(tempDir(), 'trace');
  const env = { PATH: process.env['PATH'], HOME: places.home };
  await runTraced(words, file, { cwd: places.dir, env });
  return judge(await readTrace(file), allowedIn(places, { shell: true }), { cwd: places.dir });
}

const node = (code: string): Promise<Violation[]> => shell('', [process.execPath, '-e', code]);

/** Calls of git with its settings that keep it inert. */
const INERT =
  'git -c core.fsmonitor=false -c core.hooksPath=/dev/null -c protocol.allow=never -c credential.helper= -c core.quotePath=false -c log.showSignature=false';

function expectCaught(found: readonly Violation[], kind: Violation['kind'], what: string): void {
  expect(
    found.filter((one) => one.kind === kind && one.what.includes(what)),
    JSON.stringify(found),
  ).not.toEqual([]);
}

describe.skipIf(!canTrace() && process.env['CI'] !== 'true')('the judge', () => {
  it.each([
    ['cat own.txt >.git/cora/copy; mkdir .git/cora/new; mv .git/cora/copy .git/cora/new/copy'],
    [`${INERT} ls-files -z --others --exclude-standard`],
    ['cat /etc/passwd /proc/self/status >/dev/null'],
  ])('lets pass what is allowed: %s', async (script) => {
    expect(await shell(script)).toEqual([]);
  });

  it.each([
    ['another program', 'tail own.txt', 'tail'],
    ['a program of the repository', 'cp "$(command -v cat)" tool; ./tool own.txt', 'tool'],
    ['a program that is not there', '/nowhere/git status', '/nowhere/git'],
    ['a program in a child of a child', '(sh -c "(id -u &) ; wait") >/dev/null', 'id'],
    ['git with the settings of the repository', 'git status', 'git: '],
    ['git with one setting less', `${INERT.replace(' -c core.fsmonitor=false', '')} ls-files -z`, 'git: '],
    ['a subcommand of git that Cora has no use for', `${INERT} archive HEAD`, 'git archive'],
    ['a diff that may start programs', `${INERT} diff-tree -r -z HEAD`, '--no-ext-diff'],
    ['an option of git that is not known', `${INERT} ls-files --recurse-submodules`, '--recurse-submodules'],
    ['an address in the place of a name', `${INERT} rev-list ext::sh`, 'ext::sh'],
    ['git on the network by itself', `${INERT} fetch origin`, 'git fetch'],
    ['node with code of its own', `'${process.execPath}' -e 1`, 'node with -e'],
  ])('catches %s', async (_, script, what) => {
    expectCaught(await shell(script), 'program', what);
  });

  it.each([
    ['a connection', 'require("net").connect(9, "127.0.0.1").on("error", () => {})', '127.0.0.1:9'],
    ['a connection over IPv6', 'require("net").connect(9, "::1").on("error", () => {})', '::1:9'],
    [
      'a datagram',
      'const s = require("dgram").createSocket("udp4"); s.send("x", 9, "127.0.0.1", () => s.close())',
      '127.0.0.1:9',
    ],
    ['a socket of another program', 'require("net").connect("/nowhere.sock").on("error", () => {})', 'AF_UNIX'],
    [
      'a port for other machines',
      'require("net").createServer().listen(0, "0.0.0.0", function () { this.close() })',
      'bind',
    ],
  ])('catches %s', async (_, code, what) => {
    expectCaught(await node(code), 'connection', what);
  });

  it.each([
    ['a file that is written', 'echo x >../other.txt', 'other.txt'],
    ['a file of the repository that is written', 'echo x >own.txt', 'own.txt'],
    ['a file that is made behind a link', 'echo x >.git/cora/folder/new', 'outside/new'],
    ['a file that is written through a link', 'echo x >link', 'outside/secret.txt'],
    ['a file that is written after a change of folder', 'cd ../outside; echo x >new', 'outside/new'],
    ['a folder that is made', 'mkdir ../new', 'mkdir'],
    ['a file that is renamed to another place', 'cp own.txt .git/cora/x; mv .git/cora/x ../x', 'rename'],
    ['a file that cannot be made', 'echo x >../outside/none/new', 'outside/none/new'],
  ])('catches %s', async (_, script, what) => {
    expectCaught(await shell(script), 'write', what);
  });

  it.each([
    ['unlink', 'fs.unlinkSync("own.txt")'],
    ['symlink', 'fs.symlinkSync("own.txt", "other")'],
    ['link', 'fs.linkSync("own.txt", "other")'],
    ['chmod', 'fs.chmodSync("own.txt", 0o777)'],
    ['rmdir', 'fs.rmdirSync("../outside/none")'],
    ['utime', 'fs.utimesSync("own.txt", 1, 1)'],
  ])('catches a change by %s', async (call, code) => {
    expectCaught(await node(`const fs = require("node:fs"); try { ${code} } catch {}`), 'write', call);
  });

  it.each([
    ['a file beside the repository', 'cat ../other.txt', 'other.txt'],
    ['a file behind a link', 'cat link', 'outside/secret.txt'],
    ['a file by a way through the repository', 'cat .git/../../other.txt', 'other.txt'],
    ['a file of the user', 'cd; cat .netrc; cat ../other.txt', 'other.txt'],
    ['a bait that is not there', 'cat ../outside/none', 'outside/none'],
    ['a folder that is listed', `'${process.execPath}' -e 'fs.readdirSync("../outside")'`, 'outside'],
  ])('catches reading %s', async (_, script, what) => {
    expectCaught(await shell(script), 'read', what);
  });

  it.each(['io_uring_setup(8, 0x1)', 'ptrace(PTRACE_ATTACH, 1)', 'mount("a", "b", "c", 0, NULL)'])(
    'catches ways past it: %s',
    (call) => {
      const found = judge(parseTrace(`1  ${call} = 3`), allowedIn(place()), { cwd: '/' });
      expectCaught(found, 'unseen', call.split('(')[0]!);
    },
  );

  it('counts only what Cora’s script starts where git was started by the user', async () => {
    const places = place();
    const file = join(tempDir(), 'trace');
    writeFileSync(join(places.dir, 'cora.sh'), 'cat ../other.txt\n');
    const env = { PATH: process.env['PATH'], HOME: places.home };
    await runTraced(['sh', '-c', 'head ../outside/secret.txt; sh ./cora.sh'], file, { cwd: places.dir, env });
    const from = (argv: readonly string[]): boolean => argv[1] === './cora.sh';
    const found = judge(await readTrace(file), allowedIn(places, { shell: true }), { cwd: places.dir, from });
    expect(found).toEqual([{ kind: 'read', what: join(places.dir, '../other.txt') }]);
  });
});

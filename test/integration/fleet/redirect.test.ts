/** Where an https server sends a sync on to: the same host, and no other, with none of the user's credentials. */

import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { testFleet } from '../../helpers/fleet.ts';
import { selfSigned } from '../../helpers/selfSigned.ts';
import { gitEnv, tempDir, tempRepo } from '../../helpers/tempRepo.ts';

describe('a redirect over https', () => {
  const certificate = selfSigned('localhost');
  const ca = join(tempDir(), 'ca.pem');
  writeFileSync(ca, certificate.cert);
  const servers: Server[] = [];
  afterAll(() => {
    for (const server of servers) server.close();
  });

  interface Host {
    origin: string;
    asked: { path: string; authorization: string | undefined; headers: IncomingHttpHeaders }[];
    /** Prefix of a path → where it leads. */
    redirects: Map<string, string>;
    /** Paths that begin so want a password. */
    locked: string;
  }

  /** Git's own smart protocol, of the repositories below a folder. */
  async function serve(root: string): Promise<Host> {
    const host: Host = { origin: '', asked: [], redirects: new Map(), locked: '/nothing' };
    const server = createServer(certificate, (request, response) => {
      const url = new URL(request.url!, 'https://localhost');
      host.asked.push({ path: request.url!, authorization: request.headers.authorization, headers: request.headers });
      for (const [prefix, target] of host.redirects) {
        if (!request.url!.startsWith(prefix)) continue;
        response.writeHead(302, { location: target + request.url!.slice(prefix.length) }).end();
        return;
      }
      if (url.pathname.startsWith(host.locked) && request.headers.authorization === undefined) {
        response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
        return;
      }
      const name = /^\/([\w.-]+)\/(info\/refs|git-upload-pack)$/.exec(url.pathname);
      if (name === null) {
        response.writeHead(404).end();
        return;
      }
      const isList = name[2] === 'info/refs';
      const args = ['upload-pack', '--stateless-rpc', ...(isList ? ['--advertise-refs'] : []), join(root, name[1]!)];
      const git = spawn('git', args, { env: gitEnv() });
      const kind = isList ? 'advertisement' : 'result';
      response.writeHead(200, { 'content-type': `application/x-git-upload-pack-${kind}` });
      if (isList) response.write('001e# service=git-upload-pack\n0000');
      git.stdout.pipe(response);
      request.pipe(git.stdin);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    servers.push(server);
    host.origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    return host;
  }

  it('has nothing to do with a login that git lacks: the host is named, and what it means', async () => {
    const host = await serve(tempDir());
    host.locked = '/private.git';
    const fleet = testFleet({}, gitEnv({ GIT_SSL_CAINFO: ca }));
    await fleet.add(`${host.origin}/private.git`, { name: 'a' });
    const error = `'${host.origin}' wants a login that git does not have: the repository is private, or not there`;
    expect((await fleet.sync()).repositories).toMatchObject([{ outcome: 'failed', error }]);
  });

  it('on the same host is followed; to another one it is refused, by name, and nothing is fetched', async () => {
    const repo = tempRepo();
    repo.file('a.ts', 'export function alpha() {}\n').commit();
    const [host, other] = [await serve(dirname(repo.dir)), await serve(dirname(repo.dir))];
    const helper = join(tempDir(), 'helper');
    writeFileSync(helper, '#!/bin/sh\n[ "$1" != get ] || printf "username=me\\npassword=sesame\\n"\n', { mode: 0o755 });
    const env = gitEnv({ GIT_SSL_CAINFO: ca });
    writeFileSync(
      join(env['HOME']!, '.gitconfig'),
      `[credential]\n\thelper = ${helper}\n[http]\n\tfollowRedirects = true\n`,
    );
    host.locked = '/repo';
    other.locked = '/repo';
    host.redirects.set('/old/', `${host.origin}/repo/`);
    host.redirects.set('/away/', `${other.origin}/repo/`);
    const fleet = testFleet({}, env);
    await fleet.add(`${host.origin}/old`, { name: 'old' });
    await fleet.add(`${host.origin}/away`, { name: 'away' });
    const { repositories } = await fleet.sync();
    expect(repositories).toMatchObject([
      { name: 'away', outcome: 'failed', error: expect.stringContaining(other.origin) },
      { name: 'old', outcome: 'updated', files: 1 },
    ]);
    const password = `Basic ${Buffer.from('me:sesame').toString('base64')}`;
    expect(host.asked.map(({ authorization }) => authorization)).toContain(password);
    expect(other.asked.length).toBeGreaterThan(0);
    expect(
      other.asked.every(({ authorization, path }) => authorization === undefined && path.includes('info/refs')),
    ).toBe(true);
    expect(existsSync(join(fleet.home, 'repos', 'away'))).toBe(false);
    // Where nobody wants a password, it is where the redirect leads that is looked at.
    other.locked = '/nothing';
    const open = await fleet.sync(['away']);
    expect(open.repositories).toMatchObject([{ error: expect.stringContaining(`redirects to ${other.origin}/repo`) }]);
    expect(other.asked.filter(({ authorization }) => authorization !== undefined)).toEqual([]);
    // A header of the user's would go along: then no redirect is followed.
    const seen = other.asked.length;
    appendFileSync(join(env['HOME']!, '.gitconfig'), '[http]\n\textraHeader = x-mine: yes\n');
    // One that is taken back for a third host changes nothing for this one.
    appendFileSync(join(env['HOME']!, '.gitconfig'), '[http "https://elsewhere.example"]\n\textraHeader =\n');
    const withHeader = await fleet.sync(['away']);
    expect(withHeader.repositories).toMatchObject([{ outcome: 'failed', error: expect.stringContaining('302') }]);
    expect([other.asked.length, host.asked.at(-1)!.headers['x-mine']]).toEqual([seen, 'yes']);
    writeFileSync(join(env['HOME']!, '.gitconfig'), `[credential]\n\thelper = ${helper}\n`);
    // What leads away only once it is fetched from is refused by git.
    host.redirects.set('/repo/git-upload-pack', `${other.origin}/repo/git-upload-pack`);
    repo.file('b.ts', 'export function beta() {}\n').commit();
    const before = other.asked.length;
    const again = await fleet.sync(['old']);
    expect(again.repositories).toMatchObject([
      { name: 'old', outcome: 'failed', error: expect.stringMatching(/30[12]|redirect/) },
    ]);
    expect(other.asked).toHaveLength(before);
  });
});

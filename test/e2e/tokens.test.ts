/** The built command line with every credential set, in a clone whose origin and whose servers want them. */

import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CREDENTIALS } from '../../src/net/credentials.ts';
import { runCli } from '../helpers/runCli.ts';
import { selfSigned } from '../helpers/selfSigned.ts';
import { tempDir, tempRepo } from '../helpers/tempRepo.ts';

const ALL = Object.fromEntries(Object.keys(CREDENTIALS).map((name) => [name, `secret-of-${name}`]));

interface Listener {
  server: Server;
  host: string;
  /** What came, with all headers. */
  asked: string[];
  redirect: string | null;
}

const certificate = selfSigned('localhost');
const ca = join(tempDir(), 'ca.pem');

async function listen(): Promise<Listener> {
  const listener: Listener = { asked: [], redirect: null } as unknown as Listener;
  listener.server = createServer(certificate, (request, response) => {
    listener.asked.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    const to = listener.redirect;
    if (to === null) response.writeHead(404).end('{}');
    else response.writeHead(307, { location: to }).end();
  });
  await new Promise<void>((resolve) => {
    listener.server.listen(0, '127.0.0.1', resolve);
  });
  listener.host = `localhost:${(listener.server.address() as AddressInfo).port}`;
  return listener;
}

let origin: Listener;
let other: Listener;
beforeAll(async () => {
  writeFileSync(ca, certificate.cert);
  [origin, other] = await Promise.all([listen(), listen()]);
});
afterAll(() => {
  for (const { server } of [origin, other]) server.close();
});

/** @returns what both were asked */
async function pull(words: readonly string[], more: NodeJS.ProcessEnv, redirect: string | null = null) {
  const repo = tempRepo();
  repo.file('a.py', 'def a():\n    pass\n').commit();
  repo.git('remote', 'add', 'origin', `https://${origin.host}/acme/shop.git`);
  origin.asked.length = 0;
  other.asked.length = 0;
  origin.redirect = redirect;
  const env = { ...repo.env, ...ALL, CORA_EMBEDDER: 'hash', NODE_EXTRA_CA_CERTS: ca, ...more };
  const result = await runCli(['pull', ...words], { cwd: repo.dir, env });
  return { ...result, asked: [...origin.asked], elsewhere: [...other.asked] };
}

describe('cora pull', () => {
  it('asks a host that origin names and the user does not for nothing, and says how to name it', async () => {
    const { asked, stderr, code } = await pull([], {});
    expect(asked).toEqual([]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`GH_HOST=${origin.host}`)]);
  });

  it('sends the one that is for an Enterprise Server where the user names the host, and nothing behind a redirect', async () => {
    const named = { GH_HOST: origin.host, CORA_GITHUB_TOKEN: '' };
    const { asked } = await pull([], named);
    expect(asked.join()).toContain('"authorization":"Bearer secret-of-GH_ENTERPRISE_TOKEN"');
    expect(asked.join().match(/secret-of/g)).toHaveLength(1);
    const led = await pull([], named, `https://${other.host}/api/v3/x`);
    expect(led.asked.join()).toContain('secret-of-GH_ENTERPRISE_TOKEN');
    expect(led.elsewhere).not.toEqual([]);
    expect(led.elsewhere.join()).not.toMatch(/secret|authorization/i);
  });

  it('sends none of them to an address', async () => {
    const { asked } = await pull([`https://${origin.host}/index.tar`], { GH_HOST: origin.host });
    expect(asked).toHaveLength(1);
    expect(asked.join()).not.toMatch(/secret|authorization/i);
  });
});

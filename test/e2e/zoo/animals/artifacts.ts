/** Indexes of others in the tree, addresses of remotes, workflow files. */

import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { selfSigned } from '../../../helpers/selfSigned.ts';
import type { Animal, Cage } from '../cage.ts';

const committing =
  (make: (cage: Cage) => void) =>
  (cage: Cage): void => {
    make(cage);
    cage.repo.commit();
  };

function clone(
  name: string,
  tries: string,
  make: (cage: Cage) => void,
  aims: readonly string[],
  more: Partial<Animal> = {},
): Animal {
  return { ...{ name, tries, comes: 'clone', aims }, ...more, make: committing(make) };
}

const PULLING = ['pull', 'push', 'repos', 'sync', 'status'];

/** A clone of what lies at an address, as its owner's `git clone` would have left it. */
function origin(name: string, url: (cage: Cage) => string, more: Partial<Animal> = {}): Animal {
  return clone(`an origin ${name}`, 'has tokens of the user sent to its host', () => undefined, PULLING, {
    afterClone: (cage) =>
      void spawnSync('git', ['-C', cage.dir, 'config', 'remote.origin.url', url(cage)], { env: cage.env }),
    ...more,
  });
}

/** A server at the address of origin that this user's machine trusts: whoever types `cora pull` may ask it, and brings no token. */
function listening(name: string, url: (host: string) => string, check?: Animal['check']): Animal {
  const asked: string[] = [];
  let host = '';
  return {
    ...origin(name, () => url(host), {
      check: (cage, said, visit) => {
        const carried = asked.splice(0).find((one) => one !== '');
        return carried === undefined ? (check?.(cage, said, visit) ?? null) : `its host got ${carried}`;
      },
    }),
    make: async (cage) => {
      cage.repo.commit();
      const { key, cert } = selfSigned('localhost');
      const server = createServer({ key, cert }, (request, response) => {
        const { authorization = '', cookie = '' } = request.headers;
        asked.push(authorization + cookie);
        response.writeHead(404).end();
      });
      server.listen(0, '127.0.0.1');
      await once(server, 'listening');
      onTestFinished(() => void server.close());
      host = `localhost:${(server.address() as AddressInfo).port}`;
      writeFileSync(join(cage.outputs, 'ca.pem'), cert);
      cage.env['NODE_EXTRA_CA_CERTS'] = join(cage.outputs, 'ca.pem');
      cage.chosen.push(host.replace('localhost', '127.0.0.1'), host.replace('localhost', '::1'));
    },
  };
}

/** A member of a tar file, with whatever name. */
function member(name: string, content: string, type = '0', link = ''): Buffer {
  const head = Buffer.alloc(512);
  head.write(name.slice(0, 100), 0);
  head.write('0000644\0' + '0000000\0' + '0000000\0', 100);
  head.write(`${Buffer.byteLength(content).toString(8).padStart(11, '0')}\0`, 124);
  head.write('00000000000\0        ', 136);
  head.write(type, 156);
  head.write(link.slice(0, 100), 157);
  head.write('ustar\x0000', 257);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
  body.write(content);
  return Buffer.concat([head, body]);
}

export const ARTIFACTS: readonly Animal[] = [
  clone(
    'a packed index that writes elsewhere',
    'has members of an archive written outside',
    ({ repo, outside }) => {
      const tar = Buffer.concat([
        member('manifest.json', '{"format":1,"__proto__":{"x":1}}'),
        member('../../outside/written', 'x'),
        member('/tmp/written', 'x'),
        member('link', '', '2', `${outside}/secret.txt`),
        member('link', 'written', '0'),
        Buffer.alloc(1024),
      ]);
      for (const name of ['index.tar', 'cora-index.tar', 'cora.index']) repo.file(name, tar);
      for (const name of ['index.tar.gz', 'cora-index.tar.gz']) repo.file(name, gzipSync(tar));
    },
    ['pull index.tar', 'query', 'status', 'pull'],
  ),
  clone(
    'a folder that is called an index',
    'has a folder of the tree taken for the index',
    ({ repo }) => {
      for (const name of ['.cora', 'cora-index', 'index', 'cora'])
        repo.file(`${name}/repo_state.json`, '{"version":1}');
    },
    ['query', 'index', 'status', 'pull', 'clean'],
  ),
  clone(
    'workflow files',
    'chooses what the Action does by files of the tree',
    ({ repo, trap }) => {
      repo.file('.github/workflows/index.yml', `on: push\nenv:\n  CORA_MODEL: ${trap.url}\njobs: {}\n`);
      repo.file('action.yml', 'runs:\n  using: node20\n  main: evil.js\n').file('evil.js', 'process.exit(1)\n');
      repo.file('notes.md', '::set-output name=x::y\n::add-mask::z\n::error::pwned\n');
    },
    ['action', 'index', 'status'],
  ),
  listening('at another host', (host) => `https://${host}/acme/shop.git`),
  listening(
    'with a password',
    (host) => `https://user:hunter2@${host}/acme/shop.git`,
    (_, said) => (said.includes('hunter2') ? 'it printed a password' : null),
  ),
  origin('over ssh', () => 'ssh://-oProxyCommand=touch pwned/x'),
  origin('that is a command', ({ program }) => `ext::${program('ext')}`),
  origin('that is an option', () => '--upload-pack=touch pwned'),
];

/** Which proxy an address is asked through, variable by variable. */

import { describe, expect, it } from 'vitest';
import { chooseProxy } from '../../../src/net/createFetch.ts';

const P = 'http://proxy.example:3128';

function originFor(address: string, env: Record<string, string>): string | null {
  return chooseProxy(new URL(address), env)?.origin ?? null;
}

describe('chooseProxy', () => {
  it.each<[address: string, env: Record<string, string>, origin: string | null]>([
    ['https://a.example/', {}, null],
    ['https://a.example/', { HTTPS_PROXY: P }, P],
    ['https://a.example/', { https_proxy: P, HTTPS_PROXY: 'http://other' }, P],
    ['https://a.example/', { https_proxy: '', HTTPS_PROXY: P }, P],
    ['https://a.example/', { HTTP_PROXY: P }, null],
    ['http://a.example/', { HTTPS_PROXY: P }, null],
    ['http://a.example/', { HTTP_PROXY: P }, P],
    ['http://a.example/', { http_proxy: P }, P],
    ['https://a.example/', { ALL_PROXY: P }, P],
    ['http://a.example/', { all_proxy: P, http_proxy: 'http://own' }, 'http://own'],
    ['http://a.example/', { http_proxy: 'proxy.example:3128' }, P],
    ['http://a.example/', { http_proxy: 'https://proxy.example' }, 'https://proxy.example'],
  ])('%s with %o: %s', (address, env, origin) => {
    expect(originFor(address, env)).toBe(origin);
  });

  it.each<[list: string, address: string, direct: boolean]>([
    ['*', 'http://a.example/', true],
    ['a.example', 'http://a.example/', true],
    ['A.Example.', 'http://a.example/', true],
    ['example', 'http://a.example/', true],
    ['.a.example', 'http://a.example/', true],
    ['*.example', 'http://b.a.example/', true],
    ['b.example, a.example', 'http://a.example/', true],
    ['b.example a.example', 'http://a.example/', true],
    ['ample', 'http://a.example/', false],
    ['b.a.example', 'http://a.example/', false],
    ['.', 'http://a.example/', false],
    ['a.example:80', 'http://a.example/', true],
    ['a.example:443', 'https://a.example/', true],
    ['a.example:8080', 'http://a.example/', false],
    ['10.1.2.3', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://10.1.2.3/', true],
    ['10.0.0.0/8', 'http://11.1.2.3/', false],
    ['10.0.0.0/99', 'http://10.1.2.3/', false],
    ['2.3', 'http://10.1.2.3/', false],
    ['fd00::/8', 'http://[fd00::1]/', true],
    ['[fd00::1]:80', 'http://[fd00::1]/', true],
    ['fd00::1', 'http://[fd00::1]/', true],
    ['fd00::2', 'http://[fd00::1]/', false],
    ['10.0.0.0/8', 'http://[fd00::1]/', false],
  ])('NO_PROXY=%s, %s: directly %s', (list, address, direct) => {
    expect(originFor(address, { ALL_PROXY: P, NO_PROXY: list })).toBe(direct ? null : P);
    expect(originFor(address, { ALL_PROXY: P, no_proxy: list, NO_PROXY: 'c.example' })).toBe(direct ? null : P);
  });

  it.each(['http://localhost:11434/', 'http://127.0.0.1/', 'http://127.9.9.9/', 'http://[::1]:80/'])(
    'never leads %s, which is this machine, to another one',
    (address) => {
      expect(originFor(address, { ALL_PROXY: P, HTTP_PROXY: P })).toBeNull();
    },
  );

  it('takes user and password apart from the address', () => {
    const env = { HTTPS_PROXY: 'http://me%40corp:p%3Aw@proxy.example:3128' };
    expect(chooseProxy(new URL('https://a.example/'), env)).toEqual({
      variable: 'HTTPS_PROXY',
      origin: P,
      authorization: `Basic ${Buffer.from('me@corp:p:w').toString('base64')}`,
    });
  });

  it.each([
    ['socks5://me:hunter2@proxy.example:1080', 'names a socks5 proxy'],
    ['http://me:hunter2@', 'is not the address'],
    ['http://me:hunter2@proxy.example:99999', 'is not the address'],
    ['http://me:hunter2%@proxy.example', 'user or password'],
  ])('refuses what it cannot use by the name of its variable, not by its value: %s', (value, said) => {
    let refused: unknown;
    try {
      chooseProxy(new URL('https://a.example/'), { ALL_PROXY: value });
    } catch (error) {
      refused = error;
    }
    expect(refused).toMatchObject({ code: 'CONFIG', message: expect.stringMatching(`${said}|ALL_PROXY.*${said}`) });
    const { message, hint, cause } = refused as Error & { hint: string };
    expect(`${message} ${hint}`).toContain(value.includes('%@') ? '%25' : 'NO_PROXY=a.example');
    expect(`${message} ${hint} ${String(cause)}`).not.toMatch(/hunter2|me:/);
  });
});

/** How the server gives out the page. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPage } from '../../../src/server/createApp.ts';
import { tempDir } from '../../helpers/tempRepo.ts';

const folder = tempDir();
const page = createPage(folder);
const ask = (path: string, init: RequestInit = {}): Response => page(new Request(`http://localhost${path}`, init));

beforeAll(() => {
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'assets/page-HASH.js'), 'let a;');
  writeFileSync(join(folder, 'secret.txt'), 'secret');
});

describe('the page', () => {
  it('may run its own scripts and nothing else', async () => {
    const { status, headers } = ask('/');
    expect(status).toBe(200);
    const policy = headers.get('content-security-policy') ?? '';
    for (const part of [
      "default-src 'none'",
      "script-src 'self'",
      "require-trusted-types-for 'script'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(part);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  });

  it('is asked for anew, what its name tells is kept', async () => {
    const first = ask('/');
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = ask('/', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } });
    expect([again.status, await again.text()]).toEqual([304, '']);
    const script = ask('/assets/page-HASH.js');
    expect(script.headers.get('cache-control')).toContain('immutable');
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(await script.text()).toBe('let a;');
  });

  it.each([
    '/assets/',
    '/assets/none.js',
    '/assets/../secret.txt',
    '/assets/%2e%2e/secret.txt',
    '/assets/..%2fsecret.txt',
  ])('gives out nothing else: %s', async (path) => {
    const response = ask(path);
    expect(response.status).toBe(404);
    expect(await response.text()).not.toContain('secret');
  });

  it('says what to do where it was not built', () => {
    expect(() => createPage(join(folder, 'nowhere'))(new Request('http://localhost/'))).toThrow(/without its web page/);
  });
});

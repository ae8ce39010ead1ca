/** What the sources of the page never hold: markup made of strings, code made of strings, addresses of others. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const folder = fileURLToPath(new URL('../../../src/web', import.meta.url));
const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\.(tsx?|css|html)$/.test(file),
);
const read = (file: string): string => readFileSync(join(folder, file), 'utf8');

const FORBIDDEN =
  /innerHTML|outerHTML|insertAdjacentHTML|document\.write|DOMParser|createContextualFragment|srcdoc|\beval\(|new Function|javascript:|trustedTypes/;

/** The one policy of trusted types: that of the worker's own file. */
const POLICIES: Readonly<Record<string, string>> = { [join('static', 'transport.ts')]: 'trustedTypes' };

describe('the page', () => {
  it('makes no markup and no code of strings', () => {
    expect(files.length).toBeGreaterThan(30);
    for (const file of files)
      expect([file, FORBIDDEN.exec(read(file))?.[0] ?? null]).toEqual([file, POLICIES[file] ?? null]);
  });

  it('names no other server', () => {
    const allowed = /^https?:\/\/(www\.w3\.org\/2000\/svg|html\.spec\.whatwg\.org\/.*|github\.com\/org\/app)$/;
    for (const file of files) {
      const others = (read(file).match(/https?:\/\/[^\s'"`)<>]+/g) ?? []).filter((address) => !allowed.test(address));
      expect([file, others]).toEqual([file, []]);
    }
  });

  it('has no file over 400 lines', () => {
    for (const file of files) expect([file, read(file).split('\n').length <= 401]).toEqual([file, true]);
  });
});

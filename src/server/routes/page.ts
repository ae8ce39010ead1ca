/**
 * GET / and /assets/…: the web page, one HTML file with its scripts and styles. It holds no data
 * and is open to everybody; it asks for the token itself. All of it is read when it is first asked
 * for, so that no path of a request ever reaches the disk.
 */

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CoraError } from '../../base/errors.ts';
import type { AddRoutes } from '../apiServices.ts';

interface PageFile {
  body: Uint8Array<ArrayBuffer>;
  type: string;
  etag: string;
}

/**
 * Nothing but the page's own scripts runs, nothing is framed or sent elsewhere, and no string ever
 * becomes markup or code.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const PAGE_HEADERS: Readonly<Record<string, string>> = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
};

/** Names hold a hash of the content. */
const FOR_EVER = 'public, max-age=31536000, immutable';
const ASK_AGAIN = 'no-cache';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

const BUILT = fileURLToPath(new URL('./web/', import.meta.url));

/**
 * @param folder dist/web
 * @returns answers requests for `/` and `/assets/…`
 * @throws CoraError PLATFORM where the installation lacks the page, when it is first asked for
 */
export function createPage(folder: string = BUILT): (request: Request) => Response {
  let files: ReadonlyMap<string, PageFile> | undefined;
  return (request) => {
    const { pathname } = new URL(request.url);
    files ??= readPage(folder);
    const file = files.get(pathname);
    return file === undefined ? gone() : answer(request, file, pathname === '/' ? ASK_AGAIN : FOR_EVER);
  };
}

function readPage(folder: string): Map<string, PageFile> {
  try {
    const assets = readdirSync(join(folder, 'assets')).sort();
    return new Map([
      ['/', readPageFile(join(folder, 'index.html'))],
      ...assets.map((name) => [`/assets/${name}`, readPageFile(join(folder, 'assets', name))] as const),
    ]);
  } catch (cause) {
    throw new CoraError('PLATFORM', 'This installation of Cora comes without its web page.', {
      hint: 'npm run build',
      cause,
    });
  }
}

function readPageFile(path: string): PageFile {
  const body = new Uint8Array(readFileSync(path));
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`;
  return { body, etag, type: TYPES[extname(path)] ?? 'application/octet-stream' };
}

function answer(request: Request, { body, type, etag }: PageFile, caching: string): Response {
  const headers = { ...PAGE_HEADERS, etag, 'cache-control': caching, 'content-type': type };
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers });
  return new Response(request.method === 'HEAD' ? null : body, { headers });
}

function gone(): Response {
  return new Response('The page has no such file.\n', {
    status: 404,
    headers: { ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  });
}

export const addPage: AddRoutes = (app) => {
  const page = createPage();
  app.get('/', (c) => page(c.req.raw));
  app.get('/assets/*', (c) => page(c.req.raw));
};

/** A host of plain files, as a bucket or GitHub Pages is one: with ranges or without. It notes what it is asked. */

import { readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { sendRange } from './rangeServer.ts';
import { type WebServer, webServer } from './webServer.ts';

export interface StaticHost extends WebServer {
  /** Changed, it behaves otherwise from then on. */
  does: {
    /** False: it answers every request with the whole file. */
    ranges: boolean;
    /** Requests for these files wait until the promise is kept. */
    holds: { file: RegExp; until: Promise<void> } | null;
    /** Answers with another status for these files. */
    refuses: { file: RegExp; status: number } | null;
  };
  /** How often it was asked for a range, and for whole files, of what fits. */
  count(file: RegExp): { ranges: number; wholes: number };
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
};

/** An empty page, in which a test may do what the real page's policy forbids. */
export const EMPTY_PAGE = 'empty.html';

/** @param prefix where the folder lies on the host, such as `/project/` */
export async function staticHost(folder: string, prefix = '/'): Promise<StaticHost> {
  const does: StaticHost['does'] = { ranges: true, holds: null, refuses: null };
  const server = await webServer(async (request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    const file = pathname.startsWith(prefix) ? decodeURIComponent(pathname.slice(prefix.length)) || 'index.html' : '';
    if (does.holds?.file.test(file) === true) await does.holds.until;
    if (does.refuses?.file.test(file) === true) {
      response.writeHead(does.refuses.status).end();
      return;
    }
    response.setHeader('content-type', TYPES[extname(file)] ?? 'application/octet-stream');
    if (file === EMPTY_PAGE) {
      response.end('<!doctype html><link rel="icon" href="data:,"><title>empty</title>');
      return;
    }
    let content: Buffer;
    try {
      content = readFileSync(join(folder, file));
    } catch {
      response.writeHead(404).end();
      return;
    }
    if (does.ranges) sendRange(request, response, { content, etag: `"${content.length}"` });
    else response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  return {
    ...server,
    url: `${server.url}${prefix}`,
    does,
    count: (file) => {
      const asked = server.asked.filter(({ path }) => file.test(path));
      const ranges = asked.filter(({ headers }) => headers.range !== undefined).length;
      return { ranges, wholes: asked.length - ranges };
    },
  };
}

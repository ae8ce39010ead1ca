/** A file as a good web server gives it: ranges, If-Range, If-None-Match. What else it does is for a test to say. */

import type { IncomingMessage, ServerResponse } from 'node:http';

export interface ServedFile {
  content: Buffer;
  /** A strong ETag; else `modified`. */
  etag?: string;
  modified?: string;
}

/** Answers with the range that is asked for, or the whole file where If-Range names another version. */
export function sendRange(request: IncomingMessage, response: ServerResponse, file: ServedFile): void {
  const { content, etag, modified } = file;
  const mark = {
    ...(etag === undefined ? {} : { etag }),
    ...(modified === undefined ? {} : { 'last-modified': modified }),
  };
  const { range, 'if-range': ifRange, 'if-none-match': noneMatch, 'if-modified-since': since } = request.headers;
  const isKnown = (etag !== undefined && noneMatch === etag) || (modified !== undefined && since === modified);
  if (isKnown) {
    response.writeHead(304, mark).end();
    return;
  }
  const asked = /^bytes=(\d+)-(\d*)$/.exec(range ?? '');
  if (asked === null || (ifRange !== undefined && ifRange !== etag && ifRange !== modified)) {
    response.writeHead(200, { ...mark, 'content-length': content.length }).end(content);
    return;
  }
  const from = Number(asked[1]);
  const to = Math.min(content.length, asked[2] === '' ? content.length : Number(asked[2]) + 1);
  if (from >= content.length) {
    response.writeHead(416, { 'content-range': `bytes */${content.length}` }).end();
    return;
  }
  response
    .writeHead(206, {
      ...mark,
      'content-length': to - from,
      'content-range': `bytes ${from}-${to - 1}/${content.length}`,
    })
    .end(content.subarray(from, to));
}

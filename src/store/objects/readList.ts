/** Reads one page of a list of objects: `<Contents><Key>…</Key>…</Contents>` of S3 and Google, `<Blob><Name>…` of Azure. Pure. */

import type { ObjectService } from './objectService.ts';

export interface StoredObject {
  key: string;
  /** Differs when the object was written again. */
  stamp: string;
  etag: string;
  size: number;
}

export interface ListPage {
  objects: StoredObject[];
  next: string | null;
}

/** @throws Error for what is no such list */
export function readList(xml: string, { root, object, key, next, most }: ObjectService['words']): ListPage {
  if (!xml.includes(`<${root}`) || !xml.includes(`</${root}>`)) throw new Error('the answer is no list of objects');
  const objects = partsOf(xml, `<${object}>`, `</${object}>`, most).map((part) => {
    const name = textIn(part, key);
    const size = Number(textIn(part, 'Size') ?? textIn(part, 'Content-Length') ?? Number.NaN);
    const etag = plainEtag(textIn(part, 'ETag') ?? textIn(part, 'Etag') ?? '');
    if (name === null || name === '' || !Number.isSafeInteger(size))
      throw new Error('the list holds an object without a name or a size');
    const times = ['LastModified', 'Last-Modified', 'Generation'].map((field) => textIn(part, field) ?? '');
    return { key: name, etag, size, stamp: [etag, ...times, size].join(' ') };
  });
  const following = textIn(xml, next);
  if (following === null && textIn(xml, 'IsTruncated') === 'true') throw new Error('the list is cut off');
  return { objects, next: following === '' ? null : following };
}

/** `W/"x"` and `"x"` are x: lists and answers write it differently. */
export function plainEtag(text: string): string {
  return text.replace(/^W\//, '').replaceAll('"', '');
}

function partsOf(xml: string, begin: string, end: string, most: number): string[] {
  const parts: string[] = [];
  for (let at = xml.indexOf(begin); at >= 0; at = xml.indexOf(begin, at)) {
    const to = xml.indexOf(end, at);
    if (to < 0) throw new Error('the list is cut off');
    if (parts.length === most) throw new Error(`a page of more than ${most} objects`);
    parts.push(xml.slice(at + begin.length, to));
    at = to + end.length;
  }
  return parts;
}

function textIn(xml: string, name: string): string | null {
  const at = xml.indexOf(`<${name}>`);
  const to = at < 0 ? -1 : xml.indexOf(`</${name}>`, at);
  return to < 0 ? null : unescaped(xml.slice(at + name.length + 2, to));
}

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:(lt|gt|amp|quot|apos)|#(\d{1,7})|#x([0-9a-fA-F]{1,6}));/g, (_, name, decimal, hex) => {
    if (name !== undefined) return NAMED[name]!;
    const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
    return code > 0x10ffff ? '\ufffd' : String.fromCodePoint(code);
  });
}

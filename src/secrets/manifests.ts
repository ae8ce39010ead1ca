/**
 * Kubernetes Secrets: whatever stands below `data:` and `stringData:` of a manifest with
 * `kind: Secret`, by whatever name.
 */

import { isFiller, isRandom } from './isRandom.ts';
import { execAt, type SecretRule, type SecretSpan } from './secretRule.ts';
import { type Line, lineAround } from './tablesAndLists.ts';

const KIND = /kind["']?[ \t]{0,3}:[ \t]{0,3}["']?secret["']?[ \t]{0,9}(?=[,\r\n}]|$)/iy;
/** The document goes from one of these to the next. */
const BOUND = /^(?:---|[ \t]{0,20}(?:- )?["']?kind["']?[ \t]{0,3}:)/;
/** Another of the keywords, in the middle of a line: the rule is asked there too. */
const KIND_WITHIN = /kind(?:: ?|: ["']|": ?")secret["']?[ \t]{0,9}(?=[,\r\n}]|$)/i;
const DATA = /^["']?(data|stringData)["']?[ \t]*:(?:[ \t]*\{)?$/;
/** A pair in one line: `key: value`, `"key": "value",`. */
const PAIR = /^[ \t]*["']?[\w.-]{1,100}["']?[ \t]*:[ \t]*["']?([^\s"',]{8,40000})["']?,?[ \t]*$/d;
const BLOCK = /^[ \t]*["']?[\w.-]{1,100}["']?[ \t]*:[ \t]*[|>][+-]?[ \t]*$/;
const BASE64 = /^[A-Za-z0-9+/]{10,}={0,3}$/;
/** `-----BEGIN CERTIFICATE` in Base64. */
const CERTIFICATE = 'LS0tLS1CRUdJTiBDRVJUSUZJQ0FUR';
const MOST_LINES = 400;

export const MANIFEST_RULE: SecretRule = {
  id: 'kubernetes-secret',
  what: 'value of a Kubernetes Secret',
  keywords: ['kind: secret', 'kind: "secret', "kind: 'secret", 'kind":"secret', 'kind": "secret', 'kind:secret'],
  find: findInManifest,
};

function findInManifest(text: string, at: number): SecretSpan[] | null {
  if (execAt(KIND, text, at) === null) return null;
  const lines = [...linesBeside(text, at, -1).reverse(), ...linesBeside(text, at, 1)];
  const spans: SecretSpan[] = [];
  let indent = -1;
  let isPlain = false;
  let blockIndent = -1;
  for (const line of lines) {
    const depth = depthOf(line.text);
    if (line.text.trim() === '' || line.text.trimStart().startsWith('#')) continue;
    const opened = DATA.exec(line.text.trim());
    if (opened !== null) {
      indent = depth;
      isPlain = opened[1]!.toLowerCase() === 'stringdata';
      blockIndent = -1;
      continue;
    }
    if (indent === -1) continue;
    if (depth <= indent) {
      indent = -1;
      continue;
    }
    if (blockIndent !== -1 && depth > blockIndent) {
      const value = line.text.trim();
      if (BASE64.test(value)) spans.push(spanOf(line, line.text.indexOf(value), value.length));
      continue;
    }
    blockIndent = BLOCK.test(line.text) && !isPlain ? depth : -1;
    const [start, end] = PAIR.exec(line.text)?.indices?.[1] ?? [0, 0];
    const value = line.text.slice(start, end);
    if (
      value === '' ||
      isFiller(value) ||
      isCertificate(value) ||
      !(isPlain ? isPlainSecret(value) : BASE64.test(value))
    )
      continue;
    spans.push(spanOf(line, start, value.length));
  }
  return spans.length === 0 ? null : spans;
}

/** And nothing else: a bundle may hold its key, too. */
function isCertificate(value: string): boolean {
  if (!value.startsWith(CERTIFICATE)) return false;
  return !Buffer.from(value, 'base64').toString('latin1').includes('PRIVATE');
}

/**
 * In plain text there are names of users, of places (`eu-west-1`), addresses, numbers and times
 * too.
 */
function isPlainSecret(value: string): boolean {
  if (!/[A-Za-z]/.test(value) || !/[0-9]/.test(value) || /[/.]|^ENC\[/.test(value)) return false;
  return isRandom(value) || !/^[0-9]{4}-[0-9]{2}-|^[A-Za-z]+(?:-[A-Za-z0-9]+)+$/.test(value);
}

function spanOf({ start }: Line, from: number, length: number): SecretSpan {
  return { start: start + from, end: start + from + length };
}

function depthOf(text: string): number {
  return text.length - text.trimStart().length;
}

function isBound(line: string): boolean {
  return BOUND.test(line) || KIND_WITHIN.test(line);
}

/**
 * Returns the lines of the document before (-1) or after (1) that of a place, the nearest first.
 */
function linesBeside(text: string, at: number, direction: -1 | 1): Line[] {
  const lines: Line[] = [];
  let line = lineAround(text, at);
  while (line !== null && lines.length < MOST_LINES) {
    const next = direction === 1 ? line.start + line.text.length + 1 : line.start - 1;
    line = next >= 0 && next < text.length ? lineAround(text, next) : null;
    if (line === null || isBound(line.text)) break;
    lines.push(line);
  }
  return lines;
}

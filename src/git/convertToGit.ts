/**
 * From the bytes on disk to the bytes that a commit would hold, without running a filter: character encoding, ends of
 * lines and `$Id$`, in this order, as git's convert.c does it (convert_to_git).
 */

import type { ConversionAttributes, ConversionSettings } from './conversionRules.ts';

/**
 * @param indexHasCrlf asked only where lines would be converted by guess: git leaves a file alone that the index already holds with CRLF
 * @returns null where the encoding is one that Cora does not convert
 */
export async function convertToGit(
  bytes: Buffer,
  attributes: ConversionAttributes,
  { autocrlf }: Pick<ConversionSettings, 'autocrlf'>,
  indexHasCrlf: () => Promise<boolean>,
): Promise<Buffer | null> {
  const encoded = toUtf8(bytes, attributes['working-tree-encoding']);
  if (encoded === null) return null;
  const lines = lineRule(attributes, autocrlf);
  const converted = await convertLines(encoded, lines, indexHasCrlf);
  return attributes.ident === 'set' ? withoutIdent(converted) : converted;
}

type LineRule = 'keep' | 'text' | 'guess';

function lineRule(attributes: ConversionAttributes, autocrlf: ConversionSettings['autocrlf']): LineRule {
  // `crlf` is the old name of `text`.
  const text = ruleOfAttribute(attributes.text) ?? ruleOfAttribute(attributes.crlf);
  if (text === 'keep') return 'keep';
  if (text === 'guess') return 'guess';
  if (text === 'text' || attributes.eol === 'lf' || attributes.eol === 'crlf') return 'text';
  return autocrlf === 'false' ? 'keep' : 'guess';
}

function ruleOfAttribute(value: string): LineRule | null {
  const rules: Record<string, LineRule> = { set: 'text', unset: 'keep', input: 'text', auto: 'guess' };
  return rules[value] ?? null;
}

async function convertLines(bytes: Buffer, rule: LineRule, indexHasCrlf: () => Promise<boolean>): Promise<Buffer> {
  if (rule === 'keep' || !bytes.includes('\r\n')) return bytes;
  if (rule === 'guess' && (looksBinary(bytes) || (await indexHasCrlf()))) return bytes;
  const out = Buffer.allocUnsafe(bytes.length);
  let length = 0;
  let from = 0;
  for (let at = bytes.indexOf('\r\n'); at !== -1; at = bytes.indexOf('\r\n', at + 2)) {
    length += bytes.copy(out, length, from, at);
    from = at + 1;
  }
  length += bytes.copy(out, length, from);
  return out.subarray(0, length);
}

/** Whether git would find CRLF in text there. */
export function hasTextCrlf(bytes: Buffer): boolean {
  return bytes.includes('\r\n') && !looksBinary(bytes);
}

const CONTROL_BUT_TEXT = new Set([8, 9, 12, 27]);

/** Git's guess for `text=auto` (gather_stats, convert_is_binary): stricter than a NUL in the first bytes. */
function looksBinary(bytes: Buffer): boolean {
  let printable = 0;
  let other = 0;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === 13) {
      if (bytes[at + 1] !== 10) return true;
      at += 1;
    } else if (byte === 0) return true;
    else if (byte === 127 || (byte < 32 && byte !== 10 && !CONTROL_BUT_TEXT.has(byte))) other += 1;
    else if (byte !== 10) printable += 1;
  }
  if (bytes.at(-1) === 26) other -= 1;
  return printable >> 7 < other;
}

/** `$Id: 0b9ebb1… $` → `$Id$` */
function withoutIdent(bytes: Buffer): Buffer {
  if (!bytes.includes('$Id:')) return bytes;
  return Buffer.from(bytes.toString('latin1').replace(/\$Id:[^$\n]*\$/g, '$$Id$$'), 'latin1');
}

/** The encodings with which sources are kept; git itself asks iconv. */
function toUtf8(bytes: Buffer, encoding: string): Buffer | null {
  if (['unspecified', 'unset', 'set', ''].includes(encoding) || /^utf-?8$/i.test(encoding) || bytes.length === 0)
    return bytes;
  const name = /^utf-?16(le|be)?(-bom)?$/i.exec(encoding);
  if (name === null || bytes.length % 2 !== 0) return null;
  const marked = bytes[0] === 0xff && bytes[1] === 0xfe ? 'le' : bytes[0] === 0xfe && bytes[1] === 0xff ? 'be' : null;
  const declared = name[1]?.toLowerCase();
  const withMark = declared === undefined || name[2] !== undefined;
  // Git refuses a mark where none belongs, and its absence where one must be.
  if (withMark !== (marked !== null)) return null;
  try {
    return Buffer.from(new TextDecoder(`utf-16${declared ?? marked}`, { fatal: true }).decode(bytes), 'utf8');
  } catch {
    return null;
  }
}

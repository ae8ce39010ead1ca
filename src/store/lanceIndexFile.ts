/**
 * What the head of a word index may say. It names a tokenizer, and LanceDB loads some from files: `jieba/../../x` is a path. So only the one
 * that Cora's index has is let through. The layout of the file:
 *
 *     … | FileDescriptor | … | buffers: (u64 where, u64 length)… | u64, u64, u64 where the buffers are listed, u32, u32, u16, u16, "LANC"
 */

import { fieldsOfOneFile, OddField, readFields, type Shape } from './readFields.ts';

const FOOTER = 40;
/** `0.3` is what the second version was called before. */
const VERSIONS = ['0.3', '2.0', '2.1'];

/** Of the tokenizer that only cuts at spaces. */
export const TOKENIZER = 'whitespace';

const NAMED = /base_tokenizer/g;
const OURS = new RegExp(`"base_tokenizer":"${TOKENIZER}"`, 'g');

/** JSON, or words: no escapes by which a key could be written otherwise. */
function hasOurTokenizer(value: Uint8Array): boolean {
  const text = Buffer.from(value).toString('latin1');
  return !text.includes('\\u') && text.match(NAMED)?.length === text.match(OURS)?.length;
}

const DESCRIPTOR: Shape = { 1: { 1: ['any'], 5: [{ 1: 'any', 2: hasOurTokenizer }] }, 2: 'any' };

/** @throws OddField that says what is not as Cora's indexes have it */
export function checkIndexFile(bytes: Buffer): void {
  const footer = bytes.length - FOOTER;
  const isOne = footer >= 0 && bytes.toString('latin1', bytes.length - 4) === 'LANC';
  if (!isOne || !VERSIONS.includes(`${bytes.readUInt16LE(footer + 32)}.${bytes.readUInt16LE(footer + 34)}`))
    throw notOne();
  const list = Number(bytes.readBigUInt64LE(footer + 16));
  if (list > footer - 16) throw notOne();
  const [at, length] = [Number(bytes.readBigUInt64LE(list)), Number(bytes.readBigUInt64LE(list + 8))];
  if (at + length > footer) throw notOne();
  readFields(bytes.subarray(at, at + length), DESCRIPTOR, fieldsOfOneFile());
}

function notOne(): OddField {
  return new OddField('an index whose head cannot be read');
}

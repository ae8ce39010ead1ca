/**
 * A checksum at the end of a file that is replaced whole: tells a byte that changed on the disk from one that was meant.
 * Files of earlier versions have none and are believed. Not a signature.
 */

import { createHash } from 'node:crypto';

/** Hex digits kept of SHA-256. */
const LENGTH = 32;
const JSON_SEAL = /,"checksum":"([0-9a-f]{32})"\}\n?$/;
/** Behind the bytes of a file that is not JSON. */
const BYTES_SEAL = 'CORASUM ';

/** @returns the object as one line of JSON, the checksum as its last key */
export function sealJson(value: object): string {
  const json = JSON.stringify(value);
  return `${json.slice(0, -1)},"checksum":"${sumOf(json)}"}\n`;
}

/** True also where there is no checksum. */
export function isJsonWhole(text: string): boolean {
  const found = JSON_SEAL.exec(text.slice(-2 * LENGTH));
  return found === null || sumOf(`${text.slice(0, -found[0].length)}}`) === found[1];
}

export function sealBytes(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.from(BYTES_SEAL + sumOf(bytes))]);
}

/** True also where there is no checksum. */
export function areBytesWhole(bytes: Buffer): boolean {
  const start = bytes.length - BYTES_SEAL.length - LENGTH;
  const seal = bytes.subarray(Math.max(0, start)).toString('latin1');
  return !seal.startsWith(BYTES_SEAL) || sumOf(bytes.subarray(0, start)) === seal.slice(BYTES_SEAL.length);
}

function sumOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex').slice(0, LENGTH);
}

/** Writes manifests of LanceDB's tables as an attacker would: fields added to the message, to its data files, names changed. */

import { readFileSync, writeFileSync } from 'node:fs';

export interface ManifestEdit {
  /** Bytes of fields, behind those of the manifest. */
  added?: readonly number[];
  /** Bytes of fields, behind those of each data file. */
  dataFile?: readonly number[];
  /** Of each data file. */
  fileName?: string;
}

function varint(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...varint(Math.floor(value / 0x80))];
}

export function numberField(field: number, value: number): number[] {
  return [...varint(field * 8), ...varint(value)];
}

export function bytesField(field: number, value: Uint8Array): number[] {
  return [...varint(field * 8 + 2), ...varint(value.length), ...value];
}

const TRAILER = 16;

export function editManifest(path: string, { added = [], dataFile = [], fileName }: ManifestEdit): void {
  const bytes = readFileSync(path);
  const at = Number(bytes.readBigInt64LE(bytes.length - TRAILER));
  const message = bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at));
  const editFile = (file: Uint8Array) => [
    ...mapFields(file, (field, value) => (field === 1 && fileName !== undefined ? Buffer.from(fileName) : value)),
    ...dataFile,
  ];
  const editFragment = (fragment: Uint8Array) =>
    mapFields(fragment, (field, value) => (field === 2 ? Uint8Array.from(editFile(value)) : value));
  const edited = Buffer.from([
    ...mapFields(message, (field, value) => (field === 2 ? Uint8Array.from(editFragment(value)) : value)),
    ...added,
  ]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(edited.length);
  writeFileSync(path, Buffer.concat([bytes.subarray(0, at), length, edited, bytes.subarray(bytes.length - TRAILER)]));
}

/** @param edit of the value of a field with a length */
function mapFields(bytes: Uint8Array, edit: (field: number, value: Uint8Array) => Uint8Array): number[] {
  const out: number[] = [];
  let at = 0;
  const next = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const tag = next();
    if (tag % 8 === 2) {
      const length = next();
      out.push(...bytesField(Math.floor(tag / 8), edit(Math.floor(tag / 8), bytes.subarray(at, at + length))));
      at += length;
    } else {
      if (tag % 8 === 0) next();
      else at += tag % 8 === 1 ? 8 : 4;
      out.push(...bytes.subarray(start, at));
    }
  }
  return out;
}

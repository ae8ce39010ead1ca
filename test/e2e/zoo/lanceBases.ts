/** Changes a manifest of a LanceDB table so that its data files lie elsewhere, as Lance's table.proto allows it. */

import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Numbers of table.proto. */
const FRAGMENTS = 2;
const FILES = 2;
const BASE_OF_FILE = 7;
const READER_FLAGS = 9;
const WRITER_FLAGS = 10;
const BASES = 18;
const BASES_FLAG = 16n;

interface Field {
  number: number;
  wire: number;
  value: bigint | Buffer;
}

/**
 * @param table a folder `*.lance`
 * @param base an address or a folder, in which the data is from now on; what the table has itself is removed
 */
export function moveData(table: string, base: string): void {
  const versions = join(table, '_versions');
  for (const name of readdirSync(versions).filter((one) => one.endsWith('.manifest'))) {
    const file = join(versions, name);
    writeFileSync(file, rebased(readFileSync(file), base));
  }
  for (const name of readdirSync(join(table, 'data'))) rmSync(join(table, 'data', name), { recursive: true });
  writeFileSync(join(table, 'data/.kept'), '');
}

/**
 * A manifest: `… | u32 length, Manifest | i64 where the manifest begins, u16, u16, "LANC"`
 * @returns one whose data lies at `base`
 */
export function rebased(bytes: Buffer, base: string): Buffer {
  const at = Number(bytes.readBigInt64LE(bytes.length - 16));
  const length = bytes.readUInt32LE(at);
  const fields = decode(bytes.subarray(at + 4, at + 4 + length)).map((field) => {
    if (field.number === FRAGMENTS) return { ...field, value: encode(decode(field.value as Buffer).map(inBase)) };
    const isFlags = field.number === READER_FLAGS || field.number === WRITER_FLAGS;
    return isFlags ? { ...field, value: (field.value as bigint) | BASES_FLAG } : field;
  });
  for (const number of [READER_FLAGS, WRITER_FLAGS])
    if (!fields.some((field) => field.number === number)) fields.push({ number, wire: 0, value: BASES_FLAG });
  const path = [
    { number: 1, wire: 0, value: 1n },
    { number: 4, wire: 2, value: Buffer.from(base) },
  ];
  fields.push({ number: BASES, wire: 2, value: encode(path) });
  const manifest = encode(fields);
  const head = Buffer.alloc(4);
  head.writeUInt32LE(manifest.length);
  return Buffer.concat([bytes.subarray(0, at), head, manifest, bytes.subarray(bytes.length - 16)]);
}

function inBase(field: Field): Field {
  if (field.number !== FILES) return field;
  const file = [...decode(field.value as Buffer), { number: BASE_OF_FILE, wire: 0, value: 1n }];
  return { ...field, value: encode(file) };
}

function decode(bytes: Buffer): Field[] {
  const fields: Field[] = [];
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes[at++]!;
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  while (at < bytes.length) {
    const tag = Number(varint());
    const [number, wire] = [tag >> 3, tag & 7];
    if (wire === 0) fields.push({ number, wire, value: varint() });
    else {
      const size = wire === 1 ? 8 : wire === 5 ? 4 : Number(varint());
      fields.push({ number, wire, value: bytes.subarray(at, at + size) });
      at += size;
    }
  }
  return fields;
}

function encode(fields: readonly Field[]): Buffer {
  const parts = fields.flatMap(({ number, wire, value }) => {
    const tag = varintOf(BigInt((number << 3) | wire));
    if (typeof value === 'bigint') return [tag, varintOf(value)];
    return wire === 2 ? [tag, varintOf(BigInt(value.length)), value] : [tag, value];
  });
  return Buffer.concat(parts);
}

function varintOf(value: bigint): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest >>= 7n) {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    if (rest <= 127n) return Buffer.from(bytes);
  }
}

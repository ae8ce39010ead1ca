/**
 * Makes a WebAssembly module count its own work: each call of one of its functions and each turn of
 * a loop takes one from the exported global `work`, and the module traps where it is below zero. So
 * work is bounded, whatever the input, by a count that is the same on every machine. Knows the
 * instructions that compilers write for C (WebAssembly 1.0, bulk memory, references, sign
 * extension, tail calls); refuses others.
 *
 * Format: https://webassembly.github.io/spec/core/binary/
 */

/** The global that is exported: `{ value: number }`, an i32. */
export const WORK = 'work';

const SECTION = { custom: 0, imports: 2, globals: 6, exports: 7, code: 10 } as const;
const NEEDED = [SECTION.globals, SECTION.exports, SECTION.code];
/** The part of the section `name` that holds the names of functions. */
const FUNCTION_NAMES = 1;
const HEADER = 8;
const OP = {
  unreachable: 0x00,
  block: 0x02,
  loop: 0x03,
  if: 0x04,
  end: 0x0b,
  globalGet: 0x23,
  globalSet: 0x24,
} as const;
const I32 = { type: 0x7f, const: 0x41, lessThan: 0x48, subtract: 0x6b } as const;
const NO_RESULT = 0x40;
const NO_LOCALS = 0;
/** 2^31 - 1, signed LEB128: what is left while the module starts. */
const MOST = [0xff, 0xff, 0xff, 0xff, 0x07];

/** Instructions that stand in the place of those of a function, by the name that it has. */
export type Replaced = ReadonlyMap<string, readonly number[]>;

/**
 * @param bytes a module that has sections of globals, exports and code
 * @param replaced what is not metered; functions that are not there count for nothing
 * @throws Error where it is none, or holds an instruction that is not known here
 */
export function meterWasm(bytes: Uint8Array, replaced: Replaced = new Map()): Uint8Array<ArrayBuffer> {
  const reader = readerOf(bytes, HEADER);
  const out: Uint8Array[] = [bytes.subarray(0, HEADER)];
  const others = replaced.size === 0 ? new Map() : byFunction(bytes, replaced);
  let work = 0;
  let functions = 0;
  const seen = new Set<number>();
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const body = reader.take(reader.number());
    seen.add(id);
    let content = body.rest();
    if (id === SECTION.imports) ({ functions, globals: work } = countImports(body));
    else if (id === SECTION.globals) {
      const count = body.number();
      work += count;
      content = joined([encoded(count + 1), body.rest(), [I32.type, 1, I32.const, ...MOST, OP.end]]);
    } else if (id === SECTION.exports) {
      const name = Buffer.from(WORK);
      content = joined([encoded(body.number() + 1), body.rest(), [name.length], name, [3], encoded(work)]);
    } else if (id === SECTION.code) content = meteredCode(body, takeOne(work), (at) => others.get(functions + at));
    out.push(joined([[id], encoded(content.length), content]));
  }
  const missing = NEEDED.filter((id) => !seen.has(id));
  if (missing.length > 0) throw new Error(`a WebAssembly module without the sections ${missing.join()}`);
  return joined(out);
}

/** Returns what is replaced by the number of its function, which the names behind the code tell. */
function byFunction(bytes: Uint8Array, replaced: Replaced): Map<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  const sections = readerOf(bytes, HEADER);
  while (sections.at < bytes.length) {
    const id = sections.byte();
    const section = sections.take(sections.number());
    if (id !== SECTION.custom || section.name() !== 'name') continue;
    while (section.at < section.end) {
      const part = section.byte();
      const names = section.take(section.number());
      if (part !== FUNCTION_NAMES) continue;
      for (let left = names.number(); left > 0; left--) {
        const at = names.number();
        const instructions = replaced.get(names.name());
        if (instructions !== undefined) found.set(at, instructions);
      }
    }
  }
  return found;
}

/** `if (--work < 0) unreachable` */
function takeOne(work: number): Uint8Array {
  const global = encoded(work);
  return joined([
    [OP.globalGet, ...global, I32.const, 1, I32.subtract, OP.globalSet, ...global],
    [OP.globalGet, ...global, I32.const, 0, I32.lessThan, OP.if, NO_RESULT, OP.unreachable, OP.end],
  ]);
}

function meteredCode(
  section: Reader,
  take: Uint8Array,
  replacedBy: (at: number) => readonly number[] | undefined,
): Uint8Array {
  const count = section.number();
  const out: Uint8Array[] = [encoded(count)];
  for (let at = 0; at < count; at++) {
    const body = section.take(section.number());
    const instead = replacedBy(at);
    if (instead !== undefined) {
      out.push(encoded(instead.length + 2), Uint8Array.from([NO_LOCALS, ...instead, OP.end]));
      continue;
    }
    const start = body.at;
    const parts: Uint8Array[] = [];
    for (let locals = body.number(); locals > 0; locals--) body.skip(1).byte();
    parts.push(section.bytes.subarray(start, body.at), take);
    let from = body.at;
    while (body.at < body.end) {
      if (!skipInstruction(body)) continue;
      parts.push(section.bytes.subarray(from, body.at), take);
      from = body.at;
    }
    parts.push(section.bytes.subarray(from, body.end));
    const metered = joined(parts);
    out.push(encoded(metered.length), metered);
  }
  return joined(out);
}

/** The number of numbers (LEB128) that follow an instruction, where it is not none. */
const OPERANDS: ReadonlyMap<number, number> = new Map([
  ...[OP.block, OP.loop, OP.if].map((op): [number, number] => [op, 1]),
  ...between(0x0c, 0x0d, 1),
  [0x10, 1],
  [0x11, 2],
  [0x12, 1],
  [0x13, 2],
  ...between(0x20, 0x26, 1),
  ...between(0x28, 0x3e, 2),
  ...between(0x3f, 0x42, 1),
  [0xd0, 1],
  [0xd2, 1],
]);
/** Without any. */
const PLAIN: ReadonlySet<number> = new Set(
  [...between(0x00, 0x01), [0x05], [0x0b], [0x0f], ...between(0x1a, 0x1b), ...between(0x45, 0xc4), [0xd1]].map(
    ([op]) => op!,
  ),
);
const BRANCH_TABLE = 0x0e;
const TYPED_SELECT = 0x1c;
const FLOAT32 = 0x43;
const FLOAT64 = 0x44;
const MORE = 0xfc;
/**
 * Behind MORE: conversions, then memory.init, data.drop, memory.copy, memory.fill, and what tables
 * have.
 */
const MORE_OPERANDS = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/** @returns true behind the head of a loop */
function skipInstruction(body: Reader): boolean {
  const op = body.byte();
  if (PLAIN.has(op)) return false;
  const operands = OPERANDS.get(op);
  if (operands !== undefined) body.skip(operands);
  else if (op === BRANCH_TABLE) body.skip(body.number() + 1);
  else if (op === TYPED_SELECT) body.skip(body.number());
  else if (op === FLOAT32) body.at += 4;
  else if (op === FLOAT64) body.at += 8;
  else {
    const more = op === MORE ? MORE_OPERANDS[body.number()] : undefined;
    if (more === undefined) throw new Error(`an unknown WebAssembly instruction: 0x${op.toString(16)}`);
    body.skip(more);
  }
  return op === OP.loop;
}

function countImports(imports: Reader): { functions: number; globals: number } {
  let functions = 0;
  let globals = 0;
  for (let left = imports.number(); left > 0; left--) {
    for (let name = 0; name < 2; name++) imports.name();
    const kind = imports.byte();
    if (kind === 0) {
      imports.number();
      functions++;
    } else if (kind === 3) {
      imports.at += 2;
      globals++;
    } else if (kind === 1 || kind === 2) {
      if (kind === 1) imports.byte();
      const hasMost = (imports.byte() & 1) === 1;
      imports.skip(hasMost ? 2 : 1);
    } else throw new Error(`an unknown WebAssembly import: ${kind}`);
  }
  return { functions, globals };
}

interface Reader {
  bytes: Uint8Array;
  at: number;
  end: number;
  byte(): number;
  /** LEB128, unsigned, up to 32 bits. */
  number(): number;
  /** The next bytes, which are then behind. */
  take(size: number): Reader;
  /** A name: its bytes stand behind their number. */
  name(): string;
  /** Past numbers of any width, signed or not. */
  skip(numbers: number): Reader;
  rest(): Uint8Array;
}

function readerOf(bytes: Uint8Array, at: number): Reader {
  const reader: Reader = { bytes, at, end: bytes.length, byte, number, take, name, skip, rest };
  return reader;

  function byte(): number {
    if (reader.at >= reader.end) throw cutOff();
    return bytes[reader.at++]!;
  }
  function number(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return value >>> 0;
    }
  }
  function take(size: number): Reader {
    const start = reader.at;
    reader.at += size;
    if (reader.at > reader.end) throw cutOff();
    return readerOf(bytes.subarray(0, reader.at), start);
  }
  function name(): string {
    return Buffer.from(take(number()).rest()).toString('latin1');
  }
  function skip(numbers: number): Reader {
    for (let left = numbers; left > 0; left--) while (byte() >= 0x80);
    return reader;
  }
  function rest(): Uint8Array {
    return bytes.subarray(reader.at, reader.end);
  }
}

function cutOff(): Error {
  return new Error('a WebAssembly module that is cut off');
}

function encoded(value: number): Uint8Array {
  const out: number[] = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Uint8Array.from([...out, left]);
    out.push((left & 0x7f) | 0x80);
  }
}

function joined(parts: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function between(from: number, to: number, value = 0): [number, number][] {
  return Array.from({ length: to - from + 1 }, (_, at) => [from + at, value]);
}

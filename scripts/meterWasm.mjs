/**
 * Makes a WebAssembly module count its own work: each call of one of its functions, each turn of a
 * loop and each 64 bytes that one instruction copies or fills take one from the global `work`, and
 * the module traps where it is below zero. So work is bounded, whatever the input, by a count that
 * is the same on every machine. A module that is linked to others is given the global.
 * Knows the instructions that compilers write for C (WebAssembly 1.0, bulk memory, references, sign
 * extension, tail calls); refuses others.
 *
 * Format: https://webassembly.github.io/spec/core/binary/
 */

/** The global that holds the work that is left: an i32. parser.ts knows both by their names. */
export const WORK = 'work';
/** Holds the number of bytes of an instruction while they are counted. */
export const SIZE = 'size';

/** In the order in which a module has them. */
const GLOBALS = [WORK, SIZE];

const SECTION = { custom: 0, imports: 2, globals: 6, exports: 7, code: 10 };
/** The sections of a module that brings the globals, and of one that imports them. */
const NEEDED = { own: [SECTION.globals, SECTION.exports, SECTION.code], linked: [SECTION.imports, SECTION.code] };
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
};
const I32 = { type: 0x7f, const: 0x41, lessThan: 0x48, subtract: 0x6b, shiftRight: 0x76 };
const KIND = { table: 1, memory: 2, global: 3 };
const MUTABLE = 1;
const NO_RESULT = 0x40;
const NO_LOCALS = 0;
/** 2^31 - 1, signed LEB128: what is left while the module starts. */
const MOST = [0xff, 0xff, 0xff, 0xff, 0x07];

/**
 * @param bytes a module that has sections of globals, exports and code
 * @param replaced name of a function → instructions that stand in the place of its own, which are
 * not metered; functions that are not there count for nothing
 * @returns a module that exports the globals
 * @throws Error where it is none, or holds an instruction that is not known here
 */
export function meterWasm(bytes, replaced = new Map()) {
  return metered(bytes, replaced, false);
}

/**
 * @param bytes a module that has sections of imports and code
 * @returns a module that imports the globals from `env`
 * @throws Error as meterWasm
 */
export function meterLinked(bytes) {
  return metered(bytes, new Map(), true);
}

function metered(bytes, replaced, isLinked) {
  const reader = readerOf(bytes, HEADER);
  const out = [bytes.subarray(0, HEADER)];
  const others = replaced.size === 0 ? new Map() : byFunction(bytes, replaced);
  /** Globals that are imported, and then all that there are. */
  let globals = 0;
  let functions = 0;
  /**
   * The number of the first global that stands behind those that are put in: there are few, so it
   * is the first byte of the numbers that are not less.
   */
  let moved = Number.POSITIVE_INFINITY;
  const seen = new Set();
  while (reader.at < bytes.length) {
    const id = reader.byte();
    const body = reader.take(reader.number());
    seen.add(id);
    let content = body.rest();
    if (id === SECTION.imports) {
      ({ functions, globals } = countImports(readerOf(body.bytes, body.at)));
      if (isLinked) {
        moved = globals;
        if (moved >= 0x80) throw new Error(`a WebAssembly module that imports ${moved} globals`);
        const added = GLOBALS.flatMap((name) => [...named('env'), ...named(name), KIND.global, I32.type, MUTABLE]);
        content = joined([encoded(body.number() + GLOBALS.length), body.rest(), added]);
      }
    } else if (id === SECTION.globals && !isLinked) {
      const count = body.number();
      globals += count;
      const added = [MOST, [0]].flatMap((value) => [I32.type, MUTABLE, I32.const, ...value, OP.end]);
      content = joined([encoded(count + GLOBALS.length), body.rest(), added]);
    } else if (id === SECTION.exports) {
      const added = isLinked ? [] : GLOBALS.map((name, at) => [...named(name), KIND.global, ...encoded(globals + at)]);
      content = joined([encoded(body.number() + added.length), exportsOf(body, moved), added.flat()]);
    } else if (id === SECTION.code)
      content = meteredCode(body, costs(globals, globals + 1), moved, (at) => others.get(functions + at));
    out.push(joined([[id], encoded(content.length), content]));
  }
  const missing = NEEDED[isLinked ? 'linked' : 'own'].filter((id) => !seen.has(id));
  if (missing.length > 0) throw new Error(`a WebAssembly module without the sections ${missing.join()}`);
  return joined(out);
}

/** @returns them with their new numbers where they are globals */
function exportsOf(body, moved) {
  const out = [];
  while (body.at < body.end) {
    const start = body.at;
    body.name();
    const kind = body.byte();
    out.push(body.bytes.subarray(start, body.at));
    const number = body.number();
    out.push(encoded(kind === KIND.global && number >= moved ? number + GLOBALS.length : number));
  }
  return joined(out);
}

/** Returns what is replaced by the number of its function, which the names behind the code tell. */
function byFunction(bytes, replaced) {
  const found = new Map();
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

/** So many bits are cut off a number of bytes: 64 of them cost one. */
const BYTES_OF_ONE = 6;

/**
 * @param work the numbers of the globals
 * @returns one: `if (--work < 0) unreachable`; bytes: `if ((work -= size >>> 6) < 0) unreachable`,
 * where the size is the last operand, and stays it
 */
function costs(work, size) {
  const [workAt, sizeAt] = [encoded(work), encoded(size)];
  const subtract = (amount) =>
    joined([
      [OP.globalGet, ...workAt],
      amount,
      [I32.subtract, OP.globalSet, ...workAt],
      [OP.globalGet, ...workAt, I32.const, 0, I32.lessThan, OP.if, NO_RESULT, OP.unreachable, OP.end],
    ]);
  const amount = [OP.globalGet, ...sizeAt, I32.const, BYTES_OF_ONE, I32.shiftRight];
  return {
    one: subtract([I32.const, 1]),
    bytes: joined([[OP.globalSet, ...sizeAt], subtract(amount), [OP.globalGet, ...sizeAt]]),
  };
}

/** @param moved the number of the first global that gets another number */
function meteredCode(section, { one, bytes }, moved, replacedBy) {
  const count = section.number();
  const out = [encoded(count)];
  for (let at = 0; at < count; at++) {
    const body = section.take(section.number());
    const instead = replacedBy(at);
    if (instead !== undefined) {
      out.push(encoded(instead.length + 2), Uint8Array.from([NO_LOCALS, ...instead, OP.end]));
      continue;
    }
    let from = body.at;
    const parts = [];
    const put = (until, added, next = until) => {
      parts.push(section.bytes.subarray(from, until), added);
      from = next;
    };
    for (let locals = body.number(); locals > 0; locals--) body.skip(1).byte();
    put(body.at, one);
    while (body.at < body.end) {
      const start = body.at;
      const op = skipInstruction(body);
      if (op === OP.loop) put(body.at, one);
      else if (op === MORE) {
        if (TAKES_BYTES.has(section.bytes[start + 1])) put(start, bytes);
      } else if ((op === OP.globalGet || op === OP.globalSet) && section.bytes[start + 1] >= moved) {
        const number = readerOf(section.bytes, start + 1).number();
        put(start + 1, encoded(number + GLOBALS.length), body.at);
      }
    }
    parts.push(section.bytes.subarray(from, body.end));
    const metered = joined(parts);
    out.push(encoded(metered.length), metered);
  }
  return joined(out);
}

/** By instruction, the number of numbers (LEB128) that follow it; OTHER for all others. */
const OPERANDS = new Uint8Array(256);
const OTHER = 255;
OPERANDS.fill(OTHER);
for (const [first, last, operands] of [
  [0x00, 0x01, 0],
  [OP.block, OP.if, 1],
  [0x05, 0x05, 0],
  [OP.end, OP.end, 0],
  [0x0c, 0x0d, 1],
  [0x0f, 0x0f, 0],
  [0x10, 0x10, 1],
  [0x11, 0x11, 2],
  [0x12, 0x12, 1],
  [0x13, 0x13, 2],
  [0x1a, 0x1b, 0],
  [0x20, 0x26, 1],
  [0x28, 0x3e, 2],
  [0x3f, 0x42, 1],
  [0x45, 0xc4, 0],
  [0xd0, 0xd0, 1],
  [0xd1, 0xd1, 0],
  [0xd2, 0xd2, 1],
])
  OPERANDS.fill(operands, first, last + 1);
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
/** memory.init, memory.copy, memory.fill: the number of bytes is their last operand. */
const TAKES_BYTES = new Set([8, 10, 11]);

/** @returns its first byte */
function skipInstruction(body) {
  const op = body.byte();
  const operands = OPERANDS[op];
  if (operands !== OTHER) body.skip(operands);
  else if (op === BRANCH_TABLE) body.skip(body.number() + 1);
  else if (op === TYPED_SELECT) body.skip(body.number());
  else if (op === FLOAT32) body.at += 4;
  else if (op === FLOAT64) body.at += 8;
  else {
    const more = op === MORE ? MORE_OPERANDS[body.number()] : undefined;
    if (more === undefined) throw new Error(`an unknown WebAssembly instruction: 0x${op.toString(16)}`);
    body.skip(more);
  }
  return op;
}

function countImports(imports) {
  let functions = 0;
  let globals = 0;
  for (let left = imports.number(); left > 0; left--) {
    for (let name = 0; name < 2; name++) imports.name();
    const kind = imports.byte();
    if (kind === 0) {
      imports.number();
      functions++;
    } else if (kind === KIND.global) {
      imports.at += 2;
      globals++;
    } else if (kind === KIND.table || kind === KIND.memory) {
      if (kind === KIND.table) imports.byte();
      const hasMost = (imports.byte() & 1) === 1;
      imports.skip(hasMost ? 2 : 1);
    } else throw new Error(`an unknown WebAssembly import: ${kind}`);
  }
  return { functions, globals };
}

/**
 * Reads on from `at`. `number` is LEB128, unsigned, up to 32 bits; `take` gives a reader of the next
 * bytes, which are then behind; a `name` stands behind the number of its bytes; `skip` goes past
 * numbers of any width, signed or not.
 */
function readerOf(bytes, at) {
  const reader = { bytes, at, end: bytes.length, byte, number, take, name, skip, rest };
  return reader;

  function byte() {
    if (reader.at >= reader.end) throw cutOff();
    return bytes[reader.at++];
  }
  function number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const next = byte();
      value |= (next & 0x7f) << shift;
      if (next < 0x80) return value >>> 0;
    }
  }
  function take(size) {
    const start = reader.at;
    reader.at += size;
    if (reader.at > reader.end) throw cutOff();
    return readerOf(bytes.subarray(0, reader.at), start);
  }
  function name() {
    return Buffer.from(take(number()).rest()).toString('latin1');
  }
  function skip(numbers) {
    let { at } = reader;
    for (let left = numbers; left > 0; left--) while (bytes[at++] >= 0x80);
    if (at > reader.end) throw cutOff();
    reader.at = at;
    return reader;
  }
  function rest() {
    return bytes.subarray(reader.at, reader.end);
  }
}

function cutOff() {
  return new Error('a WebAssembly module that is cut off');
}

function encoded(value) {
  const out = [];
  for (let left = value; ; left >>>= 7) {
    if (left < 0x80) return Uint8Array.from([...out, left]);
    out.push((left & 0x7f) | 0x80);
  }
}

/** A name as a section holds it. */
function named(name) {
  return [name.length, ...Buffer.from(name)];
}

function joined(parts) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/**
 * Walks a protobuf message by a shape that lists all it may hold: what is not listed is refused, so nothing has to be known of what a
 * newer or a hostile writer adds. It copies nothing, goes as deep as the shape, and looks at each byte once; nor may there be more of a field
 * than its writer writes, so that nothing that follows a field is done over and over.
 */

/** A text is `any`, which leads nowhere, or the reason why the field is refused; a number is the mask of bits that may be set. */
type Rule = string | number | ((value: Uint8Array) => boolean) | Shape;
/** In brackets what may be there more than once. */
export type Shape = { readonly [field: number]: Rule | readonly [Rule] };

/** How many fields may still come, of a whole file. */
export interface Allowance {
  left: number;
}

export class OddField extends Error {}

const VARINT = 0;
const FIXED64 = 1;
const BYTES = 2;
const FIXED32 = 5;

/** A manifest of 200,000 fragments has nine million, with what rewrote them. */
const MOST_FIELDS = 16_000_000;

export function fieldsOfOneFile(): Allowance {
  return { left: MOST_FIELDS };
}

/**
 * @returns the fields of the message itself that are there once, and the numbers that they hold
 * @throws OddField for what the shape does not list, and where the bytes are no message
 */
export function readFields(bytes: Uint8Array, shape: Shape, allowance: Allowance): ReadonlyMap<number, number> {
  const numbers = new Map<number, number>();
  const input = { bytes, at: 0 };
  while (input.at < bytes.length) {
    const tag = nextVarint(input);
    const field = Math.floor(tag / 8);
    const wire = tag % 8;
    const given = Object.hasOwn(shape, field) ? shape[field]! : `field ${field}, which Cora's tables do not have`;
    const isMany = Array.isArray(given);
    const rule = (isMany ? given[0] : given) as Rule;
    if (typeof rule === 'string' && rule !== 'any') throw new OddField(rule);
    if (!isMany && numbers.has(field)) throw new OddField(`field ${field} twice`);
    if (--allowance.left < 0) throw new OddField(`more than ${MOST_FIELDS} fields`);
    if (!isMany) numbers.set(field, Number.NaN);
    if (wire === VARINT) {
      const value = nextVarint(input);
      if (typeof rule === 'number' && !isWithin(value, rule)) throw new OddField(`features that Cora's tables lack`);
      if (!isMany) numbers.set(field, value);
      continue;
    }
    const length =
      wire === BYTES ? nextVarint(input) : wire === FIXED64 ? 8 : wire === FIXED32 ? 4 : Number.POSITIVE_INFINITY;
    const end = input.at + length;
    if (end > bytes.length || typeof rule === 'number') throw notOne();
    const value = bytes.subarray(input.at, end);
    input.at = end;
    if (typeof rule === 'function' && !rule(value)) throw new OddField(`names that Cora's tables do not have`);
    if (typeof rule === 'object') readFields(value, rule, allowance);
  }
  return numbers;
}

function isWithin(value: number, mask: number): boolean {
  return value <= mask && (value & ~mask) === 0;
}

/** Above 2^53 it is not exact, and nothing that is compared is so large. */
function nextVarint(input: { bytes: Uint8Array; at: number }): number {
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = input.bytes[input.at++];
    if (byte === undefined) break;
    value += (byte & 0x7f) * 2 ** shift;
    if (byte < 0x80) return value;
  }
  throw notOne();
}

function notOne(): OddField {
  return new OddField('bytes that are no manifest');
}

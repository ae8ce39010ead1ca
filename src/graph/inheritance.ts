/** Finds the base classes of a class, through other classes of its file. Pure. */

import type { Heads, TypeName } from './referenceModel.ts';

/** All that a class inherits from, each once: those of its own head first. */
export function* basesOf(heads: Heads, owner: string): Generator<TypeName> {
  const seen = new Set<string>();
  const open = [owner];
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    for (const base of heads.get(name) ?? []) {
      const key = keyOf(base);
      if (seen.has(key)) continue;
      seen.add(key);
      yield base;
      if (base.from === null) open.push(base.name);
    }
  }
}

export interface BaseAnswer<R> {
  base: TypeName;
  answer: R;
}

/**
 * The first answer of the bases, in the order of basesOf; the class itself is not asked. In a long line of classes each
 * goes on where the next one has been already.
 *
 * @param known what was found before with the same `ask` and heads
 */
export function firstOfBases<R>(
  heads: Heads,
  owner: string,
  ask: (base: TypeName) => R | null,
  known: Map<string, BaseAnswer<R> | null>,
): R | null {
  const first = firstFrom(heads, owner, ask, known);
  if (first === null || !isClass(first.base, owner)) return first?.answer ?? null;
  // It inherits from itself.
  for (const base of basesOf(heads, owner)) {
    const answer = isClass(base, owner) ? null : ask(base);
    if (answer !== null) return answer;
  }
  return null;
}

function firstFrom<R>(
  heads: Heads,
  owner: string,
  ask: (base: TypeName) => R | null,
  known: Map<string, BaseAnswer<R> | null>,
): BaseAnswer<R> | null {
  const walked = new Set<string>();
  let first: BaseAnswer<R> | null = null;
  // Who comes back to where it was has asked everybody.
  for (let name: string | null = owner; name !== null && !walked.has(name); ) {
    const found = known.get(name);
    if (found !== undefined) {
      first = found;
      break;
    }
    walked.add(name);
    const step: BaseAnswer<R> | string | null = stepFrom(heads, name, ask);
    name = typeof step === 'string' ? step : null;
    if (typeof step !== 'string') first = step;
  }
  for (const name of walked) known.set(name, first);
  return first;
}

/** The first answer, or the class whose bases are all that is left to ask. */
function stepFrom<R>(heads: Heads, owner: string, ask: (base: TypeName) => R | null): BaseAnswer<R> | string | null {
  const seen = new Set([keyOf({ name: owner, from: null })]);
  const open: string[] = [];
  for (let name: string | undefined = owner; name !== undefined; name = open.pop()) {
    if (name !== owner && open.length === 0) return name;
    for (const base of heads.get(name) ?? []) {
      const key = keyOf(base);
      if (seen.has(key)) continue;
      seen.add(key);
      const answer = ask(base);
      if (answer !== null) return { base, answer };
      if (base.from === null && heads.has(base.name)) open.push(base.name);
    }
  }
  return null;
}

function isClass({ name, from }: TypeName, owner: string): boolean {
  return name === owner && from === null;
}

function keyOf({ name, from }: TypeName): string {
  return `${from ?? ''}.${name}`;
}

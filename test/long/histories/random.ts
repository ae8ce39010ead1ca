/** Numbers that are a function of a seed, and choices made with them. */

export interface Random {
  /** A whole number from 0 to `below` - 1. */
  below(below: number): number;
  /** True `times` in `of` cases. */
  chance(times: number, of: number): boolean;
  /** @param from not empty */
  pick<T>(from: readonly T[]): T;
  /** By weights, which are whole numbers. */
  weighted<T>(from: readonly (readonly [number, T])[]): T;
}

/** mulberry32, by Tommy Ettinger: 32 bits of state, good enough to choose what a test does. */
export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const below = (limit: number): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
  return {
    below,
    chance: (times, of) => below(of) < times,
    pick: (from) => from[below(from.length)]!,
    weighted: (from) => {
      let at = below(from.reduce((sum, [weight]) => sum + weight, 0));
      for (const [weight, one] of from) {
        if (at < weight) return one;
        at -= weight;
      }
      throw new Error('weights are positive whole numbers');
    },
  };
}

/** Faults are chosen by a seed, so that a run can be had again: CORA_FAULTS_SEED=N; CORA_FAULTS=full asks for many more of them. */

export const SEED = Number(process.env['CORA_FAULTS_SEED'] ?? 1);
export const IS_FULL = process.env['CORA_FAULTS'] === 'full';

/** @returns numbers from 0 to 1, the same for the same seed and name (mulberry32) */
export function randomOf(name: string): () => number {
  let state = [...name].reduce((sum, letter) => Math.imul(sum ^ letter.charCodeAt(0), 0x01000193), SEED) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

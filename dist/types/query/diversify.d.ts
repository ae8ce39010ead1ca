/**
 * Maximal marginal relevance (Carbonell, Goldstein: The Use of MMR, 1998): each next result is weighed against its
 * likeness to those before it. Pure.
 */
import { type Likeness } from './alike.ts';
import type { Selected } from './rankChunks.ts';
/**
 * @param ranked best first, ties in their final order
 * @param diversity 0 to 1: next = argmax (1 - diversity) × score / best score - diversity × similarity to the nearest one before
 * @param wanted how many are chosen; the others follow as they were
 */
export declare function diversify(ranked: readonly Selected[], diversity: number, wanted: number, likeness?: Likeness): Selected[];

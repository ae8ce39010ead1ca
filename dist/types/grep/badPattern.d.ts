/** What a person reads when a pattern can't be searched for. */
import { CoraError } from '../errors.ts';
/**
 * @param at 0-based position in characters, null where no single place is wrong
 * @param advice what to write instead; the way to search for the text itself is added
 */
export declare function badPattern(pattern: string, at: number | null, problem: string, advice: string): CoraError;

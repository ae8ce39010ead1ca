/** Commentary that stores of other embedders have: it is embedded again, and not paid for again. */
import type { Answered } from '../store/commentaryJournal.ts';
/** @param dir of the store that wants it @param isWanted by commentaryKey */
export declare function answersOfOtherStores(root: string, dir: string, isWanted: (answer: Answered) => boolean): AsyncGenerator<Answered[]>;

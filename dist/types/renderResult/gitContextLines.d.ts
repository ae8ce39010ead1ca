/** The history that a question asked for, a commit on a line. Pure. */
import type { GitContext } from '../historyTypes.ts';
export declare function gitContextLines({ matching, recent, authors, asked }: GitContext): string[];

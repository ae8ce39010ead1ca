/** The history that a question is about, as a language model is shown it: commits on a line each, and what the best one did. Pure. */
import type { GitContext } from '../historyTypes.ts';
export declare function historyText(context: GitContext): string;

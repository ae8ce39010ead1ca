/** A hit as a language model is shown it: each line with its number, `12|const a = 1;`, elided ones as `. . .`. Pure. */
import type { SearchHit } from '../searchTypes.ts';
export declare function numberLines(hit: SearchHit): string[];

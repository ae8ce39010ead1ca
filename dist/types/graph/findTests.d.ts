/** Tests of some hits by the names of their files: where to look for references, and what to show where none resolves. A name alone
 * pairs nothing, for every second folder has an `admin.go`: the test must stand where a test of the file would. */
import type { SearchedFile } from '../view/searchedView.ts';
import type { Seed } from './findNeighbours.ts';
import type { RelatedPlace } from './listRelated.ts';
import type { SymbolContext } from './rowsOfName.ts';
interface NamedTest {
    file: SearchedFile;
    /** The hit whose file it is named after. */
    of: Seed;
}
/** @returns those of better hits first, each once; files of hits are not among them */
export declare function namedTests(seeds: readonly Seed[], files: readonly SearchedFile[]): NamedTest[];
/**
 * @param resolved places that refer to a hit, best first; those that are no tests are left out
 * @returns tests that refer to a hit first, of these the ones that are named after it; then those for which their name alone speaks
 */
export declare function pairTests(context: SymbolContext, resolved: readonly RelatedPlace[], named: readonly NamedTest[]): Promise<RelatedPlace[]>;
interface NamedFile {
    path: string;
    language: string;
}
/**
 * @param sources of which those that are tests themselves, or are called `index` or `__init__`, get none
 * @returns for each source its tests, nearest first; ties as in `files`
 */
export declare function testsByName<T extends NamedFile>(sources: readonly NamedFile[], files: readonly T[]): T[][];
export {};

/** Tests that say by their name what they test: `openTable.test.ts` of `openTable.ts`, `test_utils_log.py` of `utils/log.py`. Pure. */
interface File {
    path: string;
    language: string;
}
/**
 * @param sources of which those that are tests themselves, or are called `index` or `__init__`, get none
 * @returns for each source its tests: those whose names say most of the path and little else first, then those in its folders or
 *   in folders called like them, which leave out those anywhere else; ties as in `files`
 */
export declare function testsByName<T extends File>(sources: readonly File[], files: readonly T[]): T[][];
export {};

/** A place in a file as resolveReference wants it: what is around, what is imported, what variables are. */
import { type IncludeGraph } from './includeGraph.ts';
import { type PathIndex } from './pathIndex.ts';
import type { FileDefinition, SourceFile } from './readFiles.ts';
import type { Imported, Site } from './resolveReference.ts';
import type { SymbolContext } from './rowsOfName.ts';
/** The view's paths, indexed once. */
export declare function pathIndexOf(context: SymbolContext): Promise<PathIndex>;
/** @returns what makes sites of one file; imports and base classes are read once */
export declare function siteMaker(file: SourceFile, path: string, index: PathIndex, includes: IncludeGraph): {
    imports: readonly Imported[];
    siteOf(around: readonly FileDefinition[], line: number, column: number): Site;
};

/**
 * What each import of a file binds: the name that the file uses, the name in the module, the module's files. A row tells
 * module and name; aliases, stars and namespaces are read from the statement itself.
 */
import type { PathIndex } from './pathIndex.ts';
import { type SourceFile } from './readFiles.ts';
import type { Imported } from './resolveReference.ts';
export declare function readImports(file: SourceFile, path: string, index: PathIndex): Imported[];

/**
 * Which names the inner blocks of a file bind: variables, parameters, patterns, imports and definitions that hold only inside
 * of a function, a callback or a class body. A scanner of brackets and of what stands beside a name, not a parser; where it
 * is in doubt, a name is bound, and the reference stays unresolved.
 */
import type { SourceFile } from './readFiles.ts';
import type { Binding } from './referenceModel.ts';
export interface InnerBindings {
    /** The innermost block around the offset that binds the name, null where none but the file does. */
    bindingAt(name: string, offset: number): Binding | null;
    /** First lines of definitions in blocks of statements that do not hold the offset; the same set for the same lines. */
    outOfReach(name: string, offset: number): ReadonlySet<number>;
    /** True where a definition around has the name for a type parameter. */
    isTypeParameter(name: string, offset: number): boolean;
    offsetOf(line: number, column: number): number;
}
export declare function innerBindings(file: SourceFile): InnerBindings;

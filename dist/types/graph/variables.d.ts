/**
 * What a function's text says of its variables: whether a name is one, and which type is written at its declaration.
 * Patterns on code without comments and strings; nothing is inferred from calls.
 */
import type { FileDefinition, SourceFile } from './readFiles.ts';
import type { TypeName } from './resolveReference.ts';
/** True if a parameter or local variable of the surrounding functions has the name. */
export declare function isLocalName(file: SourceFile, around: readonly FileDefinition[], name: string, line: number): boolean;
/**
 * The type written at the declaration of a receiver: a parameter, a local variable, or for `this.x` a field.
 * @returns null where there is none or several that differ
 */
export declare function typeOfVariable(file: SourceFile, around: readonly FileDefinition[], receiver: string, line: number): TypeName | null;

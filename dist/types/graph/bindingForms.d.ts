/** The forms that bind a name inside of a file: statements, imports in blocks, parameters, closures, and the forms of Python. Each form says
 * where the bound name holds. innerBindings.ts asks them in turn. */
import type { Brackets, Range } from './brackets.ts';
import type { Binding } from './referenceModel.ts';
export interface Bound extends Range {
    by: Binding;
}
export declare const SCRIPT: RegExp;
export declare const TYPE_FIRST: RegExp;
/** True for a body of members, a namespace; a body of statements or an object is none. */
export declare function isContainer(pairs: Brackets, block: Range): boolean;
/** The nearest block of statements around; null where only the file and named scopes are. */
export declare function localBlock(pairs: Brackets, at: number): Range | null;
/** `use a::{b, c as name};` in a module or a function; `import a.name` in a block. */
export declare function inImport(pairs: Brackets, at: number, left: string, language: string): Bound | null;
/** `let name`, `const { name }`, `if let Some(name)`, `name := …`, `Type name = …`, `function name()` */
export declare function inStatement(text: string, pairs: Brackets, at: number, left: string, right: string, name: string, language: string): Bound | null;
/** `name => …`, `name -> …`, in Rust the pattern of an arm. */
export declare function inArrow(text: string, pairs: Brackets, at: number, left: string, right: string, language: string): Bound | null;
/** `(a, name) => …`, `function (name) {`, `func(name T) {`, `fun(name: T) {`, `catch (name) {` */
export declare function inParameters(text: string, pairs: Brackets, at: number, left: string, right: string, language: string): Bound | null;
/** `|a, name| …` of Rust, `{ a, name -> …` of Kotlin, `{ (a, name) in …` of Swift, `{ name => …` of Scala. */
export declare function inClosure(text: string, pairs: Brackets, at: number, name: string, language: string): Bound | null;
/** Python: `lambda name:`, `for name in` of a comprehension; what a function binds is read from its text. */
export declare function inPython(text: string, pairs: Brackets, at: number, left: string, right: string): Bound | null;

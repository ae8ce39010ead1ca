/**
 * Which files of the view a module path means, by the rules of each language. What is not found is taken to be a library:
 * no guess by similar names.
 */
import { type PathIndex } from './pathIndex.ts';
/** @param module as the language writes it, without quotes; @param from the path of the file that says it */
export declare function resolveModule(module: string, language: string, from: string, index: PathIndex): string[];
/** Languages whose modules are JavaScript's. */
export declare const SCRIPT: RegExp;

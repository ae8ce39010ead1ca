/** What stands inside a Haskell declaration: the methods of a class or instance, the constructors and fields of a type. */
import type { Definition } from '../types.ts';
import type { Segment } from './segments.ts';
/** A class introduces its methods; an instance only implements them, so that they are found by name and not as definitions. */
export declare function membersOf(lines: readonly string[], startLine: number, endLine: number, owner: string, isInstance: boolean): Segment[];
/** `= Foo Int | Bar { size :: Int }` → Foo, Bar, size. */
export declare function constructorsOf(lines: readonly string[], startLine: number, endLine: number): Definition[];

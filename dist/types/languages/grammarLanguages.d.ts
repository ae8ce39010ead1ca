/**
 * Which grammar and which query read a language. One row per language; how a query's captures become segments is in
 * code.ts, the same for all.
 *
 * Captures (the tags convention, with a few more). A match is one definition or one reference:
 *   @definition.function|method|class|interface|type|enum|constant|module   the whole node, decorators included
 *   @container.class|module|…   as above, but the name is not defined here: `impl Foo`, `namespace x`, `extension Foo`
 *   @name    of the definition; in a reference it may be left out: the reference's own node is the name then
 *   @body    where the signature ends (else it ends with the first line)
 *   @scope   a type that the definition belongs to without being inside of it: Go's receiver
 *   @reference.call|import|inherit|type, with @name and optional @from (receiver of a call, module of an import)
 * And, each in a pattern of its own:
 *   @comment     every comment; those directly above a definition belong to it and are its documentation
 *   @decorator   an attribute or decorator that is a sibling above the definition, not inside its node
 *   @doc         a docstring inside the definition
 * A function directly inside a class, interface, type or enum becomes a method. Where two patterns give the same @name
 * node, the wider node wins, and the first pattern among equals.
 */
import type { Language } from './languagesRow.ts';
/** @returns null for a language that no grammar reads. With a text, the row that reads it best. */
export declare function grammarLanguageOf(name: string, text?: string): Language | null;

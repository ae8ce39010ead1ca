/**
 * Checks that a manifest and the head of a word index say what Cora's tables say, and nothing else. A manifest can name other places where
 * files lie, and an index a tokenizer that is loaded from a file; LanceDB goes there. So both are read before LanceDB reads a row.
 */
/** Of the tokenizer that only cuts at spaces. */
export declare const TOKENIZER = "whitespace";
/** @throws OddField that says what is not as Cora's indexes have it */
export declare function checkIndexFile(bytes: Buffer): void;
/** @throws OddField that says what is not as Cora's tables have it */
export declare function checkManifest(bytes: Buffer): void;
/**
 * @returns paths under the table's folder of what this version of it is made of: `data/x.lance`, `_deletions/0-1-2.arrow`, and of each index
 * `_indices/<uuid>/x.lance`, or `_indices/<uuid>/` where it does not say which files it has
 * @throws OddField for bytes that are no manifest of Cora's tables
 */
export declare function filesListed(bytes: Buffer): Set<string>;
/** A text is `any`, which leads nowhere, or the reason why the field is refused; a number is the mask of bits that may be set. */
type Rule = string | number | ((value: Uint8Array) => boolean) | Shape;
/** In brackets what may be there more than once. */
type Shape = {
    readonly [field: number]: Rule | readonly [Rule];
};
/** How many fields may still come, of a whole file. */
interface Allowance {
    left: number;
}
export declare class OddField extends Error {
}
export declare function fieldsOfOneFile(): Allowance;
/**
 * @returns the fields of the message itself that are there once, and the numbers that they hold
 * @throws OddField for what the shape does not list, and where the bytes are no message
 */
export declare function readFields(bytes: Uint8Array, shape: Shape, allowance: Allowance): ReadonlyMap<number, number>;
export {};

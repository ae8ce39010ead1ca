/** Fields of a JSON answer that may be of any shape. */
export type Fields = Readonly<Record<string, unknown>>;
/** @returns null where the text is no JSON object */
export declare function readObject(json: string): Fields | null;
export declare function objectOf(value: unknown): Fields | null;
/** '' where it is something else. */
export declare function textOf(value: unknown): string;
export declare function countOf(value: unknown): number | null;

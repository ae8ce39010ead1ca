/**
 * The one door between content and everything that is stored or shown: secrets are written over, each by as many bytes as it had,
 * so that every offset, line and column stays true. A function of the bytes and of nothing else, and of what it has redacted it
 * finds no more: doing it twice is doing it once.
 */
export interface FoundSecret {
    /** The rule's id. */
    rule: string;
    /** Byte offset of its first byte. */
    start: number;
}
export interface Redacted {
    /** Those that were given, where nothing was found. */
    bytes: Uint8Array;
    /** By their start. */
    secrets: FoundSecret[];
}
export type Unit = 'utf-8' | 'utf-16le' | 'utf-16be';
export declare function redactBytes(bytes: Uint8Array, unit?: Unit): Redacted;
/** For text that is no blob: a commit's message. */
export declare function redactText(text: string): string;

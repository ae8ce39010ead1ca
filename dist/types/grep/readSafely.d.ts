/** Reads the working tree's regular files and nothing else: no links, also not on the way to a file, no devices, no FIFOs. */
export type Unsearchable = 'missing' | 'link' | 'not-regular' | 'too-large' | 'outside' | 'unreadable';
export interface ReadText {
    /** What is matched. */
    text: string;
    /** What is shown: the same, of the same length, without secrets. Made when it is asked for. */
    shown(): string;
}
export interface SafeReader {
    /** Why the file can't be searched, null where it can. */
    check(path: string): Promise<Unsearchable | null>;
    /** Null for binary content and for what changed since `check`. */
    read(path: string): Promise<ReadText | null>;
}
/** @param root absolute; the paths given to the reader are relative to it, with `/`
 *  @param maxBytes larger files are not searched */
export declare function readSafely(root: string, maxBytes: number): SafeReader;

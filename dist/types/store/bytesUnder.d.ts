/** Disk use of a folder. */
/** @returns bytes of all regular files below; files that vanish meanwhile (a writer cleans up) do not count */
export declare function bytesUnder(dir: string): Promise<number>;

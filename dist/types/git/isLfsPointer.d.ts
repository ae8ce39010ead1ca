/** Git LFS stores a pointer in place of a file. A pointer says nothing about the file, so it is not indexed. */
export declare function isLfsPointer(bytes: Uint8Array): boolean;

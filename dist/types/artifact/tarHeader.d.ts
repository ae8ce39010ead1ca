/**
 * The 512 bytes before each member of a tar archive (POSIX ustar), as much of them as an artifact needs: plain files with
 * short names. Nothing is ever written to a disk by the name in a header, so what else a tar can say is refused, not handled.
 *
 *   0 name[100] mode[8] uid[8] gid[8] size[12] mtime[12] checksum[8] type[1] … 257 "ustar\0" "00" …
 */
export declare const BLOCK = 512;
/** Always the same bytes for the same name and size: no owner, no time. */
export declare function tarHeader(name: string, size: number): Buffer;
/** Zeros after a member, up to the next header. */
export declare function paddingOf(size: number): number;
/**
 * @returns null for a block of zeros, which ends an archive
 * @throws CoraError BAD_ARTIFACT for anything but a plain file
 */
export declare function readTarHeader(header: Buffer): {
    name: string;
    size: number;
} | null;

/** NUL-terminated output as it arrives. What is valid UTF-8 comes as a string; the rest as bytes, whose meaning the caller knows. */
export declare class NulTokens {
    #private;
    /** The tokens that this chunk completes. */
    take(chunk: Buffer): (string | Buffer)[];
    /** What stands behind the last NUL, if anything. */
    end(): (string | Buffer)[];
}
export declare function textOf(token: string | Buffer): string;
/** A path as the rest of Cora writes it: see pathBytes.ts. */
export declare function pathOf(token: string | Buffer): string;

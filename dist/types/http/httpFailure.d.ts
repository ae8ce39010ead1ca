/** Why a service was given up on, in words that hold no secret, and whether asking again may help. */
/** `status` is 0 where no answer came. */
export declare class HttpFailure extends Error {
    readonly status: number;
    /** What the server said, one line, without secrets. */
    readonly said: string;
    /** How long the server asks to wait, milliseconds. */
    readonly retryAfterMs: number | undefined;
    constructor(status: number, said: string, { cause, retryAfterMs }?: {
        cause?: unknown;
        retryAfterMs?: number;
    });
    /** True where fewer or shorter texts may succeed. */
    get tooLarge(): boolean;
    get worthRepeating(): boolean;
}
/** Of an answer that is no success. @param key what must not be shown */
export declare function failureOf(status: number, headers: Headers, text: string, key: string | undefined): HttpFailure;
/** Of a request that got no answer, or only a part of one. */
export declare function brokenOff(error: unknown): HttpFailure;
/** {"error":{"message":…}}, {"error":"…"}, {"detail":"…"}, {"message":"…"}, or the text itself; one short line. */
export declare function messageIn(text: string, key: string | undefined): string;

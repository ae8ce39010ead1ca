/** Whether a value out of somebody else's JSON is what it should be. */
export declare function isObject(value: unknown): value is Record<string, unknown>;
/** Zero and above. */
export declare function isSafeInteger(value: unknown, most?: number): value is number;
/** @param most UTF-16 code units */
export declare function isText(value: unknown, most: number): value is string;
export declare function isHex(value: unknown, least: number, most: number): value is string;

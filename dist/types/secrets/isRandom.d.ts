/**
 * Tells what a generator made from what a person wrote: `q7Zp0Vd2…` from `changeme`, `AbstractTokenProvider2`, `user-token-1`.
 * Entropy alone does not: a long identifier has as much of it as a short key.
 */
export declare const UUID: RegExp;
/** For keys and tokens: letters and digits in no order. */
export declare function isRandom(value: string): boolean;
/** For passwords, which people make up: of three kinds of characters at least. `mySecret2024` is one, though no generator made it. */
export declare function isStrongPassword(value: string): boolean;
/** For passwords without quotes, which could be names of a program (`Sha256Hex`): shorter parts than names have. */
export declare function isMadeUp(value: string): boolean;
/** True of keys with all characters of a keyboard, as Django and WordPress make them: never of a text, a pattern or a template. */
export declare function isDense(value: string): boolean;
export declare function isPlaceholder(value: string): boolean;
/** Of a value whose form says that it is a key: only what cannot be chance. */
export declare function isFiller(value: string): boolean;

/** Files that hold secrets, by name. They are never indexed, whatever the settings say. */
export interface PathRule {
    /** For saying why, and for the tests: every rule has one. */
    name: string;
    /** Tried on the path in lower-case. */
    pattern: RegExp;
}
export declare const SECRET_RULES: readonly PathRule[];
/** The rule by which a file counts as secret, undefined for all others. */
export declare function secretRuleOf(path: string): string | undefined;

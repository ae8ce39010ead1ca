/**
 * Patterns of questions about the history: how these begin, and which similar ones are about a
 * running program. Pure.
 */
export interface HistoryQuestion {
    /**
     * `latest` asks for the newest commits, `changes` for what was done, `who` and `when` about one
     * change.
     */
    kind: 'latest' | 'changes' | 'who' | 'when';
    /** The subject, without the words that ask; '' for everything. */
    subject: string;
    /** The end of the history that it asks for, if it names one. */
    order: 'newest' | 'oldest' | null;
    /**
     * From `since v1.2` or `in the last two weeks`, in the form of --since; null if there is none.
     */
    since: string | null;
    /** From `between v1 and v2`, in the form of --until; null if there is none. */
    until: string | null;
    /**
     * Which of `since` and `until` name a version. The others may be words of the subject:
     * `since http2`.
     */
    versions: readonly string[];
    /**
     * The number of commits that it asks for: `the last 5 commits`, `git log -5`. Missing if it names
     * no number.
     */
    count?: number;
    /** The single commit that it asks for: `show commit a1d87858`; null for none. */
    revision: string | null;
    /**
     * The question is about the history only if the repository has what it names: with `name` a file,
     * a commit or an author, with `point` a version, a commit or a date. Null if it is in any case.
     */
    needs: 'name' | 'point' | null;
    /**
     * Asks for commits of this author. In a typed command a part of the name or address is enough. In
     * a sentence it must be an author's whole name or first name.
     */
    author?: {
        name: string;
        isPart: boolean;
    };
    /** A word that git also uses. If a file or folder has this name, it is the subject. */
    namesake?: string;
    /** True if it asks about the text of messages, so that a word is not taken for a file. */
    isOfMessages: boolean;
}
/**
 * The value of `since` for `what changed since the last release`: the newest tag. With an `until`
 * it is the tag before that: `what changed in v1.2`, or, where `until` has this value too,
 * `what changed in the last release`.
 */
export declare const LAST_RELEASE = "the last release";
/** `src/server.c`, `server.c` */
export declare const PATH: RegExp;
export declare const COMMIT_NAME: RegExp;
/**
 * Matches `v2`, `1.20`, `release-1.2.0-rc1`, `pkg@1.2`; not a file such as `v2.py`, nor `http2` or
 * `tls1.2`.
 */
export declare const VERSION: RegExp;
export declare const DONE = "(?:added|introduced|changed|modified|edited|touched|updated|removed|deleted|dropped|fixed|broken?|created|written|wrote|implemented|renamed|refactored|rewritten|rewrote|moved|merged|committed|reverted|deprecated|replaced|bumped|upgraded|landed|authored)";
/** Matches a word for the action of a commit. Such a word is never the subject. */
export declare const VERB: RegExp;
/**
 * Matches what may follow "the last commit" or "what changed": the end, or a word that does not
 * continue a compound noun.
 */
export declare const END = "[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|that|which|touching|changing|affecting|mentioning|from|with|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|and|was|were|did|is|are)\\b)";
/** Words for a part of a program that may follow its name: `the mysql driver`. */
export declare const PART = "(?:driver|crate|plugin|component|service|library|extension|adapter|backend)";
/** `a1d87858` */
export declare const COMMIT_HASH = "(?=[a-z]*\\d)[0-9a-f]{6,64}(?![\\w./-])";
interface Pattern {
    kind: HistoryQuestion['kind'];
    /**
     * The first words of the questions. The pattern is compiled when a question begins with one of
     * them.
     */
    first: string;
    pattern: string;
    needs?: 'name' | 'point';
}
export declare const QUESTION_PATTERNS: readonly Pattern[];
/** @param question begins like one about the history */
export declare function isOfARun(question: string): boolean;
export {};

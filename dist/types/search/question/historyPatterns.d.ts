/**
 * It holds the patterns of questions about the history: how they begin, and which of them are about
 * a program as it runs. Pure.
 */
export interface HistoryQuestion {
    /** `latest`: the newest commits; `changes`: what was done; `who` and `when`: about one change. */
    kind: 'latest' | 'changes' | 'who' | 'when';
    /** The subject, without the words that ask: '' for everything. */
    subject: string;
    /** Tells which end of the time it asks for, where it names one. */
    order: 'newest' | 'oldest' | null;
    /** `since v1.2`, `in the last two weeks`: what --since takes; null where none is said. */
    since: string | null;
    /** `between v1 and v2`: what --until takes; null where none is said. */
    until: string | null;
    /**
     * Those of `since` and `until` that name a version. The others may be words of the subject:
     * `since http2`.
     */
    versions: readonly string[];
    /**
     * The number of commits that are asked for: `the last 5 commits`, `git log -5`. Absent where no
     * number is said.
     */
    count?: number;
    /** The one commit that is asked for: `show commit a1d87858`; null where none is. */
    revision: string | null;
    /**
     * It is one only where the repository has what it names: `name`: a file, a commit or an author;
     * `point`: a version, a commit or a date. Null where it is one in any case.
     */
    needs: 'name' | 'point' | null;
    /**
     * Commits of this author are asked for. A part of the name or of the address is enough for a
     * typed command; in a sentence it is a name only where it is an author's whole or first one.
     */
    author?: {
        name: string;
        isPart: boolean;
    };
    /** A word that git uses, too: it is the subject where a file or a folder is called so. */
    namesake?: string;
    /** It asks what messages are about: a word of theirs is no file. */
    isOfMessages: boolean;
}
/**
 * `since` of `what changed since the last release`: the newest tag of the repository; with an
 * `until`, the one before that: `what changed in v1.2`.
 */
export declare const LAST_RELEASE = "the last release";
/** `src/server.c`, `server.c` */
export declare const PATH: RegExp;
export declare const COMMIT_NAME: RegExp;
/**
 * `v2`, `1.20`, `release-1.2.0-rc1`, `pkg@1.2`. Not a file such as `v2.py`, and not `http2`,
 * `tls1.2`.
 */
export declare const VERSION: RegExp;
export declare const DONE = "(?:added|introduced|changed|modified|edited|touched|updated|removed|deleted|dropped|fixed|broken?|created|written|wrote|implemented|renamed|refactored|rewritten|rewrote|moved|merged|committed|reverted|deprecated|replaced|bumped|upgraded|landed|authored)";
/** A word for what a commit does; commits have to fit others. */
export declare const VERB: RegExp;
/**
 * Matches what may follow "the last commit" or "what changed": the end, or a word that no compound
 * noun begins with.
 */
export declare const END = "[ ]*(?:[?.!,;:]|$| (?:to|of|in|on|by|about|for|that|which|touching|changing|affecting|mentioning|from|with|between|since|at|around|before|after|under|inside|here|there|today|yesterday|recently|lately|this|last|and|was|were|did|is|are)\\b)";
/** Words for a part of a program, after its name: `the mysql driver`. */
export declare const PART = "(?:driver|crate|plugin|component|service|library|extension|adapter|backend)";
/** `a1d87858` */
export declare const COMMIT_HASH = "(?=[a-z]*\\d)[0-9a-f]{6,64}(?![\\w./-])";
interface Pattern {
    kind: HistoryQuestion['kind'];
    /** The words that it begins with: it is compiled when one of them is the question's first. */
    first: string;
    pattern: string;
    needs?: 'name' | 'point';
}
export declare const QUESTION_PATTERNS: readonly Pattern[];
/** @param question one that begins as a question about the history */
export declare function isOfARun(question: string): boolean;
export {};

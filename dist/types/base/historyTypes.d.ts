/**
 * Types of commits, of a search in them, and of the answer to a question about the history. Types
 * only.
 */
/** A file that a commit changed. For a merge, the comparison is with its first parent. */
export interface CommitFile {
    status: 'added' | 'copied' | 'deleted' | 'modified' | 'renamed' | 'type-changed';
    path: string;
    /** The file's path before; only for 'renamed' (without an edit) and 'copied'. */
    oldPath: string | null;
}
/**
 * A commit in UTF-8, whatever encoding it has in git. Dates are ISO 8601 with the author's offset.
 */
export interface CommitRecord {
    commit: string;
    parents: string[];
    author: string;
    email: string;
    authorDate: string;
    commitDate: string;
    /** The first paragraph of the message, on one line. */
    subject: string;
    body: string;
    files: CommitFile[];
}
/** Says how much of HEAD's history an answer covers. */
export interface HistoryFreshness {
    headCommit: string | null;
    /** The number of commits of HEAD's history that were searched. */
    searched: number;
    /**
     * The number of these that the index does not have and that were read from git for this answer.
     */
    readNow: number;
    /**
     * The number of commits that were not searched: neither the index has them, nor does one query
     * read that many. They are the oldest.
     */
    missing: number;
    /**
     * Why older commits were not searched: the setting `history`, or a shallow clone. Null if all
     * were.
     */
    cutOff: 'setting' | 'shallow' | null;
}
/** The share of each feature of the ranking; their sum is the score. */
export interface CommitWhy {
    /** BM25F over subject, body and author. */
    words: number;
    /** The share of the paths of the changed files. */
    paths: number;
    /** The share of the commit's own name, if the question has it. */
    name: number;
}
export interface CommitHit extends CommitRecord {
    rank: number;
    /** 0 for a search without text, which lists the newest first. */
    score: number;
    why: CommitWhy;
}
/** The JSON that `cora query --commits --json` prints. */
export interface CommitSearchResult extends Touching {
    query: string;
    /**
     * Has the fields that every answer has. They are empty here, because uncommitted edits do not
     * change what commits say.
     */
    freshness: HistoryFreshness & {
        /** The newest commit of HEAD's history that the index has. */
        indexedCommit: string | null;
        /** Commits of HEAD's history that the index does not have. */
        commitsBehind: number;
        dirtyFiles: 0;
        asCommitted: [];
        missingFiles: [];
    };
    truncated: boolean;
    tookMs: number;
    commits: CommitHit[];
    /** Why no commit was found, where an author or a path that was asked for has none. */
    note?: string;
}
/**
 * If a question names files or folders by their base names (`middleware` for `lib/middleware.rb`),
 * only the commits that changed these are its answer.
 */
export interface Touching {
    /** Paths of the files and folders that were named; a folder's ends with a slash. */
    touching?: string[];
}
/** A commit in a list. */
export interface CommitLine extends Pick<CommitRecord, 'commit' | 'author' | 'authorDate' | 'subject'> {
    /** Only in an answer from several repositories. */
    repository?: string;
}
/**
 * Answers a question about the history ("what changed", "who", "when", "the latest commit") beside
 * the code.
 */
export interface GitContext {
    kind: 'git';
    /**
     * The question as Cora understood it. `about` holds its words about the subject, `since` and
     * `until` the dates, `author` the person whose commits are meant.
     */
    asked: {
        about: string;
        since: string | null;
        until: string | null;
        author?: string;
    } & Touching;
    /** HEAD's newest commits, at most 10, none older than `since`. */
    recent: CommitLine[];
    /** The commits whose message and files fit the question best, at most 5, best first. */
    matching: CommitLine[];
    /**
     * For a question "who": the authors of fitting commits, or of all commits if it has no subject.
     * The one with the most commits comes first; at most 5.
     */
    authors: {
        author: string;
        commits: number;
    }[];
    /** The number of authors who are not listed. Missing in an answer from several repositories. */
    otherAuthors?: number;
    /**
     * The best match, or the newest commit if nothing matches; null in a repository without commits.
     */
    commit: GitContextCommit | null;
    /** Why no commit was looked for, or none found; missing where some were. */
    note?: string;
    freshness: HistoryFreshness;
}
export interface GitContextCommit extends CommitRecord {
    /** Only in an answer from several repositories. */
    repository?: string;
    /**
     * The files as `git show --stat` lists them; a merge is compared with its first parent. The
     * numbers of lines are null for binary files, and for all files if only their list is known.
     */
    stat: (CommitFile & {
        added: number | null;
        deleted: number | null;
    })[];
    /** The diffs of indexed files, cut to `diffLines` lines. */
    diff: string;
    diffLines: number;
    /** The number of lines that were cut. */
    diffCut: number;
    /**
     * The number of files without a diff: those that are not indexed (excluded, secret, binary, too
     * large), and those beyond the limit.
     */
    diffsLeftOut: number;
}

/**
 * Declares what commits say, and what a search in them and a question about the history answer.
 * Types only.
 */
/**
 * A file that a commit touched. The files of a merge are those that it brought to its first parent.
 */
export interface CommitFile {
    status: 'added' | 'copied' | 'deleted' | 'modified' | 'renamed' | 'type-changed';
    path: string;
    /** The path that it had before; only for 'renamed' (without an edit) and 'copied'. */
    oldPath: string | null;
}
/**
 * The content of a commit, in UTF-8 whatever the encoding of the commit. Dates are ISO 8601 with
 * the offset of their place.
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
/** Tells how an answer about the history relates to HEAD's. */
export interface HistoryFreshness {
    headCommit: string | null;
    /** Commits of HEAD's history that were searched. */
    searched: number;
    /**
     * The number of these that were read from git for this answer, because the index does not have
     * them.
     */
    readNow: number;
    /**
     * Commits that the index does not have and that were more than a query reads: the oldest ones.
     */
    missing: number;
    /**
     * The reason why older commits were not searched, where there are any: the setting `history`, or
     * a shallow clone.
     */
    cutOff: 'setting' | 'shallow' | null;
}
/** The features that speak for a commit. The score is the sum. */
export interface CommitWhy {
    /** BM25F over subject, body and author. */
    words: number;
    /** The score that the paths it touched add. */
    paths: number;
    /** Its name was asked for. */
    name: number;
}
export interface CommitHit extends CommitRecord {
    rank: number;
    /** 0 where no text was asked for: the newest first. */
    score: number;
    why: CommitWhy;
}
/** The JSON that `cora query --commits --json` prints. */
export interface CommitSearchResult extends Touching {
    query: string;
    /**
     * Under the names that every answer has. Commits say what they changed, whatever lies in the
     * working tree.
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
}
/**
 * Where a question names files or folders by their base names (`middleware` for
 * `lib/middleware.rb`), the commits that touched these are its answer.
 */
export interface Touching {
    /** Their paths, a folder's with a slash at its end. */
    touching?: string[];
}
/** A commit in a list. */
export interface CommitLine extends Pick<CommitRecord, 'commit' | 'author' | 'authorDate' | 'subject'> {
    /** Only of an answer from several repositories. */
    repository?: string;
}
/**
 * Holds what a question about the history ("what changed", "who", "when", "the latest commit") gets
 * beside the code.
 */
export interface GitContext {
    kind: 'git';
    /**
     * The question as it was understood: about what (words of the question), since when, and until
     * when; whose commits, where it names an author.
     */
    asked: {
        about: string;
        since: string | null;
        until: string | null;
        author?: string;
    } & Touching;
    /** HEAD's newest commits, at most 10; since then, where the question says so. */
    recent: CommitLine[];
    /** The commits whose messages and files fit the question, best first, at most 5. */
    matching: CommitLine[];
    /**
     * For a "who": the authors of the commits that fit, or of all where it has no subject, most of
     * them first, at most 5.
     */
    authors: {
        author: string;
        commits: number;
    }[];
    /** The number of their other authors, where there are more. Not told of several repositories. */
    otherAuthors?: number;
    /** The best match, or the newest commit; null in a repository without one. */
    commit: GitContextCommit | null;
    /** Says why no commit was looked for; absent where one was. */
    note?: string;
    freshness: HistoryFreshness;
}
export interface GitContextCommit extends CommitRecord {
    /** Only of an answer from several repositories. */
    repository?: string;
    /**
     * The files as `git show --stat` lists them; lines are null for binary files, and for all where
     * only the list of them is at hand. A merge is compared with its first parent.
     */
    stat: (CommitFile & {
        added: number | null;
        deleted: number | null;
    })[];
    /** Diffs of files that belong to the index, cut to `diffLines` lines. */
    diff: string;
    diffLines: number;
    /** Lines of those diffs that were cut. */
    diffCut: number;
    /**
     * Files without a diff: they do not belong to the index (excluded, secret, binary, too large), or
     * there were too many.
     */
    diffsLeftOut: number;
}

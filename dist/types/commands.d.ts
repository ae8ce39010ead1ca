/** Every command, declared once: its words, its help and the options that it takes. */
import type { OptionName, Options } from './options.ts';
export interface CommandSpec {
    usage: string;
    help: string;
    options: readonly OptionName[];
    /** How many words may follow the options. */
    words: {
        min: number;
        max: number;
    };
}
export declare const COMMANDS: {
    readonly init: {
        readonly usage: 'cora init';
        readonly help: 'Set a repository up: hooks, cora.config.json, the first index. Can be repeated.';
        readonly options: readonly ["mcp", "client", "remove", "yes", "dry-run", "force", "jobs", "history", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly index: {
        readonly usage: 'cora index [DIR]';
        readonly help: 'Index the commit that is checked out; only what is new is computed.';
        readonly options: readonly ["full", "rev", "shard", "dry-run", "jobs", "history", "commentary", "commentary-limit", "commentary-tokens", "commentary-rate", "yes", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 1;
        };
    };
    readonly query: {
        readonly usage: 'cora query TEXT   (or -: a question or a whole chat from standard input)';
        readonly help: 'Find the code that answers.';
        readonly options: readonly ["limit", "budget", "mode", "path", "lang", "kind", "format", "lines", "context", "elide", "host", "diversity", "related", "weight", "scope", "rerank", "explain", "commits", "author", "since", "until", "history", "batch", "index", "repo", "repos-base-dir", "repos-max-results", "committed", "fallback", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 1000;
        };
    };
    readonly ask: {
        readonly usage: 'cora ask QUESTION   (or -: a question or a whole chat from standard input)';
        readonly help: 'Have a language model of your choice answer from the code, with the places that show it.';
        readonly options: readonly ["model", "answer-tokens", "temperature", "limit", "budget", "mode", "path", "lang", "kind", "format", "history", "index", "repo", "repos-base-dir", "committed", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 1000;
        };
    };
    readonly grep: {
        readonly usage: 'cora grep PATTERN';
        readonly help: 'Exact search in the files that belong to the index.';
        readonly options: readonly ["limit", "path", "lang", "ignore-case", "fixed", "word", "context", "max-per-file", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly symbols: {
        readonly usage: 'cora symbols NAME';
        readonly help: 'Where a name is defined.';
        readonly options: readonly ["limit", "path", "lang", "kind", "index", "committed", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly refs: {
        readonly usage: 'cora refs NAME';
        readonly help: 'Who mentions a name; with --callers or --callees, call chains.';
        readonly options: readonly ["callers", "callees", "depth", "limit", "path", "lang", "kind", "index", "repo", "repos-base-dir", "committed", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly related: {
        readonly usage: 'cora related PATH:LINE';
        readonly help: 'What to read next from there: callers, what it uses, types, tests, look-alikes; each with its reason.';
        readonly options: readonly ["limit", "path", "lang", "kind", "index", "committed", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly files: {
        readonly usage: 'cora files';
        readonly help: 'What is indexed, and why the rest is not.';
        readonly options: readonly ["rev", "path", "lang", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly status: {
        readonly usage: 'cora status';
        readonly help: 'How fresh the index is, what is in it, how large it is.';
        readonly options: readonly ["index", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly doctor: {
        readonly usage: 'cora doctor';
        readonly help: 'Look for damage; --fix repairs it.';
        readonly options: readonly ["fix", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly gc: {
        readonly usage: 'cora gc';
        readonly help: 'Remove rows that no branch, worktree, index or recent reflog entry needs.';
        readonly options: readonly ["dry-run", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly pack: {
        readonly usage: 'cora pack [-o FILE]';
        readonly help: 'Write the index of the last indexed commit into one file, for cora pull, unpack and --index.';
        readonly options: readonly ["output", "no-text", "report", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly pull: {
        readonly usage: 'cora pull [SOURCE]';
        readonly help: 'Take the index of others: a file, a folder, an address (https, s3, gs, az), OWNER/REPOSITORY[@TAG], actions:OWNER/REPOSITORY; without SOURCE the release of origin.';
        readonly options: readonly ["jobs", "history", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 1;
        };
    };
    readonly push: {
        readonly usage: 'cora push OWNER/REPOSITORY[@TAG] | s3://… | gs://… | az://… | db://…';
        readonly help: 'Give the index to others: into a GitHub release (without TAG the rolling one, cora-index) or object storage, for cora pull and --index.';
        readonly options: readonly ["no-text", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly merge: {
        readonly usage: 'cora merge FILE… | DIR [-o FILE]';
        readonly help: 'Join packed shards (cora index --shard, cora pack) into one packed index.';
        readonly options: readonly ["output", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1000;
        };
    };
    readonly verify: {
        readonly usage: 'cora verify FILE';
        readonly help: 'Read a packed index whole: structure, hashes, rows and digest.';
        readonly options: readonly ["json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly unpack: {
        readonly usage: 'cora unpack FILE [-o DIR]';
        readonly help: 'Make a packed index a folder, for --index. In a clone, cora pull FILE is the way.';
        readonly options: readonly ["output", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
    readonly clean: {
        readonly usage: 'cora clean';
        readonly help: 'Delete the index of this repository.';
        readonly options: readonly ["all", "yes", "dry-run", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly mcp: {
        readonly usage: 'cora mcp [DIR…] | --repo NAME';
        readonly help: 'Answer agents that speak the Model Context Protocol: on standard input and output, or with --http.';
        readonly options: readonly ["repo", "repos-base-dir", "http", "bind", "port", "token", "write", "describe", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 100;
        };
    };
    readonly serve: {
        readonly usage: 'cora serve [DIR…]';
        readonly help: 'Answer on HTTP for these directories and the repositories of cora repos: search, ask, index. docs/http.md';
        readonly options: readonly ["bind", "port", "token", "open", "repos-urls", "repos-base-dir", "repos-sync-interval", "repos-sync-timeout", "repos-max-file-size", "repos-max-results", "store", "embedder", "include", "exclude", "max-file-size", "rerank", "model", "answer-tokens", "temperature", "budget", "jobs", "history", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 100;
        };
    };
    readonly watch: {
        readonly usage: 'cora watch';
        readonly help: 'Index commits and edits as they happen. Queries are right without it; with it they find more done.';
        readonly options: readonly ["jobs", "history", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
    readonly repos: {
        readonly usage: 'cora repos list | add URL|DIR | remove NAME | use NAME';
        readonly help: 'The repositories that cora sync keeps and cora query --repo searches.';
        readonly options: readonly ["name", "branch", "source", "repos-urls", "repos-base-dir", "repos-sync-interval", "repos-sync-timeout", "repos-max-file-size", "repos-max-results", "embedder", "jobs", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 2;
        };
    };
    readonly sync: {
        readonly usage: 'cora sync [NAME…]';
        readonly help: 'Fetch and index what is new in the repositories of cora repos.';
        readonly options: readonly ["force", "full", "repos-urls", "repos-base-dir", "repos-sync-interval", "repos-sync-timeout", "repos-max-file-size", "repos-max-results", "embedder", "jobs", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 1000;
        };
    };
    readonly hooks: {
        readonly usage: 'cora hooks install | uninstall | status | run';
        readonly help: 'Have Git keep the index fresh after commits, merges, rebases and branch switches.';
        readonly options: readonly ["force", "dry-run", "store", "embedder", "include", "exclude", "max-file-size", "jobs", "history", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 1;
            readonly max: 2;
        };
    };
    readonly completion: {
        readonly usage: 'cora completion bash | zsh | fish';
        readonly help: 'Print a script that completes commands, options and their values.';
        readonly options: readonly ["help"];
        readonly words: {
            readonly min: 1;
            readonly max: 1;
        };
    };
};
export type CommandName = keyof typeof COMMANDS;
export interface ParsedCommand {
    command: CommandName;
    words: string[];
    options: Options;
}

/**
 * Every option, declared once: flags, CORA_* variables, keys of cora.config.json, defaults and help all come from the
 * tables below. Parsing does no work and reads no environment of its own.
 */
export type OptionType = 'string' | 'boolean' | 'number' | 'list';
export interface OptionSpec {
    type: OptionType;
    help: string;
    /** One letter: `-k 5`. */
    short?: string;
    /** Other spellings that users of similar tools type. */
    aliases?: readonly string[];
    /** What stands for the value in the help text. */
    value?: string;
    choices?: readonly string[];
    /** A setting may also come from CORA_<KEY> and from cora.config.json. */
    setting?: boolean;
    /** What the config file may say: it comes with a clone, and a clone must not choose what leaves the machine or where to write. */
    trusted?: {
        pattern: RegExp;
        otherwise: string;
    };
    min?: number;
    default?: string | boolean | number | readonly string[];
}
/** All options by their long name. Which command takes which stands in COMMANDS. */
export declare const OPTIONS: {
    readonly json: {
        readonly type: 'boolean';
        readonly help: 'print JSON on stdout';
    };
    readonly quiet: {
        readonly type: 'boolean';
        readonly short: 'q';
        readonly help: 'no progress and no notes on stderr';
    };
    readonly verbose: {
        readonly type: 'boolean';
        readonly help: 'say on stderr what is being done';
    };
    readonly color: {
        readonly type: 'boolean';
        readonly help: 'colours even where stdout is no terminal (--no-color: never)';
    };
    readonly store: {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'a directory inside the repository; elsewhere: --store or CORA_STORE';
        };
        readonly help: 'where the index is kept (default: inside the common Git directory)';
    };
    readonly embedder: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'an embedder that is built in; a service or a downloaded model is your own choice: --embedder or CORA_EMBEDDER';
        };
        readonly default: 'builtin';
        readonly help: 'builtin, hash, transformers:MODEL, ollama:MODEL, openai:MODEL, voyage:MODEL';
    };
    readonly include: {
        readonly type: 'list';
        readonly value: 'GLOB';
        readonly setting: true;
        readonly default: readonly [];
        readonly help: 'index these although a default rule leaves them out';
    };
    readonly exclude: {
        readonly type: 'list';
        readonly value: 'GLOB';
        readonly setting: true;
        readonly default: readonly [];
        readonly help: 'never index these';
    };
    readonly 'max-file-size': {
        readonly type: 'number';
        readonly value: 'BYTES';
        readonly setting: true;
        readonly min: 1;
        readonly default: 2000000;
        readonly help: 'leave out larger files';
    };
    readonly jobs: {
        readonly type: 'number';
        readonly short: 'j';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly help: 'parser threads (default: the number of cores; 0: none)';
    };
    readonly full: {
        readonly type: 'boolean';
        readonly help: 'compute everything again';
    };
    readonly rev: {
        readonly type: 'string';
        readonly value: 'REV';
        readonly help: 'index this commit instead of HEAD';
    };
    readonly 'dry-run': {
        readonly type: 'boolean';
        readonly help: 'say what would be done, and do nothing';
    };
    readonly limit: {
        readonly type: 'number';
        readonly short: 'k';
        readonly aliases: readonly ["top-k"];
        readonly value: 'N';
        readonly min: 1;
        readonly setting: true;
        readonly default: 10;
        readonly help: 'how many results';
    };
    readonly mode: {
        readonly type: 'string';
        readonly value: 'MODE';
        readonly choices: readonly ["hybrid", "words", "vectors"];
        readonly setting: true;
        readonly default: 'hybrid';
        readonly help: 'hybrid, words or vectors';
    };
    readonly path: {
        readonly type: 'list';
        readonly short: 'p';
        readonly value: 'GLOB';
        readonly default: readonly [];
        readonly help: 'only files whose path matches (src/**, **/*.go)';
    };
    readonly lang: {
        readonly type: 'list';
        readonly short: 'l';
        readonly aliases: readonly ["language"];
        readonly value: 'NAME';
        readonly default: readonly [];
        readonly help: 'only this language';
    };
    readonly kind: {
        readonly type: 'list';
        readonly value: 'KIND';
        readonly default: readonly [];
        readonly help: 'only this kind: function, method, class, interface, type, enum, constant, section, … (refs: call, import, inherit, type, link)';
    };
    readonly context: {
        readonly type: 'number';
        readonly short: 'C';
        readonly value: 'N';
        readonly min: 0;
        readonly default: 0;
        readonly help: 'lines shown around a result';
    };
    readonly batch: {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly help: 'answer JSON lines {id, query} from FILE or - with JSON lines {id, results, ms}';
    };
    readonly index: {
        readonly type: 'string';
        readonly value: 'PATH';
        readonly help: 'search this store or packed artifact; no repository is needed around it';
    };
    readonly committed: {
        readonly type: 'boolean';
        readonly help: 'search the commit as it is, without uncommitted changes';
    };
    readonly fallback: {
        readonly type: 'boolean';
        readonly help: 'without an index, answer with grep';
    };
    readonly 'ignore-case': {
        readonly type: 'boolean';
        readonly short: 'i';
        readonly help: 'match letters of either case';
    };
    readonly fixed: {
        readonly type: 'boolean';
        readonly short: 'F';
        readonly help: 'the pattern is plain text';
    };
    readonly word: {
        readonly type: 'boolean';
        readonly short: 'w';
        readonly help: 'match whole words';
    };
    readonly 'max-per-file': {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 1;
        readonly help: 'hits shown for each file';
    };
    readonly callers: {
        readonly type: 'boolean';
        readonly help: 'who calls it';
    };
    readonly callees: {
        readonly type: 'boolean';
        readonly help: 'what it calls';
    };
    readonly depth: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 1;
        readonly default: 1;
        readonly help: 'how many steps of the call chain';
    };
    readonly fix: {
        readonly type: 'boolean';
        readonly help: 'repair what was found';
    };
    readonly all: {
        readonly type: 'boolean';
        readonly help: 'the indexes of all embedders and versions';
    };
    readonly yes: {
        readonly type: 'boolean';
        readonly short: 'y';
        readonly help: 'do not ask';
    };
    readonly help: {
        readonly type: 'boolean';
        readonly short: 'h';
        readonly help: 'this text';
    };
    readonly version: {
        readonly type: 'boolean';
        readonly help: 'the version';
    };
};
export type OptionName = keyof typeof OPTIONS;
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
    readonly index: {
        readonly usage: 'cora index [DIR]';
        readonly help: 'Index the commit that is checked out; only what is new is computed.';
        readonly options: readonly ["full", "rev", "dry-run", "jobs", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 1;
        };
    };
    readonly query: {
        readonly usage: 'cora query TEXT   (or -: a question or a whole chat from standard input)';
        readonly help: 'Find the code that answers.';
        readonly options: readonly ["limit", "mode", "path", "lang", "kind", "context", "batch", "index", "committed", "fallback", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
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
        readonly options: readonly ["callers", "callees", "depth", "limit", "path", "lang", "kind", "index", "committed", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
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
    readonly clean: {
        readonly usage: 'cora clean';
        readonly help: 'Delete the index of this repository.';
        readonly options: readonly ["all", "yes", "dry-run", "store", "embedder", "include", "exclude", "max-file-size", "json", "quiet", "verbose", "color", "help"];
        readonly words: {
            readonly min: 0;
            readonly max: 0;
        };
    };
};
export type CommandName = keyof typeof COMMANDS;
type ValueOf<T extends OptionType> = T extends 'boolean' ? boolean : T extends 'number' ? number : T extends 'list' ? string[] : string;
/** Values by option name; undefined where neither given nor defaulted. */
export type Options = {
    [K in OptionName]?: ValueOf<(typeof OPTIONS)[K]['type']>;
};
export interface ParsedCommand {
    command: CommandName;
    words: string[];
    options: Options;
}
/** The key in cora.config.json: `max-file-size` → `maxFileSize`. */
export declare function configKeyOf(name: string): string;
/** The environment variable: `max-file-size` → `CORA_MAX_FILE_SIZE`. */
export declare function variableOf(name: string): string;
export declare function specOf(name: OptionName): OptionSpec;
export declare function settingNames(): OptionName[];
export {};

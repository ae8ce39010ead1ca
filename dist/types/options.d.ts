/**
 * Every option, declared once: flags, CORA_* variables, keys of cora.config.json, defaults and help all come from this
 * table. Which command takes which stands in commands.ts. Parsing does no work and reads no environment of its own.
 */
/** A share is a number from 0 to 1. */
export type OptionType = 'string' | 'boolean' | 'number' | 'share' | 'list';
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
/** All options by their long name. */
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
        readonly help: 'index these although a default rule leaves them out; of a query also file:PATH or decl:PATH#NAME, shown before anything else';
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
    readonly budget: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 1;
        readonly setting: true;
        readonly help: 'tokens of all results at most, estimated; without -k as many results as fit';
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
    readonly lines: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 0;
        readonly setting: true;
        readonly default: 40;
        readonly help: 'lines of a result in JSON, at least: a short one is shown with its surroundings (0: alone)';
    };
    readonly diversity: {
        readonly type: 'share';
        readonly value: 'N';
        readonly setting: true;
        readonly default: 0;
        readonly help: 'prefer results unlike those before them, 0 to 1 (0.1 is little, 0.5 much)';
    };
    readonly related: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 0;
        readonly setting: true;
        readonly default: 5;
        readonly help: 'how many places next to the results (callers, types, tests) are listed after them';
    };
    readonly weight: {
        readonly type: 'list';
        readonly value: 'NAME=N';
        readonly setting: true;
        readonly default: readonly [];
        readonly help: 'weight of a feature of the ranking, such as test=0; --explain shows them';
    };
    readonly scope: {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly help: 'prefer files of this folder, then those near it';
    };
    readonly rerank: {
        readonly type: 'string';
        readonly value: 'MODEL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'none; a model is your own choice: --rerank or CORA_RERANK';
        };
        readonly default: 'none';
        readonly help: 'order the best 30 by a cross-encoder: transformers:HUB/MODEL or transformers:./FOLDER; none: do not';
    };
    readonly explain: {
        readonly type: 'boolean';
        readonly help: 'show what each feature of the ranking added';
    };
    readonly batch: {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly help: 'answer JSON lines {id, query} from FILE or - with JSON lines {id, results, ms}';
    };
    readonly commits: {
        readonly type: 'boolean';
        readonly help: 'search the commit messages of this history; without TEXT: the newest commits';
    };
    readonly author: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'with --commits: only of this author, by a part of name or address';
    };
    readonly since: {
        readonly type: 'string';
        readonly value: 'WHEN';
        readonly help: 'with --commits: only newer ones, by date (2024-05-01), span ("2 weeks") or revision (v1.2.0)';
    };
    readonly until: {
        readonly type: 'string';
        readonly value: 'WHEN';
        readonly help: 'with --commits: only older ones, by date, span or revision';
    };
    readonly history: {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 20000;
        readonly help: 'how many of the newest commits are indexed for --commits (0: none)';
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
    readonly output: {
        readonly type: 'string';
        readonly short: 'o';
        readonly value: 'PATH';
        readonly help: 'where to write it';
    };
    readonly 'no-text': {
        readonly type: 'boolean';
        readonly help: 'leave out the text: whoever pulls it takes that from their own clone';
    };
    readonly fix: {
        readonly type: 'boolean';
        readonly help: 'repair what was found';
    };
    readonly all: {
        readonly type: 'boolean';
        readonly help: 'the indexes of all embedders and versions';
    };
    readonly force: {
        readonly type: 'boolean';
        readonly help: 'write also where hooks are shared with other people or repositories';
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
type ValueOf<T extends OptionType> = T extends 'boolean' ? boolean : T extends 'number' | 'share' ? number : T extends 'list' ? string[] : string;
/** Values by option name; undefined where neither given nor defaulted. */
export type Options = {
    [K in OptionName]?: ValueOf<(typeof OPTIONS)[K]['type']>;
};
/** The key in cora.config.json: `max-file-size` → `maxFileSize`. */
export declare function configKeyOf(name: string): string;
/** The environment variable: `max-file-size` → `CORA_MAX_FILE_SIZE`. */
export declare function variableOf(name: string): string;
export declare function specOf(name: OptionName): OptionSpec;
export declare function settingNames(): OptionName[];
export {};

/**
 * Every option, declared once: flags, CORA_* variables, keys of cora.config.json, defaults and help
 * all come from this table. Which command takes which stands in commands.ts. Parsing does no work
 * and reads no environment of its own.
 */
import { type OptionSpec, type ValueOf } from './optionSpec.ts';
/** All options by their long name. */
export declare const OPTIONS: {
    readonly commentary: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "none; a language model is your own choice: --commentary or CORA_COMMENTARY";
        };
        readonly default: "none";
    };
    readonly 'commentary-limit': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
        readonly default: 1000;
    };
    readonly 'commentary-tokens': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
        readonly default: 1000000;
    };
    readonly 'commentary-rate': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
    };
    readonly model: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "none; a language model is your own choice: --model or CORA_MODEL";
        };
        readonly default: "none";
    };
    readonly 'answer-tokens': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 1;
        readonly default: 2000;
    };
    readonly temperature: {
        type: "share";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly default: 0.1;
    };
    readonly build: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly write: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly http: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly bind: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly aliases: readonly ["host"];
    };
    readonly port: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly min: 0;
        readonly max: 65535;
    };
    readonly token: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "no token: set CORA_TOKEN";
        };
    };
    readonly open: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly repo: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly default: readonly [];
    };
    readonly submodules: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly name: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly branch: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly source: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly 'repos-urls': {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora";
        };
    };
    readonly prune: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly 'repos-base-dir': {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "no directory: set CORA_HOME";
        };
    };
    readonly 'repos-sync-interval': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
        readonly default: 900;
    };
    readonly 'repos-sync-timeout': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 1;
        readonly default: 60;
    };
    readonly 'repos-max-file-size': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 1;
    };
    readonly 'repos-max-results': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 1;
        readonly default: 20;
    };
    readonly json: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly format: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly choices: readonly ["text", "json", "jsonl", "markdown", "xml"];
    };
    readonly host: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly elide: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly quiet: {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "q";
    };
    readonly verbose: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly color: {
        type: 'boolean';
        help: string;
    } & {
        readonly words: {
            readonly always: true;
            readonly auto: undefined;
            readonly never: false;
        };
    };
    readonly store: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "\".git/cora-NAME\", a folder in the Git directory; for one elsewhere take \"store\" out, and use --store or CORA_STORE";
        };
    };
    readonly embedder: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "an embedder that is built in; a service or a downloaded model is your own choice: --embedder or CORA_EMBEDDER";
        };
        readonly default: "builtin";
    };
    readonly include: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly default: readonly [];
    };
    readonly exclude: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly default: readonly [];
    };
    readonly 'max-file-size': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 1;
        readonly default: 2000000;
    };
    readonly jobs: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly short: "j";
        readonly perCore: true;
        readonly min: 0;
    };
    readonly full: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly rev: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly shard: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly 'dry-run': {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly limit: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly short: "k";
        readonly aliases: readonly ["top-k", "top"];
        readonly min: 1;
        readonly default: 10;
    };
    readonly budget: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 1;
    };
    readonly mode: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly choices: readonly ["hybrid", "words", "vectors"];
        readonly default: "hybrid";
    };
    readonly path: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly short: "p";
        readonly aliases: readonly ["glob", "g", "include"];
        readonly default: readonly [];
    };
    readonly lang: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly short: "l";
        readonly aliases: readonly ["language", "type", "t"];
        readonly default: readonly [];
    };
    readonly kind: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly default: readonly [];
    };
    readonly context: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly short: "C";
        readonly aliases: readonly ["A", "B", "after-context", "before-context"];
        readonly greatest: true;
        readonly min: 0;
        readonly default: 0;
    };
    readonly lines: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
        readonly default: 40;
    };
    readonly diversity: {
        type: "share";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly default: 0;
    };
    readonly related: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
        readonly default: 5;
    };
    readonly weight: {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly default: readonly [];
    };
    readonly scope: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly rerank: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: "none; a model is your own choice: --rerank or CORA_RERANK";
        };
        readonly default: "none";
    };
    readonly explain: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly batch: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly commits: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly author: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly since: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly until: {
        type: "string";
        value: string;
        help: string;
    } & OptionSpec;
    readonly history: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & {
        readonly min: 0;
        readonly default: 20000;
    };
    readonly index: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly once: "ask one after the other; several repositories are searched together with --repo, and shards are joined by cora merge";
    };
    readonly committed: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly fresh: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly check: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly fallback: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly 'ignore-case': {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "i";
    };
    readonly fixed: {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "F";
    };
    readonly word: {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "w";
    };
    readonly 'line-number': {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "n";
        readonly aliases: readonly ["r", "R", "E", "H", "recursive", "extended-regexp", "with-filename"];
    };
    readonly 'max-per-file': {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly min: 1;
    };
    readonly unredacted: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly callers: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly callees: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly depth: {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly min: 1;
        readonly default: 1;
    };
    readonly output: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly short: "o";
    };
    readonly 'no-text': {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly signer: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly once: "name the one whose workflow attests it";
    };
    readonly bundle: {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly once: "one file may hold several bundles, one a line";
    };
    readonly 'trust-root': {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly once: "one file may hold several roots, one a line";
    };
    readonly mcp: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly agents: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly hook: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly client: {
        type: "list";
        value: string;
        help: string;
    } & OptionSpec;
    readonly remove: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly report: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly fix: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly all: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly old: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly force: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
    readonly yes: {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "y";
    };
    readonly help: {
        type: 'boolean';
        help: string;
    } & {
        readonly short: "h";
    };
    readonly version: {
        type: 'boolean';
        help: string;
    } & OptionSpec;
};
export type OptionName = keyof typeof OPTIONS;
/** The values that a command line gives, by option name. */
export type Flags = {
    [K in OptionName]?: ValueOf<(typeof OPTIONS)[K]['type']>;
};
type Defaulted = {
    [K in OptionName]: (typeof OPTIONS)[K] extends {
        default: unknown;
    } ? K : never;
}[OptionName];
/** The values that count: what has a default is always there. See resolveOptions. */
export type Options = Flags & Required<Pick<Flags, Defaulted>>;
export declare function specOf(name: OptionName): OptionSpec;
export declare function settingNames(): OptionName[];
export {};

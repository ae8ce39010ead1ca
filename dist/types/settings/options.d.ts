/**
 * Every option, declared once: flags, CORA_* variables, keys of cora.config.json, defaults and help
 * all come from this table. Which command takes which stands in commands.ts. Parsing does no work
 * and reads no environment of its own.
 */
import { type OptionSpec, type ValueOf } from './optionSpec.ts';
/** All options by their long name. */
export declare const OPTIONS: {
    readonly commentary: {
        readonly type: 'string';
        readonly value: 'MODEL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'none; a language model is your own choice: --commentary or CORA_COMMENTARY';
        };
        readonly default: 'none';
        readonly help: 'have a language model describe the chunks that are new: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: do not';
    };
    readonly 'commentary-limit': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 1000;
        readonly help: 'with --commentary: chunks of one run at most';
    };
    readonly 'commentary-tokens': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 1000000;
        readonly help: 'with --commentary: tokens of one run at most, questions and answers';
    };
    readonly 'commentary-rate': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly help: 'with --commentary: questions in a minute at most (0: any number; default: 60, on this machine 0)';
    };
    readonly model: {
        readonly type: 'string';
        readonly value: 'MODEL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'none; a language model is your own choice: --model or CORA_MODEL';
        };
        readonly default: 'none';
        readonly help: 'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show the sources alone';
    };
    readonly 'answer-tokens': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 1;
        readonly default: 2000;
        readonly help: 'tokens of the answer at most';
    };
    readonly temperature: {
        readonly type: 'share';
        readonly value: 'N';
        readonly setting: true;
        readonly default: 0.1;
        readonly help: 'how freely the model words its answer, 0 to 1';
    };
    readonly build: {
        readonly type: 'boolean';
        readonly help: 'build the indexes that are missing, when the server has started';
    };
    readonly write: {
        readonly type: 'boolean';
        readonly help: 'offer the tool index, and build a missing index in the background';
    };
    readonly http: {
        readonly type: 'boolean';
        readonly help: 'answer on HTTP instead of standard input and output';
    };
    readonly bind: {
        readonly type: 'string';
        readonly aliases: readonly ["host"];
        readonly value: 'ADDRESS';
        readonly help: 'where a server answers on HTTP (default: 127.0.0.1; any other needs a token)';
    };
    readonly port: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 0;
        readonly max: 65535;
        readonly help: 'on which port (default: serve 8643, mcp --http 8642; 0: any)';
    };
    readonly token: {
        readonly type: 'string';
        readonly value: 'TEXT';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no token: set CORA_TOKEN';
        };
        readonly help: 'what clients of HTTP send as "Authorization: Bearer TEXT" (better as CORA_TOKEN)';
    };
    readonly open: {
        readonly type: 'boolean';
        readonly help: 'open the page in the browser';
    };
    readonly describe: {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no file: what an agent is told of its tools is your own choice: --describe';
        };
        readonly help: 'other descriptions of the tools, as JSON: {"search": {"description": "…"}}';
    };
    readonly repo: {
        readonly type: 'list';
        readonly value: 'NAME';
        readonly default: readonly [];
        readonly help: 'search the repositories of cora repos whose name holds this (several; "*" for all)';
    };
    readonly submodules: {
        readonly type: 'boolean';
        readonly help: 'search the submodules that are checked out, too: each has an index of its own';
    };
    readonly name: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'how answers call it (default: from the address, HOST/ORG/NAME)';
    };
    readonly branch: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'this branch instead of the default one';
    };
    readonly source: {
        readonly type: 'string';
        readonly value: 'SOURCE';
        readonly help: 'where its published index is pulled from, as for cora pull (default: the release of its address on GitHub)';
    };
    readonly 'repos-urls': {
        readonly type: 'list';
        readonly value: 'URL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora';
        };
        readonly help: 'repositories that cora sync keeps, beside those of cora repos add';
    };
    readonly prune: {
        readonly type: 'boolean';
        readonly help: 'where no list of repositories is set: remove what an earlier one had added';
    };
    readonly 'repos-base-dir': {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no directory: set CORA_HOME';
        };
        readonly help: 'where clones and their indexes are kept (default: CORA_HOME, else ~/.cora)';
    };
    readonly 'repos-sync-interval': {
        readonly type: 'number';
        readonly value: 'SECONDS';
        readonly setting: true;
        readonly min: 0;
        readonly default: 900;
        readonly help: 'a repository that was asked less long ago is not asked again (--force, or a name: it is)';
    };
    readonly 'repos-sync-timeout': {
        readonly type: 'number';
        readonly value: 'SECONDS';
        readonly setting: true;
        readonly min: 1;
        readonly default: 60;
        readonly help: 'how long to wait for another process that syncs, and for a server that says nothing';
    };
    readonly 'repos-max-file-size': {
        readonly type: 'number';
        readonly value: 'BYTES';
        readonly setting: true;
        readonly min: 1;
        readonly help: 'leave out larger files of clones (default: as max-file-size)';
    };
    readonly 'repos-max-results': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 1;
        readonly default: 20;
        readonly help: 'how many results of several repositories, without -k';
    };
    readonly json: {
        readonly type: 'boolean';
        readonly help: 'print JSON on stdout';
    };
    readonly format: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly choices: readonly ["text", "json", "jsonl", "markdown", "xml"];
        readonly help: 'text for people, json (as --json), jsonl (a result on each line), markdown, or xml: the view for a chat with an AI';
    };
    readonly host: {
        readonly type: 'boolean';
        readonly help: 'in xml: name this machine and the working tree (--no-host: do not)';
    };
    readonly elide: {
        readonly type: 'boolean';
        readonly help: 'leave out licence headers, unused imports and repeated code (--no-elide: show them)';
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
            readonly otherwise: '".git/cora-NAME", a folder in the Git directory; for one elsewhere take "store" out, and use --store or CORA_STORE';
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
        readonly perCore: true;
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
    readonly shard: {
        readonly type: 'string';
        readonly value: 'I/N';
        readonly help: 'index one of N parts of the files, such as 3/8: cora pack writes it, cora merge joins them';
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
        readonly help: 'tokens of all that is printed at most, estimated; without -k as many results as fit (markdown and xml: 4000 unless -k or this is given); of ask all that the model is told (6000)';
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
        readonly help: 'search this store, packed artifact or address (https of a packed one, s3, gs, az); no repository is needed around it';
    };
    readonly committed: {
        readonly type: 'boolean';
        readonly help: 'search the commit as it is, without uncommitted changes';
    };
    readonly fresh: {
        readonly type: 'boolean';
        readonly help: 'answer only where all files are searched as they are now';
    };
    readonly check: {
        readonly type: 'boolean';
        readonly help: 'end with 1, and list why, where something is behind or not searched';
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
    readonly 'line-number': {
        readonly type: 'boolean';
        readonly short: 'n';
        readonly help: 'as in other greps: lines are always numbered';
    };
    readonly 'max-per-file': {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 1;
        readonly help: 'hits shown for each file';
    };
    readonly unredacted: {
        readonly type: 'boolean';
        readonly help: 'search and print what stands in the files, secrets included (without it they are written over first)';
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
    readonly mcp: {
        readonly type: 'boolean';
        readonly help: 'write the settings of MCP clients instead; shows the changes first';
    };
    readonly agents: {
        readonly type: 'boolean';
        readonly help: 'write a skill and instructions for coding agents instead; shows the changes first';
    };
    readonly hook: {
        readonly type: 'boolean';
        readonly help: "with --agents: also a hook of Claude Code that offers Cora's answer beside a grep";
    };
    readonly client: {
        readonly type: 'list';
        readonly value: 'NAME';
        readonly help: 'with --mcp, only: claude-code, cursor, vscode, codex, opencode; with --agents: claude-code, codex, cursor, opencode, copilot (default: all)';
    };
    readonly remove: {
        readonly type: 'boolean';
        readonly help: 'with --mcp or --agents: take them away again';
    };
    readonly report: {
        readonly type: 'boolean';
        readonly help: 'list what would leave this machine, and write nothing';
    };
    readonly fix: {
        readonly type: 'boolean';
        readonly help: 'repair what was found';
    };
    readonly all: {
        readonly type: 'boolean';
        readonly help: 'the indexes of all embedders and versions';
    };
    readonly old: {
        readonly type: 'boolean';
        readonly help: 'only the indexes that other versions of Cora left';
    };
    readonly force: {
        readonly type: 'boolean';
        readonly help: 'write also where hooks are shared with other people or repositories; sync: also what is not due';
    };
    readonly 'run-hooks': {
        readonly type: 'boolean';
        readonly help: 'run hooks to see whether Git gets to Cora, also those that Cora did not write';
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
/** The values that a command line gives, by option name. */
export type Flags = {
    [K in OptionName]?: ValueOf<(typeof OPTIONS)[K]['type']>;
};
type Defaulted = {
    [K in OptionName]: (typeof OPTIONS)[K] extends {
        default: unknown;
    } ? K : never;
}[OptionName];
/**
 * The values that count, by option name: what has a default is always there. See resolveOptions.
 */
export type Options = Flags & Required<Pick<Flags, Defaulted>>;
export declare function specOf(name: OptionName): OptionSpec;
export declare function settingNames(): OptionName[];
export {};

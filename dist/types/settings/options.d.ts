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
        readonly help: 'the language model that describes new chunks: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: no descriptions';
    };
    readonly 'commentary-limit': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 1000;
        readonly help: 'with --commentary: describe at most N chunks in one run';
    };
    readonly 'commentary-tokens': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 1000000;
        readonly help: 'with --commentary: use at most N tokens in one run, for questions and answers together';
    };
    readonly 'commentary-rate': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly help: 'with --commentary: send at most N questions a minute (0: no limit; default: 60, or 0 for a model on this machine)';
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
        readonly help: 'the language model that answers: ollama:MODEL, openai:MODEL, codex[:MODEL]; none: show only the sources';
    };
    readonly 'answer-tokens': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 1;
        readonly default: 2000;
        readonly help: 'limit the answer to N tokens';
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
        readonly help: 'build missing indexes once the server has started';
    };
    readonly write: {
        readonly type: 'boolean';
        readonly help: 'offer agents the tool "index", and build a missing index in the background';
    };
    readonly http: {
        readonly type: 'boolean';
        readonly help: 'serve over HTTP instead of standard input and output';
    };
    readonly bind: {
        readonly type: 'string';
        readonly aliases: readonly ["host"];
        readonly value: 'ADDRESS';
        readonly help: 'the address to listen on (default: 127.0.0.1; one that other machines reach needs a token)';
    };
    readonly port: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 0;
        readonly max: 65535;
        readonly help: 'the port to listen on (default: serve 8643, mcp --http 8642; 0: any free one)';
    };
    readonly token: {
        readonly type: 'string';
        readonly value: 'TEXT';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no token: set CORA_TOKEN';
        };
        readonly help: 'the token that HTTP clients must send as "Authorization: Bearer TEXT" (safer in the variable CORA_TOKEN)';
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
        readonly help: 'a JSON file with your own tool descriptions: {"search": {"description": "…"}}';
    };
    readonly repo: {
        readonly type: 'list';
        readonly value: 'NAME';
        readonly default: readonly [];
        readonly help: 'search the repositories of cora repos whose names contain this (repeatable; "*" for all)';
    };
    readonly submodules: {
        readonly type: 'boolean';
        readonly help: 'also search checked-out submodules, each with its own index';
    };
    readonly name: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'its name in answers (default: HOST/ORG/NAME, from the address)';
    };
    readonly branch: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'use this branch instead of the default one';
    };
    readonly source: {
        readonly type: 'string';
        readonly value: 'SOURCE';
        readonly help: 'where to pull its published index from, as for cora pull (default: its GitHub release)';
    };
    readonly 'repos-urls': {
        readonly type: 'list';
        readonly value: 'URL';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora';
        };
        readonly help: 'more repositories for cora sync, beside those of cora repos add';
    };
    readonly prune: {
        readonly type: 'boolean';
        readonly help: 'remove repositories that an earlier list of addresses had added, when no list is set now';
    };
    readonly 'repos-base-dir': {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: 'no directory: set CORA_HOME';
        };
        readonly help: 'the folder for clones and their indexes (default: CORA_HOME, else ~/.cora)';
    };
    readonly 'repos-sync-interval': {
        readonly type: 'number';
        readonly value: 'SECONDS';
        readonly setting: true;
        readonly min: 0;
        readonly default: 900;
        readonly help: 'skip a repository whose server was asked less than SECONDS ago (unless you give its name or --force)';
    };
    readonly 'repos-sync-timeout': {
        readonly type: 'number';
        readonly value: 'SECONDS';
        readonly setting: true;
        readonly min: 1;
        readonly default: 60;
        readonly help: 'how long to wait for another cora sync, and for a silent server';
    };
    readonly 'repos-max-file-size': {
        readonly type: 'number';
        readonly value: 'BYTES';
        readonly setting: true;
        readonly min: 1;
        readonly help: 'leave out larger files of clones (default: the value of max-file-size)';
    };
    readonly 'repos-max-results': {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 1;
        readonly default: 20;
        readonly help: 'how many results a search in several repositories shows, without -k';
    };
    readonly json: {
        readonly type: 'boolean';
        readonly help: 'print JSON on stdout';
    };
    readonly format: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly choices: readonly ["text", "json", "jsonl", "markdown", "xml"];
        readonly help: 'text: for people; json: the same as --json; jsonl: one result a line; markdown; xml: for a chat with an AI';
    };
    readonly host: {
        readonly type: 'boolean';
        readonly help: 'in xml: name this machine and the working tree (--no-host: leave them out)';
    };
    readonly elide: {
        readonly type: 'boolean';
        readonly help: 'leave out licence headers, unused imports and repeated code (--no-elide: show them)';
    };
    readonly quiet: {
        readonly type: 'boolean';
        readonly short: 'q';
        readonly help: 'print no progress and no notes on stderr';
    };
    readonly verbose: {
        readonly type: 'boolean';
        readonly help: 'describe each step on stderr';
    };
    readonly color: {
        readonly type: 'boolean';
        readonly help: 'use colours even where stdout is not a terminal (--no-color: never)';
    };
    readonly store: {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly setting: true;
        readonly trusted: {
            readonly pattern: RegExp;
            readonly otherwise: '".git/cora-NAME", a folder in the Git directory; for one elsewhere take "store" out, and use --store or CORA_STORE';
        };
        readonly help: 'the folder of the index (default: inside the common Git directory)';
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
        readonly help: 'what computes the vectors: builtin, hash, transformers:MODEL, ollama:MODEL, openai:MODEL or voyage:MODEL';
    };
    readonly include: {
        readonly type: 'list';
        readonly value: 'GLOB';
        readonly setting: true;
        readonly default: readonly [];
        readonly help: 'index these files although a default rule leaves them out; in a query also file:PATH or decl:PATH#NAME, shown before all results';
    };
    readonly exclude: {
        readonly type: 'list';
        readonly value: 'GLOB';
        readonly setting: true;
        readonly default: readonly [];
        readonly help: 'never index these files';
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
        readonly help: 'how many parser threads to use (default: one for each core; 0: none)';
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
        readonly help: 'index one of N parts of the files, such as 3/8; cora pack writes the part, cora merge joins all of them';
    };
    readonly 'dry-run': {
        readonly type: 'boolean';
        readonly help: 'show what would be done, and change nothing';
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
        readonly help: 'print at most about N tokens; without -k, as many results as fit (markdown and xml: 4000, unless you give this or -k); ask: send the model at most N (6000)';
    };
    readonly mode: {
        readonly type: 'string';
        readonly value: 'MODE';
        readonly choices: readonly ["hybrid", "words", "vectors"];
        readonly setting: true;
        readonly default: 'hybrid';
        readonly help: 'rank by words, by vectors or by both (hybrid)';
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
        readonly help: 'only files in this language';
    };
    readonly kind: {
        readonly type: 'list';
        readonly value: 'KIND';
        readonly default: readonly [];
        readonly help: 'only results of this kind: function, method, class, interface, type, enum, constant, section, … (refs: call, import, inherit, type, link)';
    };
    readonly context: {
        readonly type: 'number';
        readonly short: 'C';
        readonly value: 'N';
        readonly min: 0;
        readonly default: 0;
        readonly help: 'show N lines around each result';
    };
    readonly lines: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 0;
        readonly setting: true;
        readonly default: 40;
        readonly help: 'in JSON, show a result shorter than N lines with the code around it (0: only the result)';
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
        readonly help: 'how many related places (callers, types, tests) to list after the results';
    };
    readonly weight: {
        readonly type: 'list';
        readonly value: 'NAME=N';
        readonly setting: true;
        readonly default: readonly [];
        readonly help: 'change the weight of a ranking feature, such as test=0; --explain shows the features';
    };
    readonly scope: {
        readonly type: 'string';
        readonly value: 'DIR';
        readonly help: 'prefer files in this folder, then files near it';
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
        readonly help: 'reorder the best 30 results with a cross-encoder: transformers:HUB/MODEL or transformers:./FOLDER; none: keep the order';
    };
    readonly explain: {
        readonly type: 'boolean';
        readonly help: 'show what each ranking feature added to a score';
    };
    readonly batch: {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly help: 'read questions as JSON lines {id, query} from FILE (or -), and print JSON lines {id, results, ms}';
    };
    readonly commits: {
        readonly type: 'boolean';
        readonly help: 'search the commits of this history; without TEXT: list the newest';
    };
    readonly author: {
        readonly type: 'string';
        readonly value: 'NAME';
        readonly help: 'with --commits: only by this author (part of a name or an address)';
    };
    readonly since: {
        readonly type: 'string';
        readonly value: 'WHEN';
        readonly help: 'with --commits: only newer commits; a date (2024-05-01), a span ("2 weeks") or a revision (v1.2.0)';
    };
    readonly until: {
        readonly type: 'string';
        readonly value: 'WHEN';
        readonly help: 'with --commits: only older commits; a date, a span or a revision';
    };
    readonly history: {
        readonly type: 'number';
        readonly value: 'N';
        readonly setting: true;
        readonly min: 0;
        readonly default: 20000;
        readonly help: 'how many of the newest commits to index for --commits (0: none)';
    };
    readonly index: {
        readonly type: 'string';
        readonly value: 'PATH';
        readonly once: 'ask one after the other; several repositories are searched together with --repo, and shards are joined by cora merge';
        readonly help: 'search this index instead, without a repository: a folder, a packed index, or an address (https of a packed index, s3, gs, az)';
    };
    readonly committed: {
        readonly type: 'boolean';
        readonly help: 'search only what is committed, without uncommitted edits';
    };
    readonly fresh: {
        readonly type: 'boolean';
        readonly help: 'fail instead of answering if some files cannot be searched as they are now';
    };
    readonly check: {
        readonly type: 'boolean';
        readonly help: 'exit with 1 and list the reasons if the index is behind or some files are not searched';
    };
    readonly fallback: {
        readonly type: 'boolean';
        readonly help: 'answer with grep if there is no index';
    };
    readonly 'ignore-case': {
        readonly type: 'boolean';
        readonly short: 'i';
        readonly help: 'ignore upper and lower case';
    };
    readonly fixed: {
        readonly type: 'boolean';
        readonly short: 'F';
        readonly help: 'take the pattern as plain text';
    };
    readonly word: {
        readonly type: 'boolean';
        readonly short: 'w';
        readonly help: 'match whole words';
    };
    readonly 'line-number': {
        readonly type: 'boolean';
        readonly short: 'n';
        readonly help: 'accepted as in other greps; lines are always numbered';
    };
    readonly 'max-per-file': {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 1;
        readonly help: 'show at most N hits for each file';
    };
    readonly unredacted: {
        readonly type: 'boolean';
        readonly help: 'search and print files as they are, secrets included (without it, secrets are redacted first)';
    };
    readonly callers: {
        readonly type: 'boolean';
        readonly help: 'show who calls it';
    };
    readonly callees: {
        readonly type: 'boolean';
        readonly help: 'show what it calls';
    };
    readonly depth: {
        readonly type: 'number';
        readonly value: 'N';
        readonly min: 1;
        readonly default: 1;
        readonly help: 'how many steps of the call chain to follow';
    };
    readonly output: {
        readonly type: 'string';
        readonly short: 'o';
        readonly value: 'PATH';
        readonly help: 'the file or folder to write';
    };
    readonly 'no-text': {
        readonly type: 'boolean';
        readonly help: 'leave out the text of the files; whoever pulls the index reads it from their own clone';
    };
    readonly signer: {
        readonly type: 'string';
        readonly value: 'OWNER/REPO';
        readonly once: 'name the one whose workflow attests it';
        readonly help: 'believe only what a workflow of that GitHub repository attests: its default branch or a tag, never a pull request (also /.github/workflows/FILE.yml behind it, and @refs/heads/BRANCH)';
    };
    readonly bundle: {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly once: 'one file may hold several bundles, one a line';
        readonly help: 'with --signer: the attestation as a Sigstore bundle (default: FILE.sigstore.json beside it, then what GitHub has)';
    };
    readonly 'trust-root': {
        readonly type: 'string';
        readonly value: 'FILE';
        readonly once: 'one file may hold several roots, one a line';
        readonly help: 'with --signer: trust these roots and not the shipped one; gh attestation trusted-root prints them';
    };
    readonly 'no-search': {
        readonly type: 'boolean';
        readonly help: 'leave out the search tables: a smaller file that is not searched where it lies; whoever takes it makes them again';
    };
    readonly mcp: {
        readonly type: 'boolean';
        readonly help: 'add Cora to the settings of MCP clients instead; shows the changes first';
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
        readonly help: 'only for this client. With --mcp: claude-code, cursor, vscode, codex, opencode. With --agents: claude-code, codex, cursor, opencode, copilot (default: all)';
    };
    readonly remove: {
        readonly type: 'boolean';
        readonly help: 'with --mcp or --agents: remove what they added';
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
        readonly help: 'delete the indexes of all embedders and versions';
    };
    readonly old: {
        readonly type: 'boolean';
        readonly help: 'delete only the indexes that other versions of Cora left';
    };
    readonly force: {
        readonly type: 'boolean';
        readonly help: 'install hooks even where other people or repositories share them; sync: include repositories that are not due';
    };
    readonly 'run-hooks': {
        readonly type: 'boolean';
        readonly help: 'run the hooks to see whether Git reaches Cora, even hooks that Cora did not write';
    };
    readonly yes: {
        readonly type: 'boolean';
        readonly short: 'y';
        readonly help: 'go ahead without asking';
    };
    readonly help: {
        readonly type: 'boolean';
        readonly short: 'h';
        readonly help: 'print this help';
    };
    readonly version: {
        readonly type: 'boolean';
        readonly help: 'print the version';
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
/** The values that count: what has a default is always there. See resolveOptions. */
export type Options = Flags & Required<Pick<Flags, Defaulted>>;
export declare function specOf(name: OptionName): OptionSpec;
export declare function settingNames(): OptionName[];
export {};

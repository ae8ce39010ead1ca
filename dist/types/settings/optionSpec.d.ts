/**
 * Declares what an option is, how it is spelt beside the command line, and the kinds to choose
 * from. Which options there are: options.ts.
 */
/** A share is a number from 0 to 1. */
export type OptionType = 'string' | 'boolean' | 'number' | 'share' | 'list';
export interface OptionSpec {
    type: OptionType;
    help: string;
    /** One letter: `-k 5`. */
    short?: string;
    /** Other spellings that users of similar tools type, a letter or a word. */
    aliases?: readonly string[];
    /** The word that stands for the value in the help text. */
    value?: string;
    choices?: readonly string[];
    /** For a flag: values that other tools have for it; undefined is as if it were left out. */
    words?: Readonly<Record<string, boolean | undefined>>;
    /** Says what to do instead of naming two values; left out where the last one may be taken. */
    once?: string;
    /** The greatest of several values counts, and not the last. */
    greatest?: true;
    /** A setting may also come from CORA_<KEY> and from cora.config.json. */
    setting?: boolean;
    /** The values that a clone's file may give: it must not choose what leaves the machine. */
    trusted?: {
        pattern: RegExp;
        otherwise: string;
    };
    /** A config file that came with a clone gets no more of them than this machine has cores. */
    perCore?: boolean;
    min?: number;
    max?: number;
    default?: string | boolean | number | readonly string[];
}
type Details = Omit<OptionSpec, 'type' | 'value' | 'help' | 'setting'>;
/** Each declares an option of its type: the word for its value, its help, other properties. */
export declare const text: <const D extends Details>(value: string, help: string, details?: D) => {
    type: "string";
    value: string;
    help: string;
} & D, number: <const D extends Details>(value: string, help: string, details?: D) => {
    type: "number";
    value: string;
    help: string;
} & D, list: <const D extends Details>(value: string, help: string, details?: D) => {
    type: "list";
    value: string;
    help: string;
} & D;
export declare const setting: {
    text: <const D extends Details>(value: string, help: string, details?: D) => {
        type: "string";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & D;
    number: <const D extends Details>(value: string, help: string, details?: D) => {
        type: "number";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & D;
    share: <const D extends Details>(value: string, help: string, details?: D) => {
        type: "share";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & D;
    list: <const D extends Details>(value: string, help: string, details?: D) => {
        type: "list";
        value: string;
        help: string;
    } & {
        readonly setting: true;
    } & D;
};
export declare function flag<const D extends Details>(help: string, details?: D): {
    type: 'boolean';
    help: string;
} & D;
/** The type that a value of that option type has in the program. */
export type ValueOf<T extends OptionType> = T extends 'boolean' ? boolean : T extends 'number' | 'share' ? number : T extends 'list' ? readonly string[] : string;
/** The key in cora.config.json: `max-file-size` → `maxFileSize`. */
export declare function configKeyOf(name: string): string;
/** The environment variable: `max-file-size` → `CORA_MAX_FILE_SIZE`. */
export declare function variableOf(name: string): string;
/** Matches nothing: no config file may give such a value. */
export declare const NEVER: RegExp;
/** The kinds of chunks. */
export declare const CHUNK_KINDS: ("class" | "constant" | "enum" | "function" | "interface" | "method" | "module" | "object" | "section" | "text" | "type")[];
/** The kinds of mentions. */
export declare const MENTION_KINDS: ("call" | "import" | "inherit" | "link" | "type" | "use")[];
export {};

/**
 * Declares what an option is, how it is spelt beside the command line, and the kinds to choose
 * from. Which options there are: options.ts.
 */

import { listed } from '../base/lists.ts';
import type { ChunkKind, MentionKind } from '../base/types.ts';

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
  trusted?: { pattern: RegExp; otherwise: string };
  /** A config file that came with a clone gets no more of them than this machine has cores. */
  perCore?: boolean;
  min?: number;
  max?: number;
  default?: string | boolean | number | readonly string[];
}

type Details = Omit<OptionSpec, 'type' | 'value' | 'help' | 'setting'>;

/** @param common the properties of all options that the returned functions declare */
function declaring<const C extends Pick<OptionSpec, 'setting'>>(common: C) {
  const valued =
    <T extends OptionType>(type: T) =>
    <const D extends Details>(value: string, help: string, details: D = {} as D) => {
      return { type, value, help, ...common, ...details };
    };
  return { text: valued('string'), number: valued('number'), share: valued('share'), list: valued('list') };
}

/** Each declares an option of its type: the word for its value, its help, other properties. */
export const { text, number, list } = declaring({});
export const setting = declaring({ setting: true });

export function flag<const D extends Details>(help: string, details: D = {} as D) {
  return { type: 'boolean' as const, help, ...details };
}

/** The type that a value of that option type has in the program. */
export type ValueOf<T extends OptionType> = T extends 'boolean'
  ? boolean
  : T extends 'number' | 'share'
    ? number
    : T extends 'list'
      ? readonly string[]
      : string;

/** The key in cora.config.json: `max-file-size` → `maxFileSize`. */
export function configKeyOf(name: string): string {
  return name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** The environment variable: `max-file-size` → `CORA_MAX_FILE_SIZE`. */
export function variableOf(name: string): string {
  return `CORA_${name.replace(/-/g, '_').toUpperCase()}`;
}

/** Matches nothing: no config file may give such a value. */
export const NEVER = /(?!)/;

/** The kinds of chunks. */
export const CHUNK_KINDS = listed(
  'function method class interface type enum constant module section object text',
) satisfies readonly ChunkKind[];

/** The kinds of mentions. */
export const MENTION_KINDS = listed('call import inherit type link use') satisfies readonly MentionKind[];

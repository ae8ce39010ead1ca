/**
 * All settings of one run, as one Options object: flag > CORA_* > the cora.config.json that counts
 * in a directory > default.
 */

import { existsSync, lstatSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { parseUserJson } from '../base/boundedJson.ts';
import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { quoted } from '../base/renderText.ts';
import { readBoundedSync } from '../disk/boundedRead.ts';
import { mustBeOwn } from '../disk/makePrivate.ts';
import { configKeyOf, variableOf } from './optionSpec.ts';
import { type Flags, OPTIONS, type OptionName, type Options, settingNames, specOf } from './options.ts';
import { fleetHomeOf } from './userFolders.ts';

/**
 * Fills in what the flags left open.
 * @param config the parsed cora.config.json, or null where there is none
 * @param isOwn the file is the user's own and did not come with a clone: it may say everything
 * @throws CoraError CONFIG that names an unknown key, a wrong value and where it stands
 */
export function resolveOptions(
  flags: Flags,
  env: Record<string, string | undefined>,
  config: unknown,
  isOwn = false,
): Options {
  const out: Record<string, unknown> = { ...flags };
  const settings = configObject(config, settingNames());
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    if (out[name] !== undefined) continue;
    const isSetting = specOf(name).setting === true;
    const variable = isSetting ? (env[variableOf(name)] ?? '') : '';
    const value = isSetting ? settings[configKeyOf(name)] : undefined;
    if (variable !== '') out[name] = parseValue(name, variable, variableOf(name));
    else if (value !== undefined) out[name] = fromConfig(name, value, isOwn);
    else {
      const { default: standard } = specOf(name);
      // A list of its own: structuredClone takes a port for messages for each.
      if (standard !== undefined) out[name] = Array.isArray(standard) ? [...standard] : standard;
    }
  }
  return out as Options;
}

/** @throws CoraError CONFIG for a value that only the user may choose */
function fromConfig(name: OptionName, raw: unknown, isOwn: boolean): unknown {
  const source = `"${configKeyOf(name)}" in cora.config.json`;
  const value = parseValue(name, raw, source);
  const { trusted, perCore } = specOf(name);
  if (perCore === true && !isOwn && typeof value === 'number') return Math.min(value, availableParallelism());
  const isOdd = (text: unknown): boolean => typeof text === 'string' && trusted?.pattern.test(text) === false;
  if (trusted !== undefined && !isOwn && (Array.isArray(value) ? value.some(isOdd) : isOdd(value))) {
    throw new CoraError('CONFIG', `${source} must name ${trusted.otherwise}.`);
  }
  return value;
}

function configObject(config: unknown, known: readonly OptionName[]): Record<string, unknown> {
  if (config === null || config === undefined) return {};
  if (typeof config !== 'object' || Array.isArray(config))
    throw new CoraError('CONFIG', 'cora.config.json must hold one JSON object.', {
      hint: 'such as {"exclude": ["generated/**"]}',
    });
  const keys = known.map(configKeyOf);
  for (const key of Object.keys(config)) {
    if (key === '$schema' || keys.includes(key)) continue;
    const near = nearest(key, keys);
    throw new CoraError('CONFIG', `cora.config.json has an unknown key ${quoted(key)}.`, {
      hint: near === undefined ? `Known keys: ${keys.join(', ')}` : `Did you mean "${near}"?`,
    });
  }
  return config as Record<string, unknown>;
}

/** @throws CoraError USAGE or CONFIG that names the flag, variable or key and its source */
export function parseValue(name: OptionName, raw: unknown, source: string): string | boolean | number | string[] {
  const spec = specOf(name);
  const code = source.startsWith('-') ? 'USAGE' : 'CONFIG';
  // What somebody has just typed is no secret from him.
  const given = code === 'USAGE' ? JSON.stringify(raw) : quoted(raw);
  const wrong = (wanted: string): CoraError => new CoraError(code, `${source} wants ${wanted}, not ${given}.`);
  if (spec.type === 'boolean') return booleanIn(raw) ?? fail(wrong('true or false'));
  if (spec.type === 'list') return listIn(raw, source) ?? fail(wrong('a list of texts'));
  if (spec.type === 'share') {
    const number = numberIn(raw, /^(?:\d+|\d*\.\d+)$/);
    return number >= 0 && number <= 1 ? number : fail(wrong('a number from 0 to 1'));
  }
  if (spec.type === 'number') {
    const number = numberIn(raw, /^\d+$/);
    const { min = 0, max } = spec;
    const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
    const fits = Number.isSafeInteger(number) && number >= min && number <= (max ?? number);
    return fits ? number : fail(wrong(`a whole number ${range}`));
  }
  if (typeof raw !== 'string' || raw === '') return fail(wrong('a text'));
  if (spec.choices !== undefined && !spec.choices.includes(raw))
    return fail(wrong(`one of ${spec.choices.join(', ')}`));
  return raw;
}

/** @returns NaN for what is no number, or is not written as `form` */
function numberIn(raw: unknown, form: RegExp): number {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && form.test(raw) ? Number(raw) : Number.NaN;
}

function booleanIn(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (raw === '1' || raw === 'true') return true;
  return raw === '0' || raw === 'false' || raw === '' ? false : undefined;
}

/** A list in a variable is separated by commas; in the config file it is an array. */
function listIn(raw: unknown, source: string): string[] | undefined {
  if (Array.isArray(raw)) return raw.every((item) => typeof item === 'string') ? raw : undefined;
  if (typeof raw !== 'string') return undefined;
  return source.startsWith('-') ? [raw] : raw.split(',').filter((item) => item !== '');
}

function fail(error: CoraError): never {
  throw error;
}

/** Read without being an option, or set by Cora for what it starts. */
const OTHER_VARIABLES = [
  ...['CORA_CODEX', 'CORA_GITHUB_TOKEN', 'CORA_HOME', 'CORA_MODELS', 'CORA_OFFLINE'],
  ...['CORA_OPENAI_BASE_URL', 'CORA_TRUSTED_STORES', 'CORA_URL', 'CORA_VERSION', 'CORA_VOYAGE_BASE_URL'],
];

/**
 * Looks for variables with a misspelt name.
 * @returns a sentence for each that is near to one that Cora reads: perhaps it is mistyped
 */
export function unknownVariables(env: Readonly<Record<string, string | undefined>>): string[] {
  const names = Object.keys(env).filter((name) => /^CORA_[A-Z0-9_]{1,60}$/.test(name));
  if (names.length === 0) return [];
  const known = [...settingNames().map(variableOf), ...OTHER_VARIABLES];
  return names.sort().flatMap((name) => {
    const near = known.includes(name) ? undefined : nearest(name, known);
    return near === undefined ? [] : [`Cora knows no variable ${name}. Did you mean ${near}?`];
  });
}

/**
 * A store that the config file names lies in the Git directory: what lies in the working tree came
 * with the clone.
 * @param file a config to read instead of the one that is found from `dir` upwards
 */
export function settle(flags: Flags, env: NodeJS.ProcessEnv, dir: string, file?: string): Options {
  const config = file === undefined ? readConfig(dir) : readConfigFile(file);
  const options = resolveOptions(flags, env, config?.value ?? null);
  const isConfigured = flags.store === undefined && (env['CORA_STORE'] ?? '') === '';
  if (config === null || options.store === undefined || !isConfigured) return options;
  return { ...options, store: storeWithin(config.dir, options.store) };
}

/** @throws CoraError CONFIG where a link is in its place */
function storeWithin(dir: string, store: string): string {
  const path = join(commonDirAround(dir), basename(store));
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return path;
  throw new CoraError('CONFIG', `"store" in cora.config.json leads out of the Git directory: ${path} is a link.`, {
    hint: 'a store elsewhere is your own choice: --store or CORA_STORE',
  });
}

/** `.git` of a linked worktree is a file: it names a folder, and that may name the common one. */
function commonDirAround(dir: string): string {
  const git = join(dir, '.git');
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found === undefined && dirname(dir) !== dir) return commonDirAround(dirname(dir));
  if (found?.isFile() !== true) return git;
  const named = resolve(dir, pathIn(git).replace(/^gitdir: /, ''));
  const common = join(named, 'commondir');
  return existsSync(common) ? resolve(named, pathIn(common)) : named;
}

/** More bytes than two of the longest paths have. */
const MOST_OF_PATH = 8192;

function pathIn(file: string): string {
  return readBoundedSync(file, MOST_OF_PATH).toString('utf8').trimEnd();
}

/** The file in the home of the fleet is the user's own, and may say what a repository's may not. */
export function settleHome(flags: Flags, env: NodeJS.ProcessEnv): Options {
  const home = fleetHomeOf(flags, env);
  mustBeOwn(home, 'CORA_HOME', env);
  const file = join(home, 'cora.config.json');
  const config = existsSync(file) ? readConfigFile(file).value : null;
  return resolveOptions(flags, env, config, true);
}

interface Config {
  /** The folder of the file: its relative paths begin there. */
  dir: string;
  value: unknown;
}

/** Looks upwards as far as the repository reaches. @returns null where there is none */
function readConfig(from: string): Config | null {
  let found: string | null = null;
  for (let dir = resolve(from); ; dir = dirname(dir)) {
    const path = join(dir, 'cora.config.json');
    if (found === null && existsSync(path)) found = path;
    if (existsSync(join(dir, '.git'))) return found === null ? null : readConfigFile(regularFile(found));
    // Whoever may write to a directory above, such as /tmp, is not asked.
    if (dirname(dir) === dir) return null;
  }
}

/** @throws CoraError CONFIG for a link, which a clone may bring: messages would quote its target */
function regularFile(path: string): string {
  if (lstatSync(path).isFile()) return path;
  throw new CoraError('CONFIG', `${path} is not a regular file.`, {
    hint: 'Replace it with a copy of the settings: Cora does not follow links.',
  });
}

/** More than any settings have. */
const MOST_OF_CONFIG = 2 ** 20;

/** @throws CoraError CONFIG where it is not there or no JSON */
function readConfigFile(path: string): Config {
  try {
    const value = parseUserJson(readBoundedSync(path, MOST_OF_CONFIG).toString('utf8'));
    return { dir: dirname(path), value };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const problem = code === undefined ? `is not valid JSON: ${message}` : `cannot be read (${code}).`;
    const fix = 'fix its quotes, commas and brackets: it must hold one JSON object';
    const hint = code === undefined ? fix : 'check its permissions';
    throw new CoraError('CONFIG', `${path} ${problem}`, { hint, cause: error });
  }
}

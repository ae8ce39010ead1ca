/** Command line, environment and config file to one Options object: flag > CORA_* > cora.config.json > default. */

import { COMMANDS, type CommandName, type ParsedCommand } from './commands.ts';
import { CoraError } from './errors.ts';
import { nearest } from './nearest.ts';
import { configKeyOf, type OptionType, variableOf } from './optionSpec.ts';
import { OPTIONS, type OptionName, type Options, settingNames, specOf } from './options.ts';
import { parseValue } from './parseValue.ts';

/**
 * Reads the words behind `cora`. The first one names a command; anything else is a question for `query`.
 * @throws CoraError USAGE that names the word and suggests the nearest one
 */
export function parseCommandLine(argv: readonly string[]): ParsedCommand {
  const first = argv.find((word) => !word.startsWith('-'));
  const command = first !== undefined && Object.hasOwn(COMMANDS, first) ? (first as CommandName) : 'query';
  const rest = [...argv];
  if (first === command) rest.splice(rest.indexOf(first), 1);
  const { words, options } = readFlags(command, rest);
  if (command === 'query' && first !== 'query' && !argv.includes('--')) refuseTypo(words);
  const { min, max } = COMMANDS[command].words;
  if (options.help !== true && options.version !== true && (words.length < min || words.length > max)) {
    throw new CoraError('USAGE', `Usage: ${COMMANDS[command].usage}`, { hint: `cora ${command} --help` });
  }
  return { command, words, options };
}

/** One short word that is almost a command is a typing error, not a question. */
function refuseTypo(words: readonly string[]): void {
  const [word] = words;
  if (words.length !== 1 || word === undefined) return;
  const near = nearest(word, Object.keys(COMMANDS));
  if (near !== undefined) {
    throw new CoraError('USAGE', `There is no command "${word}".`, {
      hint: `cora ${near}   or, to search for it: cora query ${word}`,
    });
  }
}

function readFlags(command: CommandName, argv: readonly string[]): { words: string[]; options: Options } {
  const words: string[] = [];
  const given: Record<string, unknown> = {};
  for (let at = 0; at < argv.length; at++) {
    const word = argv[at]!;
    if (word === '--') {
      words.push(...argv.slice(at + 1));
      break;
    }
    if (!word.startsWith('-') || word === '-') {
      words.push(word);
      continue;
    }
    const { name, value, negated } = readFlag(command, word);
    const spec = specOf(name);
    let raw: unknown = value;
    if (spec.type === 'boolean') raw = negated ? false : (value ?? true);
    else if (value === undefined) {
      at += 1;
      if (at >= argv.length)
        throw new CoraError('USAGE', `--${name} wants a value.`, { hint: `cora ${command} --help` });
      raw = argv[at];
    }
    const parsed = parseValue(name, raw, `--${name}`);
    given[name] =
      spec.type === 'list' ? [...((given[name] as string[] | undefined) ?? []), ...(parsed as string[])] : parsed;
  }
  return { words, options: given as Options };
}

function readFlag(
  command: CommandName,
  word: string,
): { name: OptionName; value: string | undefined; negated: boolean } {
  const allowed: readonly OptionName[] = [...COMMANDS[command].options, 'version'];
  if (!word.startsWith('--')) {
    const name = allowed.find((option) => specOf(option).short === word[1]);
    if (name === undefined) throw unknownFlag(command, word.slice(0, 2), allowed);
    const rest = word.slice(2);
    return { name, value: rest === '' ? undefined : rest.replace(/^=/, ''), negated: false };
  }
  const [flag = '', value] = splitOnce(word.slice(2), '=');
  const negated = flag.startsWith('no-') && !Object.hasOwn(OPTIONS, flag);
  const wanted = negated ? flag.slice(3) : flag;
  const name = allowed.find((option) => option === wanted || specOf(option).aliases?.includes(wanted));
  if (name === undefined || (negated && specOf(name).type !== 'boolean'))
    throw unknownFlag(command, `--${flag}`, allowed);
  return { name, value, negated };
}

function unknownFlag(command: CommandName, flag: string, allowed: readonly OptionName[]): CoraError {
  const near = nearest(flag.replace(/^-+/, ''), allowed);
  return new CoraError('USAGE', `cora ${command} has no option ${flag}.`, {
    hint:
      near === undefined
        ? `cora ${command} --help`
        : `--${near}? See cora ${command} --help. A text that begins with a dash goes behind --`,
  });
}

function splitOnce(text: string, separator: string): [string, string | undefined] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, undefined] : [text.slice(0, at), text.slice(at + separator.length)];
}

/**
 * Fills in what the flags left open.
 * @param config the parsed cora.config.json, or null where there is none
 * @param isOwn the file is the user's own and did not come with a clone: it may say everything
 * @throws CoraError CONFIG that names an unknown key, a wrong value and where it stands
 */
export function resolveOptions(
  flags: Options,
  env: Record<string, string | undefined>,
  config: unknown,
  isOwn = false,
): Options {
  const out: Record<string, unknown> = { ...flags };
  const known = settingNames();
  const settings = configObject(config, known);
  for (const name of Object.keys(OPTIONS) as OptionName[]) {
    if (out[name] !== undefined) continue;
    const variable = known.includes(name) ? env[variableOf(name)] : undefined;
    const key = configKeyOf(name);
    if (variable !== undefined && variable !== '') out[name] = parseValue(name, variable, variableOf(name));
    else if (known.includes(name) && settings[key] !== undefined) out[name] = fromConfig(name, settings[key], isOwn);
    else if (specOf(name).default !== undefined) out[name] = structuredClone(specOf(name).default);
  }
  return out as Options;
}

/** @throws CoraError CONFIG for a value that only the user may choose */
function fromConfig(name: OptionName, raw: unknown, isOwn: boolean): unknown {
  const source = `"${configKeyOf(name)}" in cora.config.json`;
  const value = parseValue(name, raw, source);
  const { trusted } = specOf(name);
  const isOdd = (text: unknown): boolean => typeof text === 'string' && trusted?.pattern.test(text) === false;
  if (trusted !== undefined && !isOwn && (Array.isArray(value) ? value.some(isOdd) : isOdd(value))) {
    throw new CoraError('CONFIG', `${source} must name ${trusted.otherwise}.`);
  }
  return value;
}

function configObject(config: unknown, known: readonly OptionName[]): Record<string, unknown> {
  if (config === null || config === undefined) return {};
  if (typeof config !== 'object' || Array.isArray(config))
    throw new CoraError('CONFIG', 'cora.config.json must hold one JSON object.');
  const keys = known.map(configKeyOf);
  for (const key of Object.keys(config)) {
    if (key === '$schema' || keys.includes(key)) continue;
    const near = nearest(key, keys);
    throw new CoraError('CONFIG', `cora.config.json has an unknown key "${key}".`, {
      hint: near === undefined ? `Known keys: ${keys.join(', ')}` : `Did you mean "${near}"?`,
    });
  }
  return config as Record<string, unknown>;
}

function jsonTypeOf(type: OptionType): object {
  if (type === 'share') return { type: 'number', minimum: 0, maximum: 1 };
  return { type: type === 'number' ? 'integer' : type };
}

/** The JSON schema of cora.config.json, published in docs/. */
export function configSchema(): object {
  const properties = Object.fromEntries(
    settingNames().map((name) => {
      const spec = specOf(name);
      const shape =
        spec.type === 'list'
          ? { type: 'array', items: { type: 'string' } }
          : {
              ...jsonTypeOf(spec.type),
              ...(spec.choices ? { enum: spec.choices } : {}),
              ...(spec.min === undefined ? {} : { minimum: spec.min }),
            };
      return [
        configKeyOf(name),
        { description: spec.help, ...shape, ...(spec.default === undefined ? {} : { default: spec.default }) },
      ];
    }),
  );
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'cora.config.json',
    type: 'object',
    additionalProperties: false,
    properties: { $schema: { type: 'string' }, ...properties },
  };
}

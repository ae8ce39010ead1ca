/** Command line, environment and config file to one Options object: flag > CORA_* > cora.config.json > default. */

import { availableParallelism } from 'node:os';
import { CoraError } from '../base/errors.ts';
import { nearest } from '../base/nearest.ts';
import { quoted } from '../base/quoted.ts';
import { configKeyOf, variableOf } from './optionSpec.ts';
import { OPTIONS, type OptionName, type Options, settingNames, specOf } from './options.ts';
import { parseValue } from './parseValue.ts';

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
    throw new CoraError('CONFIG', 'cora.config.json must hold one JSON object.');
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

/** The settings of a program as the options of the command line: equally checked, and before variables and config file. */

import { CoraError } from '../base/errors.ts';
import { configKeyOf } from '../settings/optionSpec.ts';
import type { OptionName, Options } from '../settings/options.ts';
import { parseValue } from '../settings/parseValue.ts';
import type { CoraSettings } from './apiTypes.ts';

const NAMES = [
  'store',
  'embedder',
  'include',
  'exclude',
  'max-file-size',
  'jobs',
  'history',
  'rerank',
] as const satisfies readonly OptionName[];

/** @throws CoraError CONFIG that names an unknown setting or a wrong value */
export function flagsOf(settings: CoraSettings): Options {
  const flags: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(settings)) {
    const name = NAMES.find((one) => configKeyOf(one) === key);
    if (name === undefined) {
      throw new CoraError('CONFIG', `There is no setting "${key}".`, {
        hint: `Known settings: ${NAMES.map(configKeyOf).join(', ')}`,
      });
    }
    if (value !== undefined) flags[name] = parseValue(name, value, `settings.${key}`);
  }
  return flags as Options;
}

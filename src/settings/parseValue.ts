/** One option value, as a shell, a variable or a JSON file writes it, to its type. */

import { CoraError } from '../base/errors.ts';
import { quoted } from '../base/quoted.ts';
import { type OptionName, specOf } from './options.ts';

/** @throws CoraError USAGE or CONFIG that names the flag, variable or key and its source */
export function parseValue(name: OptionName, raw: unknown, source: string): string | boolean | number | string[] {
  const spec = specOf(name);
  const code = source.startsWith('--') ? 'USAGE' : 'CONFIG';
  // What somebody has just typed is no secret from him.
  const given = code === 'USAGE' ? JSON.stringify(raw) : quoted(raw);
  const wrong = (wanted: string): CoraError => new CoraError(code, `${source} wants ${wanted}, not ${given}.`);
  if (spec.type === 'boolean') return booleanOf(raw) ?? fail(wrong('true or false'));
  if (spec.type === 'list') return listOf(raw, source) ?? fail(wrong('a list of texts'));
  if (spec.type === 'share') {
    const number = numberOf(raw, /^(?:\d+|\d*\.\d+)$/);
    return number >= 0 && number <= 1 ? number : fail(wrong('a number from 0 to 1'));
  }
  if (spec.type === 'number') {
    const number = numberOf(raw, /^\d+$/);
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
function numberOf(raw: unknown, form: RegExp): number {
  if (typeof raw === 'number') return raw;
  return typeof raw === 'string' && form.test(raw) ? Number(raw) : Number.NaN;
}

function booleanOf(raw: unknown): boolean | undefined {
  if (typeof raw === 'boolean') return raw;
  if (raw === '1' || raw === 'true') return true;
  return raw === '0' || raw === 'false' || raw === '' ? false : undefined;
}

/** A list in a variable is separated by commas; in the config file it is an array. */
function listOf(raw: unknown, source: string): string[] | undefined {
  if (Array.isArray(raw)) return raw.every((item) => typeof item === 'string') ? raw : undefined;
  if (typeof raw !== 'string') return undefined;
  return source.startsWith('--') ? [raw] : raw.split(',').filter((item) => item !== '');
}

function fail(error: CoraError): never {
  throw error;
}

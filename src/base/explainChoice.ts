/** Writes the error for a value that a schema does not allow: it names the choices and the nearest one. Pure. */

import { nearest } from './nearest.ts';

/** For the `error` of `z.enum`. @returns undefined where no value is given, of which the schema says that itself */
export function explainChoice(choices: readonly string[]): (issue: { input?: unknown }) => string | undefined {
  return ({ input }) => {
    if (typeof input !== 'string') return undefined;
    const given = input.slice(0, 60);
    const near = nearest(given, choices);
    return `${JSON.stringify(given)} is none of ${choices.join(', ')}${near === undefined ? '.' : `: did you mean "${near}"?`}`;
  };
}

/** Text of a repository on a line that is the server's own: a path with a line break must not begin a line that looks like ours. Pure. */

import { oneLine } from '../search/renderResult.ts';

/** A line of code: its tabs stay. */
export function codeLine(text: string): string {
  return text.split('\t').map(oneLine).join('\t');
}

/** In quotes, as an argument of the next call: `"src/a.ts"`. */
export function argument(text: string): string {
  return oneLine(JSON.stringify(text));
}

/** JSON as a person's editor wrote it. */

import { parseBounded, SMALL_JSON } from './boundedJson.ts';

/** What JSON.parse quotes around some faults, instead of saying where they are. */
const SNIPPET = /, (?:\.\.\.)?"(?<snippet>.*)"(?:\.\.\.)? is not valid JSON$/s;

/** @param text may begin with a byte-order mark, which JSON itself does not know. @throws SyntaxError that says the line and quotes nothing */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return parseBounded(json, SMALL_JSON);
  } catch (error) {
    const { message } = error as SyntaxError;
    const snippet = SNIPPET.exec(message)?.groups?.['snippet'];
    if (snippet === undefined) throw error;
    const at = json.indexOf(snippet) + snippet.length / 2;
    const line = json.slice(0, at).split('\n').length;
    // Without its cause, which quotes.
    throw new SyntaxError(message.replace(SNIPPET, ` near line ${line}`));
  }
}

/** JSON as a person's editor wrote it. */

import { parseBounded, SMALL_JSON } from '../boundedJson.ts';
import { redactText } from '../secrets/redact.ts';

/** @param text may begin with a byte-order mark, which JSON itself does not know. @throws SyntaxError that quotes no secret */
export function parseJson(text: string): unknown {
  const json = text.replace(/^\uFEFF/, '');
  try {
    return parseBounded(json, SMALL_JSON);
  } catch (error) {
    // It quotes what stands around the fault.
    parseBounded(redactText(json), SMALL_JSON);
    throw new SyntaxError('a string holds what JSON does not allow there', { cause: error });
  }
}

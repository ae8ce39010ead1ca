/**
 * Finds words of code that a plain question means but does not say: "how long does a message stay"
 * asks for a timeout. Pure.
 */

/** Idioms, and the words by which code calls what they ask for. */
const IDIOMS: readonly (readonly [readonly string[], readonly string[]])[] = [
  'how long, how many days, how many hours, how many minutes, how many seconds: timeout duration delay expire expiration expiry ttl age period interval',
  'how often: interval frequency period schedule',
  'how many, how much: max limit count size',
  'how big, how large, how small, how short, how deep, how high: max min limit size length',
  'who may, who can, who is allowed: permission role access authorize allow',
  'to sign in, signed in, signing in, logged in: login session auth',
  'sign up, signed up: register signup',
  'turn off, turned off, switch off, switched off: disable',
  'try again, tried again, tries again, how many times: retry attempt',
  'look different, which color, which colors, which colour, which colours: theme style color',
  'get rid of: delete remove',
  'newer version, new version, newest version, newer release, new release: update latest upgrade',
  'which order, listed first, comes first: sort order rank priority',
  'kept from, kept out: block deny forbid filter',
].map((line) => {
  const [idioms, words] = line.split(': ') as [string, string];
  return [idioms.split(', ').map((idiom) => ` ${idiom} `), words.split(' ')];
});

/**
 * @param said the words of a question, in their order
 * @returns none that the question says itself
 */
export function impliedWords(said: readonly string[]): string[] {
  const words = said.map((word) => word.toLowerCase());
  const text = ` ${words.join(' ')} `;
  const implied = IDIOMS.flatMap(([idioms, meant]) => (idioms.some((idiom) => text.includes(idiom)) ? meant : []));
  return [...new Set(implied)].filter((word) => !words.includes(word));
}

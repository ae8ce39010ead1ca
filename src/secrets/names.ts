/** Tells what a name means: its words tell a password from a password's length. */

/** Wherever they stand, what is named is no secret. */
const ANYWHERE = new Set(
  'url uri urls endpoint hash hashed hashes digest sha sha1 sha256 sha512 md5 checksum ttl regex regexp pattern label prompt hint placeholder arn csrf xsrf authenticity etag fingerprint thumbprint icon integrity alg algo algorithm lexer parser public pub example expected expires expiry expiration expired expire identifier'.split(
    ' ',
  ),
);
/** Last words that make it something else: `tokenType`, `secret_name`, also in one word (`passwordfile`). */
const LAST =
  /^(?:.*(?:url|uri|file|filename|path|name|type|hash|length|field|header|count|size)|.*(?<!^)ids?|ids?|dir|fields|len|limit|max|min|policy|params?|page|kind|version|format|class|style|map|row|column|partition|event|language|cursor|index|sort|site|location|alias|prefix|suffix|rotation|enabled|required|mode|source|store|provider|manager|service|ref|group|scope|scopes|code|text|title|description|message|error|valid|status|state|selector|pair|ring|word|codec|encoding|charset|vault|mount|role|strategy|generator|factory|usage|range|offset|position|address|host|port|region|bucket|image|tag|signature|at|on|time|mtime|date|form|input|dialog|modal|button|view|screen|component|widget|panel|icon|link|menu|controller|handler|validator|compass|bypass|encompass|surpass|trespass)$/;
/** Before a word, they make something else of it: `nextToken`, `primary_key`. */
const BEFORE: ReadonlyMap<string, RegExp> = new Map([
  ['pass', /^(?:by|com|over|sur|tres|encom|render|first|second|dry)$/],
  [
    'token',
    /^(?:next|page|continuation|continue|cursor|sync|resume|cancel|cancellation|marker|start|end|delta|skip|upload|design|color|word|sub|stop|eos|bos|pad|special)$/,
  ],
  [
    'key',
    /^(?:primary|foreign|sort|partition|cache|index|row|event|bucket|schema|sequence|idx|pair|issuer|range|map|translation|i18n|locale|object|config|lookup|dedupe|routing|hot|shared_object|react|query|group|socket)$/,
  ],
]);

export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
}

/** True of names that hold a secret's word and mean something else. */
export function meansOther(words: readonly string[]): boolean {
  const last = words.at(-1) ?? '';
  if (words.some((word) => ANYWHERE.has(word)) || LAST.test(last)) return true;
  return words.some((word, at) => BEFORE.get(word)?.test(words[at - 1] ?? '') === true);
}

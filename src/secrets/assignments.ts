/**
 * Secrets by the name that they are given to, and the way in which it is given (places.ts):
 * `api_key = "…"`, `<token>…</token>`. Only what looks like a generator's work is taken, and of
 * passwords what has three kinds of characters.
 */

import { isDense, isMadeUp, isPlaceholder, isRandom, isStrongPassword, UUID } from './isRandom.ts';
import { type Value, type ValueCertainty, valuesOf } from './places.ts';
import { execAt, type SecretRule, type SecretSpan } from './secretRule.ts';

// Services whose keys have no form of their own: a random value of a name with one of these in it
// is a key.

const SERVICES: readonly string[] =
  'abstractapi abuseipdb accuweather adafruit adobe airbrake airtable aiven algolia amadeus amplitude anthropic apify apilayer appcenter appdynamics appfollow artifactory asana assemblyai atlassian autodesk auth0 baremetrics beamer bintray bitbar bitbucket bitfinex bitly bitmex bitrise bittrex blockcypher brandfetch braintree brevo browserstack bugsnag buildkite bunnycdn cloudinary calendly campaignmonitor censys chargebee checkr circleci clarifai clearbit clicksend clickhouse clickup cloudconvert cloudflare cloudmersive cloudsmith codacy codeclimate codecov cohere coinapi coinbase coinmarketcap confluence confluent contentful contentstack convertkit crowdin cryptocompare currencylayer customerio dareboost databricks datadog deepai deepgram deepl deepseek delighted digicert digitalocean discord docusign doppler dotdigital droneci dropbox duffel dwolla dynatrace easypost elasticsearch elevenlabs emailoctopus eventbrite etherscan etsy exchangerate facebook fastly figma filestack finicity finnhub firecrawl fixerio flickr flightstats flutterwave foursquare frameio freshbooks freshdesk freshservice fullstory geoapify geocodio giphy gitter gocardless gumroad gusto happyscribe harness heroku honeybadger honeycomb hubspot huggingface hunterio infura instapaper intercom intrinio ipdata ipgeolocation ipinfo ipstack jfrog jotform jumpcloud klaviyo kraken kucoin launchdarkly lastfm lemonsqueezy linkedin linode logdna loggly logzio looker mailboxlayer mailchimp mailersend mailgun mailjet mailmodo mandrill mapbox mapquest marketstack mattermost maxmind meraki messagebird mixpanel moosend moralis mongodbatlas newrelic newsapi ngrok nightfall notion nylas nytimes octopus okta onelogin onesignal onfleet opencage opsgenie openai openshift openweather optimizely pagerduty paypal paystack pastebin pendo personio pinecone pingdom pipedream pipedrive plaid planetscale plivo polygonio postmark posthog prefect prismic privateai pubnub pusher quickbooks rapidapi razorpay rebrandly repairshopr rollbar saucelabs scaleway scalingo scraperapi scrapingbee sendbird sendgrid sendinblue sentry serpapi serpstack shodan shippo shopify sidekiq contribsys skybiometry slack smartsheet smartystreets snowflake snyk sonar sonarcloud sonarqube sourcegraph spoonacular spotify squarespace stackblitz statuscake statuspage storyblok stormglass strava stytch sumologic sumo supabase surveymonkey swiftype tavily teamwork telegram telnyx testingbot thinkific ticketmaster tiingo timekit tomorrowio tomtom trello twilio twitch twitter typeform typesense unsplash uplead uptimerobot urlscan vercel virustotal voicegain vonage nexmo vultr vpnapi weatherapi weatherbit weatherstack webflow webex whoxy wistia wakatime workato wrike xai yandex yelp zapier zenrows zendesk zenscrape zeplin zerobounce zipcodeapi zipbooks zoho zonkafeedback'.split(
    ' ',
  );

// Tells what a name means: its words tell a password from a password's length.

/** Words that make a name no secret, wherever they stand in it. */
const NEVER_SECRET_WORDS = new Set(
  'url uri urls endpoint hash hashed hashes digest sha sha1 sha256 sha512 md5 checksum ttl regex regexp pattern label prompt hint placeholder arn csrf xsrf authenticity etag fingerprint thumbprint icon integrity alg algo algorithm lexer parser public pub example expected expires expiry expiration expired expire identifier'.split(
    ' ',
  ),
);
/**
 * Last words that make it something else: `tokenType`, `secret_name`, also in one word
 * (`passwordfile`).
 */
const OTHER_LAST_WORD =
  /^(?:.*(?:url|uri|file|filename|path|name|type|hash|length|field|header|count|size)|.*(?<!^)ids?|ids?|dir|fields|len|limit|max|min|policy|params?|page|kind|version|format|class|style|map|row|column|partition|event|language|cursor|index|sort|site|location|alias|prefix|suffix|rotation|enabled|required|mode|source|store|provider|manager|service|ref|group|scope|scopes|code|text|title|description|message|error|valid|status|state|selector|pair|ring|word|codec|encoding|charset|vault|mount|role|strategy|generator|factory|usage|range|offset|position|address|host|port|region|bucket|image|tag|signature|at|on|time|mtime|date|form|input|dialog|modal|button|view|screen|component|widget|panel|icon|link|menu|controller|handler|validator|compass|bypass|encompass|surpass|trespass)$/;
/** Before a word, they make something else of it: `nextToken`, `primary_key`. */
const OTHER_BEFORE: ReadonlyMap<string, RegExp> = new Map([
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
  if (words.some((word) => NEVER_SECRET_WORDS.has(word)) || OTHER_LAST_WORD.test(last)) return true;
  return words.some((word, at) => OTHER_BEFORE.get(word)?.test(words[at - 1] ?? '') === true);
}

const KEYS =
  'api access secret auth private encryption signing master account storage app application service client shared session consumer write admin license deploy webhook integration subscription project user server'.split(
    ' ',
  );
const KEY_NAMES = KEYS.flatMap((name) => [`${name}key`, `${name}_key`, `${name}-key`, `${name}.key`, `${name} key`]);
const SECRET_NAMES = 'secret token credential creds _auth authkey bearer webhook dsn _salt';
const PASSWORD_NAMES =
  'password passwd passphrase passcode pwd pswd passwrd _pass passwort kennwort mot_de_passe senha securestring';
/** Words that mean a password only if they stand alone or at the end. */
const SHORT_NAMES = ['pw', 'pass'].flatMap((name) =>
  ['=', ':', '"', "'", ' ', '\\', '>', '`'].map((end) => name + end),
);

export const ASSIGNMENT_RULES: readonly SecretRule[] = [
  {
    id: 'service-key',
    what: 'UUID, hexadecimal or random value of a name with one of 300 services in it (`services.ts`)',
    keywords: [...SERVICES, 'dd_', 'co_api'],
    find: (text, at, length) => (isWithinWord(text, at) ? null : findValue(text, at, length, isServiceValue)),
  },
  {
    id: 'assigned-secret',
    what: 'random value of a name such as `api_key`, `secret`, `token`',
    keywords: [...SECRET_NAMES.split(' '), ...KEY_NAMES],
    find: (text, at, length) => findValue(text, at, length, isSecretValue),
  },
  {
    id: 'assigned-secret',
    what: 'random value of any name that ends with `key`',
    keywords: ['=', ' =', ':', ' :', '"', "'", '>', '\\"'].map((end) => `key${end}`),
    find: findKey,
  },
  {
    id: 'assigned-password',
    what: 'strong value of a name such as `password`, `passphrase`, `passcode`, `pw`',
    keywords: [...PASSWORD_NAMES.split(' '), 'identified by', ...SHORT_NAMES],
    find: (text, at, length) => findValue(text, at, length, isPasswordValue),
  },
];

type Check = (value: Value, words: readonly string[]) => boolean;

const MOST_NAME = 60;
const LONG_NAME = 24;
const NAME_BEFORE = /[\w.-]{0,60}$/;
/** Matches the rest of `Opsgenie API key`. */
const SPOKEN = /[ \t](?:api[ \t])?(?:key|token|secret)(?![\w-])/iy;
const NAME = /(?:[\w-]|\.(?=\w)){0,60}/y;

function findValue(text: string, at: number, length: number, check: Check): SecretSpan[] | null {
  if (goesOn(text, at + length)) return null;
  // A name in two words (`API key`, `identified by`) goes on with the second.
  const from = /\w \w/.test(text.slice(at, at + length)) ? at + length : at;
  let end = from + execAt(NAME, text, from)![0].length;
  if (check === isServiceValue) end += execAt(SPOKEN, text, end)?.[0].length ?? 0;
  const next = text[end];
  if (next !== undefined && NOTHING_FOLLOWS.includes(next) && execAt(FOLLOWED, text, end) === null) return null;
  const start = nameStartBefore(text, at);
  let words: string[] | undefined;
  for (const value of valuesOf(text, start, end)) {
    words ??= wordsOf(text.slice(start, end));
    if (meansOther(words)) return null;
    if (isBase64(text, start, end)) return null;
    if (check(value, words)) return [trimmed(value)];
    const piece = /[\s{}]/.test(value.text) && value.certainty === 'quoted' ? pieceOf(value, words, check) : null;
    if (piece !== null) return piece;
  }
  return null;
}

/** True of what may end as a name does: `…/Xpw==`. */
function isBase64(text: string, start: number, end: number): boolean {
  if (end - start >= LONG_NAME && isRandom(text.slice(start, end))) return true;
  return /^[+/]$/.test(text[start - 1] ?? '') && text[end] === '=' && /pw$/i.test(text.slice(start, end));
}

/** True of `tokenizer`, `passwordless`; not of `tokens`, `tokenFor`. */
function goesOn(text: string, at: number): boolean {
  const next = text.charCodeAt(at);
  return next >= 97 && next <= 122 && next !== 115 && isLetter(text.charCodeAt(at - 1));
}

/** True of `mux` in `demux`. */
function isWithinWord(text: string, at: number): boolean {
  const before = text.charCodeAt(at - 1);
  return before >= 97 && before <= 122 && text.charCodeAt(at) >= 97;
}

function isLetter(code: number): boolean {
  return (code | 32) >= 97 && (code | 32) <= 122;
}

/**
 * `Token q7Zp…`, `{AQAA…}`: a word of a value may be the secret, if it is as random as one without
 * quotes has to be, and no word of a language.
 */
function pieceOf(value: Value, words: readonly string[], check: Check): SecretSpan[] | null {
  if (/^(?:ssh|ecdsa|sk-ssh)-/.test(value.text)) return null;
  for (const { 0: text, index } of value.text.matchAll(/[^\s{},]{16,400}/g)) {
    const start = value.start + index;
    if (
      /[0-9]/.test(text) &&
      isRandom(text) &&
      check({ text, start, end: start + text.length, certainty: 'line', place: value.place }, words)
    )
      return [{ start, end: start + text.length }];
  }
  return null;
}

const FOLLOWED = /<-|%3d|<\/(?:t[dh]|dt|key)>|&(?:quot|#34);/iy;

/** Behind a name they end what it could be given; but for those of `FOLLOWED`. */
const NOTHING_FOLLOWS = ';{}&!@#%^~<';

function trimmed({ start, end, text }: Value): SecretSpan {
  const spaces = text.length - text.trimEnd().length;
  return { start: start + text.length - text.trimStart().length, end: end - spaces };
}

const LEAST_KEY = 20;
const LEAST_BARE_KEY = 24;
const LEAST_SECRET: Readonly<Record<ValueCertainty, number>> = { quoted: 12, line: 14, bare: 16 };
/** Matches the characters of a token: words, paths, addresses and templates have others. */
const TOKEN = /^[A-Za-z0-9+/=_.~:@#!^*%|-]+$/;
/** Django says by it that the key is for development; people deploy it. */
const DJANGO = /^django-insecure-/;
const PATH =
  /^(?:[.~]{1,2}\/|--[a-z]|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]{1,20}:\/\/|data:|urn:|sha(?:256|512):)|\/[A-Z]?[a-z]{3,}\/|^\/[a-z]{2,}[/.]|^[\w.@-]+\.(?:[a-z]{2,3}|html|json|yaml|tsx?|jsx?|conf)$/;
const PATTERN = /_request$|\?\)|\]\{|\[\^?[a-zA-Z]-|\(\?|\.\*|\\\\|\$\(|\$\{|\{\{|%[sd]\b|%\(|<%|#\{/;
/**
 * With them, a UUID is a secret: `api_key`, `access_token`; also whatever is called the secret or
 * token of something: `shop_secret`.
 */
const UUID_WORDS = /^(?:api|access|client|auth|secret|bearer|private|refresh|admin|deploy)$/;

function isSecretValue({ text, certainty, place }: Value, words: readonly string[]): boolean {
  if (certainty === 'quoted' && isDense(text.replace(DJANGO, ''))) return true;
  if (text.length < LEAST_SECRET[certainty] || PATH.test(text) || PATTERN.test(text)) return false;
  if (place.startsWith('said') && !isTight(text)) return false;
  return UUID.test(text) ? isSecretUuid(text, words) : TOKEN.test(text) && isRandom(text);
}

function isSecretUuid(value: string, words: readonly string[]): boolean {
  const pairs = words.filter(
    (word, at) => UUID_WORDS.test(word) && /^(?:key|token|secret|apikey)$/.test(words[at + 1] ?? ''),
  );
  const isSecret = words.length > 1 && /^(?:secret|token)$/.test(words.at(-1)!);
  return (pairs.length > 0 || isSecret || words.includes('apikey')) && isVaried(value);
}

/** True for a value that is no word: only such a value may follow a word and a space. */
function isTight(value: string): boolean {
  return /[0-9]/.test(value) && /[A-Za-z]/.test(value) && !/[:@%?&]|=./.test(value);
}

/** Without quotes it may be a name or an expression of a program. */
const EXPRESSION = /^[&*!]?[A-Za-z_]\w*(?:\.|::|->)[A-Za-z_]|\w\(|\)\.|^\(|[[\]{}<>]|=>|->|&&|\|\||[;]$|^[$%]\w|==/;
/** `name:password`, as curl takes it. */
const PAIR = /^[a-z][\w.%-]{0,40}:([^:/]{1,100})$/i;
const SENTENCE = /\s/;
/**
 * The next setting in a list of them, and a name of a program: `spring.server.port=0`,
 * `org.shop.Source#getName`.
 */
const SETTING = /^(?=[A-Za-z][A-Za-z0-9]*[._-])[\w.[\]-]+(?:[=:](?!=)|#[a-z])|^[A-Z]{3,}=(?!=)/;
/** `shop.pw:80/…`, `href="#byPass"`. */
const PORT_OR_ANCHOR = /^[0-9]{2,5}[/#?]|^#[a-z][\w-]*$/i;
/** A version or a path may follow any word: `go-password v0.2.0/go.mod`. */
const NO_SPOKEN = /^v?[0-9]+\.[0-9]|\//;

function isPasswordValue(value: Value, words: readonly string[]): boolean {
  const { text, certainty, place } = value;
  const [, pair] = PAIR.exec(text) ?? [];
  if (pair !== undefined) return isPasswordValue({ ...value, text: pair }, words);
  if (certainty !== 'quoted' && /[,;]$/.test(text))
    return isPasswordValue({ ...value, text: text.slice(0, -1) }, words);
  if (text.length < 8 || text.length > 128 || PATH.test(text) || /^[[{(<%$]|[(){}<>]$/.test(text) || PATTERN.test(text))
    return false;
  if (SETTING.test(text) || PORT_OR_ANCHOR.test(text)) return false;
  if (place.startsWith('said') && (!isTight(text) || NO_SPOKEN.test(text) || /^pass$|^pw$/.test(words.at(-1) ?? '')))
    return false;
  if (isSecretValue(value, words)) return true;
  if (SENTENCE.test(text)) return certainty === 'quoted' && isSpacedPassword(text);
  if (certainty === 'quoted') return isStrongPassword(text);
  if (EXPRESSION.test(text)) return false;
  const hasSymbol = /[^\w.:$/-]/.test(text);
  if (isStrongPassword(text)) return hasSymbol || isMadeUp(text);
  return isMixed(text);
}

/** Two kinds of characters will do where they change all the time. */
function isMixed(value: string): boolean {
  return value.length >= 10 && /^[A-Za-z0-9]+$/.test(value) && /[a-z]/i.test(value) && isRandom(value);
}

/** Not what a form tells its reader: no words. */
function isSpacedPassword(value: string): boolean {
  const parts = value.split(' ');
  return (
    parts.length <= 6 &&
    !parts.includes('') &&
    /[0-9]/.test(value) &&
    isStrongPassword(value.replaceAll(' ', '')) &&
    isMadeUp(value)
  );
}

/** `key` alone may be that of a map; `key=` is a setting. */
function findKey(text: string, at: number): SecretSpan[] | null {
  const isAlone = !/[\w.-]/.test(text[at - 1] ?? ' ');
  if (isAlone && text[at + 3] !== '=') return null;
  return findValue(
    text,
    at,
    'key'.length,
    isAlone ? (value, words) => /[0-9]/.test(value.text) && isKeyValue(value, words) : isKeyValue,
  );
}

/** Checks values of names that say less: they are longer, and no sum of a file or a commit. */
function isKeyValue(value: Value, words: readonly string[]): boolean {
  const { text, certainty } = value;
  if (text.length < LEAST_KEY || HASH.test(text) || words.at(-1) !== 'key') return false;
  if (certainty === 'bare' && text.length < LEAST_BARE_KEY) return false;
  return /^[\w-]+={0,2}$/.test(text) && isSecretValue(value, words);
}

/**
 * For values that stand where nothing but a secret does: in a table below its name, behind
 * `mysql -p`.
 */
export const isSecretText = textTest(isSecretValue);

export const isPasswordText = textTest(isPasswordValue);

export const isPasswordOrSecret = textTest(
  (value, words) => isPasswordValue(value, words) || isSecretValue(value, words),
);

function textTest(test: (value: Value, words: readonly string[]) => boolean) {
  return (text: string, words: readonly string[] = [], certainty: ValueCertainty = 'line'): boolean =>
    test({ text, certainty, place: 'line', start: 0, end: 0 }, words);
}

/**
 * Returns where the name begins that goes on at a place: words of it may stand before a keyword.
 */
export function nameStartBefore(text: string, at: number): number {
  return at - NAME_BEFORE.exec(text.slice(Math.max(0, at - MOST_NAME), at))![0].length;
}

const HEXADECIMAL = /^[0-9a-f]{20,128}(?:-[0-9a-f]{8,32}){0,2}$/i;
const SAYS_KEY =
  /^(?:.*key|.*token|.*secret|auth|pat|pass|password|credentials?|creds|bearer|access|login|pwd|hmac|webhook)$/;
/** Words that may follow a service's own name in the name of its key. */
const BARE_SERVICE = /^(?:api|app|prod|production|dev|live|staging|sandbox|com)$/;
const HASH = /^(?:[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;

function isServiceValue({ text, certainty, place }: Value, words: readonly string[]): boolean {
  if (PATH.test(text) || PATTERN.test(text) || place.startsWith('said') || isPlaceholder(text)) return false;
  if (words.some((word) => SAYS_KEY.test(word))) {
    if (UUID.test(text) || HEXADECIMAL.test(text)) return isVaried(text);
    return text.length >= 14 && TOKEN.test(text) && isRandom(text);
  }
  const [last = ''] = words.slice(-1);
  const isNamed = SERVICES.some((service) => last === service || (BARE_SERVICE.test(last) && words.includes(service)));
  if (!isNamed || certainty === 'bare' || HASH.test(text) || !/^[\w-]+$/.test(text)) return false;
  return text.length >= 20 && isRandom(text) && isMadeUp(text);
}

function isVaried(value: string): boolean {
  return new Set(value).size > 8 && !isPlaceholder(value) && !/01234|12345|abcde/i.test(value);
}

/** Forms of the scanners' examples that are left out of the count, each with its reason; docs/secrets.md has their sums. */

const oneOf = (names) => (one) => names.split(' ').includes(one.rule);
const isTrue = (one) => one.secrets !== null;

/** Words of examples that were written by hand. */
const placeholders = {
  why: 'true ones that count or repeat (123456…, abcdefg…, a1b2c3…, xxxx), or say that they are none: placeholders',
  is: (one) =>
    isTrue(one) &&
    one.secrets.some((secret) =>
      /(.)\1{5}|123456|987654|a?bcdefg|zyxw|fedcba|abc123|[a1]1?[1b]2[bc]?3|x{4}|aabbcc|deadbeef|KEY\d{2,3}|qwert|fake|example|test|your/i.test(
        secret,
      ),
    ),
};
const notSecret = {
  why: 'hashes of passwords, marks around a key, and what is public: names of accounts, clients and buckets, salts, UUIDs without a name',
  is: (one) =>
    /^(?:UUID|Salt|Nonce|AWS S3 Bucket|Firebase Domain|Tencent WeChat API App ID|NTLM Token|JWK)$/.test(one.rule) ||
    /pwhash|krb5|HOMEDIR|PATTERN|AccountID|ClientId|TenantId|DOTENV|EXAMPLE_MESSAGE/.test(one.rule) ||
    (isTrue(one) && /-----(?:BEGIN|END)/.test(one.secrets[0]) && one.line !== undefined),
};
const kindsOf = (value) => [/[a-z]/, /[A-Z]/, /[0-9]/, /[^A-Za-z0-9_.-]/].filter((kind) => kind.test(value)).length;
const weak = {
  why: 'passwords below 8 characters or of fewer than three kinds of them, and secrets below 8: they stay, as this page says',
  is: (one) =>
    isTrue(one) &&
    (one.secrets[0].length < 8 || (/Password|Credential$|Auth$/.test(one.rule) && kindsOf(one.secrets[0]) < 3)),
};

export const excludedForms = {
  betterleaks: [
    {
      why: 'addresses and names of accounts, clients, instances and tokens, and keys that are public',
      is: (one) =>
        /client-id|-id$|access-id|account|public|-url(?:\.|$)|-name(?:\.|$)|-host(?:\.|$)|publishable/.test(one.rule),
    },
    placeholders,
    {
      why: 'false for one rule by a letter or its length, and a random value of a name such as key or token all the same',
      is: (one) => !isTrue(one) && /(?:key|token|secret|password|pat|auth)\w*["']?\s{0,3}[:=-]/i.test(one.text),
    },
  ],
  credsweeper: [notSecret, placeholders, weak],
  secretlint: [notSecret, placeholders],
  gitleaks: [
    {
      why: 'numbers and names of accounts, which are public',
      is: oneOf('asana-client-id discord-client-id messagebird-client-id sumologic-access-id'),
    },
    {
      why: 'true ones that count, or spell what they are (12345678-ABCD-…, …EXAMPLE…, CleartextPassword1, P@ssw0rd): placeholders',
      is: (one) =>
        isTrue(one) &&
        /12345678|45678901|deadbeef|EXAMPLE|456def789|password1|SourcePassword|P@ssw0rd|rootpasswd|lFaKe/i.test(
          one.text,
        ),
    },
    { why: 'true ones with a backslash, which no JWT has', is: (one) => one.rule === 'jwt' && one.text.includes('\\') },
    {
      why: 'false for one rule because it is true for another, also in the scanner itself',
      is: (one) =>
        !isTrue(one) &&
        (/^(?:cloudflare|settlemint)/.test(one.rule) ||
          (one.rule === 'telegram-bot-api-token' && /api_token/.test(one.text)) ||
          /MailchimpSDK|Basic eyJ|meraki[-_](?:token|api)|foo\.html/.test(one.text + one.path)),
    },
    {
      why: 'false by its file name alone, which is in capitals',
      is: (one) => !isTrue(one) && one.rule === 'nuget-config-password' && /^NU/.test(one.path),
    },
    {
      why: 'false by a list of known public keys, not by form',
      is: (one) =>
        !isTrue(one) &&
        ((one.rule === 'gcp-api-key' && /AIza\w*-?[\w-]*[0-9]/.test(one.text)) || one.text.includes('6fe4476')),
    },
  ],
  trufflehog: [
    {
      why: 'true ones that count or repeat (1234567…, abcdef…, aaaaaaaa), or say that they are none (fake, example): placeholders',
      is: (one) =>
        isTrue(one) && one.secrets.some((secret) => /(.)\1{7}|1234567|abcdefg|fake|example|test/i.test(secret)),
    },
    {
      why: 'true ones with nothing but the name of a service before the value, as in a scanner’s input: no file assigns so',
      is: (one) => isTrue(one) && /^\s*[\w.-]+ +['"]?[\w.+/=~-]{8,}/.test(one.text),
    },
    {
      why: 'false for one service, and a random value of a name such as key or token all the same',
      is: (one) => !isTrue(one) && /(?:key|token|secret|password|pat|auth)\w*["']?\s{0,3}[:=-]/i.test(one.text),
    },
  ],
};

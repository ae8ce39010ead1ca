/** What is written over, and all that is not. */

import { describe, expect, it, test } from 'vitest';
import { CONTENT_RULES } from '../../../src/secrets/contentRules.ts';
import { redactBytes, redactText } from '../../../src/secrets/redact.ts';
import fc from '../../helpers/fastCheck.ts';
import { FORMS, type MadeUpSecret, madeUpSecrets, randomOf } from '../../helpers/madeUpSecrets.ts';

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const redacted = (text: string): string => Buffer.from(redactBytes(Buffer.from(text)).bytes).toString();

describe('made-up credentials', () => {
  it('are of more than 30 kinds', () => {
    expect(new Set(madeUpSecrets(1).map(({ rule }) => rule)).size).toBeGreaterThan(30);
    expect(Object.keys(FORMS).length).toBeGreaterThan(10);
  });

  test.each(Object.keys(FORMS))('none is left in .%s, and nothing else is changed', (ending) => {
    for (let seed = 1; seed <= 3; seed++) {
      for (const secret of madeUpSecrets(seed)) mustVanish(FORMS[ending]!(secret.name, secret.value), secret);
    }
  });

  it('vanish from UTF-16 as they do from UTF-8', () => {
    for (const { name, value, secret } of madeUpSecrets(3)) {
      const text = `\ufeff${FORMS['java']!(name, value)}// é 日本\n`;
      const little = Buffer.from(text, 'utf16le');
      for (const [unit, bytes] of [
        ['utf-16le', little],
        ['utf-16be', Buffer.from(little).swap16()],
      ] as const) {
        const { bytes: safe, secrets } = redactBytes(bytes, unit);
        const read = new TextDecoder(unit, { ignoreBOM: true }).decode(safe);
        expect(read).toBe(redactText(text));
        expect(read).not.toContain(secret);
        expect(secrets.every(({ start }) => start % 2 === 0)).toBe(true);
      }
    }
  });

  it('keep the lines and marks of a private key that is written over', () => {
    const key = madeUpSecrets(4).find(({ rule }) => rule === 'private-key')!;
    const text = `key: |\n  ${key.value.replaceAll('\\n', '\r\n  ')}\nport: 80\n`;
    const safe = redacted(text);
    expect(safe.split('\n').map((line) => line.replace(/[*]+/, '*'))).toEqual([
      'key: |',
      `  -----BEGIN RSA PRIVATE ${'KEY'}-----\r`,
      '  REDACTED*\r',
      '  *\r',
      '  *\r',
      `  -----END RSA PRIVATE ${'KEY'}-----`,
      'port: 80',
      '',
    ]);
  });

  it('vanish from a key whose end is missing', () => {
    const [head, first, second] = madeUpSecrets(4)
      .find(({ rule }) => rule === 'private-key')!
      .value.split('\\n');
    const safe = redacted(`${head}\n${first}\n${second}\nand a text that goes on.\n`);
    expect(safe).toMatch(/-----\nREDACTED\*{56}\n\*{64}\nand a text that goes on\.\n$/);
  });
});

/** Nothing of the secret can be seen; the rest is as it was; a second time nothing happens. */
function mustVanish(text: string, { rule, secret, value }: MadeUpSecret): void {
  const bytes = Buffer.from(text);
  const { bytes: safe, secrets } = redactBytes(bytes);
  expect({ text, rules: secrets.map((one) => one.rule) }).toEqual({ text, rules: [rule] });
  expect(latin(safe)).not.toContain(secret);
  mustOnlyStar(bytes, safe);
  const at = text.indexOf(value);
  expect(latin(safe).slice(0, at)).toBe(text.slice(0, at));
  expect(latin(safe).slice(at + value.length)).toBe(text.slice(at + value.length));
}

function mustOnlyStar(before: Uint8Array, after: Uint8Array): void {
  expect(after.length).toBe(before.length);
  for (let at = 0; at < before.length; at++) {
    if (before[at] !== after[at]) expect('REDACTED*').toContain(String.fromCharCode(after[at]!));
    if (before[at] === 10 || before[at] === 13) expect(after[at]).toBe(before[at]);
  }
  const again = redactBytes(after);
  expect(again.secrets).toEqual([]);
  expect(again.bytes).toBe(after);
}

describe('of any content', () => {
  const pieces = fc.oneof(
    fc.string(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('\n', '\r\n', ' = ', '"', "'", ': ', '://', '@', '\\n', '*', 'password', 'token', 'REDACTED****'),
    fc.constantFrom(...CONTENT_RULES.flatMap(({ keywords }) => keywords)),
    fc.nat(1e6).map((seed) => {
      const all = madeUpSecrets(seed);
      return all[randomOf(seed)(all.length)]!.value;
    }),
    fc.nat(1e6).map((seed) => {
      const all = madeUpSecrets(seed);
      const { name, value } = all[randomOf(seed)(all.length)]!;
      return FORMS['properties']!(name, value);
    }),
  );

  it('as many bytes come out, in as many lines, and a second time nothing happens', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const bytes = Buffer.from(parts.join(''));
        const { bytes: safe, secrets } = redactBytes(bytes);
        if (secrets.length === 0) expect(safe).toBe(bytes);
        mustOnlyStar(bytes, safe);
      }),
      { numRuns: 800, seed: 20_240_501 },
    );
  });

  it('text and its bytes are redacted alike', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('').replace(/[\ud800-\udfff]/g, '?');
        expect(redactText(text)).toBe(redacted(text));
      }),
      { numRuns: 500, seed: 7 },
    );
  });

  // What a hostile repository may hold: beginnings without an end. A cost that grows faster than the text would not end in the test's time.
  test.each(['', 'A', ' ', 'a1', '="', '=', '-', '.'.repeat(40)])(
    'text of nothing but beginnings and %j is read',
    (filler) => {
      for (const keyword of new Set(CONTENT_RULES.flatMap(({ keywords }) => keywords))) {
        const bytes = Buffer.from((keyword + filler).repeat(Math.ceil(8_000 / (keyword.length + filler.length))));
        expect(redactBytes(bytes).bytes.length).toBe(bytes.length);
      }
    },
  );
});

describe('what only looks like a secret stays', () => {
  const hash = 'da39a3ee5e6b4b0d3255bfef95601890afd80709';
  const integrity = `sha512-${Buffer.from(hash.repeat(2)).toString('base64').slice(0, 86)}==`;
  test.each([
    [
      'a placeholder',
      'password = "changeme"\nDB_PASSWORD=changeme123\npassword: "P@ssw0rd!"\napi_key = "your-api-key-here-1234"\n',
    ],
    [
      'a template',
      'token: "${GITHUB_TOKEN_2024a}"\nsecret = "{{ vault.S3cr3tKey9x }}"\npassword=<Your-Passw0rd>\nurl = "redis://user:%s@host/0"\n',
    ],
    [
      'documented examples',
      `aws = "AKIA${'IOSFODNN7EXAMPLE'}"\nkey = "wJalrXUtnFEMI/K7MDENG/bPxRfiCY${'EXAMPLEKEY'}"\nghp_${'1234567890abcdefghijklmnopqrstuvwxyz'}\n`,
    ],
    [
      'an address of documentation',
      'ftp://user:pass@ftp.example.com/\npostgres://postgres:postgres@localhost/db\nhttp://user:password@proxy:3128\namqp://guest:guest@rabbit:5672\n',
    ],
    [
      'no password at all',
      'see https://example.com:8080/a@b and ssh://git@host:22/x, http://localhost:3000/@vite/client\n',
    ],
    [
      'names and expressions',
      'token = getAccessTokenFromHeader2(request)\npassword = Config.DB_Pass1\nconst secretKey = props.secretKeyBase64;\nsecret: AbstractTokenProvider2\n',
    ],
    [
      'a name of an environment variable',
      'token = os.environ["SHOP_API_TOKEN_V2"]\napi_key: process.env.STRIPE_API_KEY_2024,\n',
    ],
    [
      'paths',
      'secret = "/run/secrets/db_password_2"\ntoken_file: /var/run/secrets/kubernetes.io/serviceaccount/token1\nprivate_key: "./certs/server-2.key"\n',
    ],
    [
      'hashes',
      `commit ${hash}\n"sha256": "${hash}"\npassword_hash = "${hash}"\ntoken_digest: ${hash}\nstatic const char *sha1 = "${hash}";\n`,
    ],
    ['a lock file', `"integrity": "${integrity}",\ngithub.com/a/token v1.2.3 h1:${integrity.slice(7, 50)}=\n`],
    ['UUIDs', 'token_id = "6f1c2b7e-93d4-4a57-8a0b-5e3f9c1d7b20"\nsecret: "6f1c2b7e-93d4-4a57-8a0b-5e3f9c1d7b20"\n'],
    ['an image', `<img src="data:image/png;base64,${Buffer.from(hash.repeat(9)).toString('base64')}">\n`],
    [
      'certificates and public keys',
      `-----BEGIN CERTIFICATE-----\nMIID${'aB3d'.repeat(15)}\n-----END CERTIFICATE-----\n-----BEGIN PUBLIC KEY-----\nMIIB${'aB3d'.repeat(15)}\n-----END PUBLIC KEY-----\nssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJk8 me\n`,
    ],
    ['a word about a private key', `if (text.includes("-----BEGIN RSA PRIVATE ${'KEY'}-----")) return "-----END";\n`],
    [
      'a program about private keys',
      `const head = "-----BEGIN PRIVATE ${'KEY'}-----";\nexport function strip(text: string): string {\n  const body = text.slice(head.length, -foot.length);\n  return body.replaceAll(/\\s/g, "").trimEnd();\n}\nconst foot = "-----END PRIVATE ${'KEY'}-----";\n`,
    ],
    [
      'a key that was left out of documentation',
      `"privateKey": "-----BEGIN PRIVATE ${'KEY'}-----xxxx"\nSee https://github.com/example/averyverylongname/blob/master/documentation/README/of/all/of/it.md\n`,
    ],
    [
      'an algorithm',
      'SecretKeyFactory.getInstance("PBKDF2WithHmacSHA512");\nprivate_key_type = "ecdsa-sha2-nistp256"\n',
    ],
    [
      'base64 of words',
      `credentials = "${Buffer.from('username:password').toString('base64')}"\nAuthorization: Basic ${Buffer.from('Aladdin:open sesame').toString('base64')}\n`,
    ],
    [
      'parsers',
      'token: string;\nenum Token { Number = 1, String = 2 }\nconst nextToken = tokens[i + 1];\nif (token === "=>") return tokenAt(3);\n',
    ],
    [
      'what was redacted',
      'password = "REDACTED********"\ntoken: ****************\npostgres://shop:REDACTED***@db.internal/shop\n',
    ],
  ])('%s', (_, text) => {
    expect(redacted(text)).toBe(text);
  });
});

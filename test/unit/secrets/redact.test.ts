/** What is written over, and all that is not. */

import { describe, expect, it, test } from 'vitest';
import { contentRules, redactBytes, redactText } from '../../../src/secrets/redact.ts';
import fc from '../../helpers/fastCheck.ts';
import { FORMS, type MadeUpSecret, madeUpSecrets, randomOf } from '../../helpers/madeUpSecrets.ts';
import { isSlow, quick, shareOf } from '../../helpers/slow.ts';

const latin = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const redacted = (text: string): string => Buffer.from(redactBytes(Buffer.from(text)).bytes).toString();

describe('made-up credentials', () => {
  quick.it('are of more than 30 kinds', () => {
    expect(new Set(madeUpSecrets(1).map(({ rule }) => rule)).size).toBeGreaterThan(30);
    expect(Object.keys(FORMS).length).toBeGreaterThan(10);
  });

  test.each(Object.keys(FORMS))('none is left in .%s, and nothing else is changed', (ending) => {
    for (let seed = 1; seed <= (isSlow ? 3 : 1); seed++) {
      for (const secret of madeUpSecrets(seed)) mustVanish(FORMS[ending]!(secret.name, secret.value), secret);
    }
  });

  quick.it('vanish from UTF-16 as they do from UTF-8', () => {
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

  quick.it.each(['JQQJ99', 'JQQJ9D'])('of any service of Azure vanish by what they are: %s', (mark) => {
    const random = randomOf(5);
    const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
    const of = (length: number): string => Array.from({ length }, () => letters[random(62)]).join('');
    const key = `${of(52)}${mark}B${'D'}${of(16)}A${of(7)}`;
    expect(key).toHaveLength(84);
    expect(redactText(`see ${key}, in the chat`)).not.toContain(key.slice(0, 60));
    expect(redactText(`see ${key}, in the chat`)).not.toContain(key.slice(60));
    const other = `${of(20)}${mark}${of(58)}`;
    expect(redactText(`see ${other}, in the chat`)).toContain(other);
  });

  quick.it.each(['\u0085', '\u00a0', '\u2003', '\u200b', '\u2028', '\u202f', '\u3000', '\ufeff'])(
    'vanish behind spaces that are not ASCII: %j',
    (space) => {
      const value = ['Yk9!vQ2#', 'mZ7pLr4T03'].join('');
      for (const text of [
        `password =${space}"${value}"`,
        `password${space}= "${value}"`,
        `{"password":${space}"${value}"}`,
      ]) {
        expect(redacted(text)).not.toContain(value);
        expect(redactText(text)).toBe(redacted(text));
        expect(Buffer.byteLength(redacted(text))).toBe(Buffer.byteLength(text));
        expect(redacted(text)).toContain(space);
      }
    },
  );

  quick.it('keep the lines and marks of a private key that is written over', () => {
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

  quick.it('vanish also where they stand again, without a name, in the same file', () => {
    const { value } = madeUpSecrets(5).find(({ name }) => name === 'client_secret')!;
    const text = `client_secret = "${value}"\nopen("${value}", 1)\n# ${value}\n`;
    expect(redacted(text)).toBe(text.replaceAll(value, `REDACTED${'*'.repeat(value.length - 8)}`));
    expect(redacted(`open("${value}", 1)\n`)).toContain(value);
  });

  quick.it('vanish from a key whose end is missing', () => {
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
    fc.constantFrom(...contentRules().flatMap(({ keywords }) => keywords)),
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
      { numRuns: isSlow ? 800 : 100, seed: 20_240_501 },
    );
  });

  it('text and its bytes are redacted alike', () => {
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('').replace(/[\ud800-\udfff]/g, '?');
        expect(redactText(text)).toBe(redacted(text));
      }),
      { numRuns: isSlow ? 500 : 60, seed: 7 },
    );
  });

  // What a hostile repository may hold: beginnings without an end. A cost that grows faster than the text would not end in the test's time.
  test.each(shareOf(['', 'A', ' ', 'a1', '="', '=', '-', '.'.repeat(40)], 4))(
    'text of nothing but beginnings and %j is read',
    (filler) => {
      for (const keyword of new Set(contentRules().flatMap(({ keywords }) => keywords.slice(0, 4)))) {
        const bytes = Buffer.from((keyword + filler).repeat(Math.ceil(8_000 / (keyword.length + filler.length))));
        expect(redactBytes(bytes).bytes.length).toBe(bytes.length);
      }
    },
  );
});

quick.describe('what only looks like a secret stays', () => {
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
    [
      'a certificate in Base64',
      `cluster_auth_base64 = "${Buffer.from(`-----BEGIN CERTIFICATE-----\n${`${integrity.slice(8, 70)}Q\n`.repeat(9)}`).toString('base64')}"\n`,
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
      'what is written below, beside and about a password',
      'password: string\n"password": "required|min:8"\n<label for="password">Password 1:</label>\nIf the password is not set, use Sha256Hex.\n| password | The user\u2019s own |\nuser,password\nshop,unset\npass through Utf8Json1\n',
    ],
    ['a lock file whose sum ends as a name does', `  integrity sha512-${hash}/Xpw==\n\n"@types/parse-json@^4.0.0":\n`],
    [
      'names of tokens that mean something else',
      'Sec-WebSocket-Key: NDMyMTUzMjE2MzIxNzMyMQ==\nnextToken: "q7Zp0Vd2aB3xK9mT4wLs"\nprimary_key = "q7Zp0Vd2aB3xK9mT4wLs"\ncsrf_token: q7Zp0Vd2aB3xK9mT4wLs\n',
    ],
    [
      'a call that makes one',
      "newpass: \"{{ lookup('password', dir + '/lookup/password length=8') }}\"\nmysql -u app -p shop < a.sql\ncurl -u $USER:$PASS https://shop.io\n",
    ],
    [
      'a Secret that is filled in elsewhere',
      'kind: Secret\ndata:\n  password: {{ .Values.password | b64enc }}\n  user: YWRtaW4=\n',
    ],
    [
      'names of constraints, which are hashes',
      `token: 'UQ_97672ac88f789774dd47f7c8be3'\n"secret_key": "IDX_97672ac88f789774dd47f7c8be"\nuniqueKey = "REL_6bf1d8a2c1d1f6a7c4b4e5a3f0"\n@PrimaryColumn({ password: 'PK_cace4a159ff9f2512dd42373760' })\n`,
    ],
    [
      'pairs that are no login, and lines that are sent though nothing asked for a password',
      'auth=("app", "hunter")\nauth = ("width", "height")\nbasicAuth("user", "Password1!")\nsend "show version 15.2(4)M6\\r"\nexpect "login:"\nsend "AT+CFUN=1\\r"\nchild.sendline("Admin-1-Shop")\n',
    ],
    [
      'rows of other columns, and rows without the names of theirs',
      "INSERT INTO users (id, token_type, password_hash) VALUES (1, 'q7Zp0Vd2aB3xK9mT4wLs', 'q7Zp0Vd2!aB3xK9mT4wLs');\nINSERT INTO users VALUES (1, 'q7Zp0Vd2!aB3x');\nINSERT INTO users (name, password) VALUES ('app', 'changeme'), ('b', :password), ('c', ?), ('d', crypt('x', gen_salt('bf')));\n",
    ],
    [
      'what stands in the everyday forms of a secret and is none',
      'char password[32] = "";\nif (pwd[i] === "sha256") next();\ntoken <- "read"\nTOKEN ?= $(shell cat Token1)\nPASSWORD := Config.DB_Pass1\ntokens = ["if", "else1", "getAccessTokenFromHeader2"]\nsecrets:\n  - db_password_2\n  - source: shop_token_1\n<Form password={"Password1"} token={token} />\n**Password:** at least 8 characters\n**Token:** `AbstractTokenProvider2`\nAPI key: see the settings\n<td>Password</td><td>required</td>\n<dt>Token</dt><dd>string</dd>\n<label>Password</label> <td>K9q9!xT2mZ7w</td>\n&quot;token&quot;:&quot;string&quot;\n[{"value": "q7Zp0Vd2aB3xK9mT4wLs"}, {"name": "API_KEY"}]\n[{"value": "changeme", "name": "DB_PASSWORD"}]\npassword: { type: "string", value: "" }\npassword:\n  value: changeme\nuser.auth("app", "reader")\ninsert the token into the header: values (2, "K9q9!xT2mZ8w")\n',
    ],
    [
      'labels in other languages',
      'password=Kullan\u0131c\u0131\nPassword = Contrase\u00f1a:\nold_password=Ng\u01b0\u1eddi\n"access_token": "\\u0422\\u043e\\u0432\\u0430 \\u043d\\u043e\\u0432\\u0438\\u044f"\n"client_secret": "klucz u\\u017cywany do uwierzytelniania klienta"\n\'PW\',\n\'Pacific/Palau\' => \'PW\', \'Pacific/Pitcairn\'\n',
    ],
    [
      'the next setting, argument or version',
      'with("spring.mail.password=some-password", "spring.mail.port=0")\n- \'MYSQL_PASSWORD=verysecret\'\n- \'MYSQL_USER=myuser1\'\ngithub.com/shop/go-password v0.2.0/go.mod h1:x\nfun open(\n  password: ByteArray,\n  user: svr2_name,\n)\n"getPassword", "org.shop.Source2#getUsername"\n',
    ],
    [
      'names of fields, icons and times',
      '<input type="password" name="password1" id="inputPassword1">\n<glyph glyph-name="compass" unicode="&#xf14e;"/>\npasswordMtime: 2019-03-20T17:54:53Z\nconst lastDirectionKey = "pbTinymceLastDirection";\nesxi_password: @ESXI1_PASSWORD\nwebhook_signature = "q7Zp0Vd2aB3xK9mT4wLs"\n',
    ],
    [
      'an address with names of what to put there',
      'mailgun://KEY:DOMAIN@default?region=x\nsns://ACCESS_ID:ACCESS_KEY@default\nhttp://user_name:pass_word@shop.io\nAuthorization: Bearer eyJhbGciOiJI...M3A90LCkxxtX9oNP9KZO\n',
    ],
    [
      'names of variables, public keys, options and keys of texts',
      `'privateKey' => env('SAML2_SP_x509_KEY', ''),\ndeploy_key: "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJnTYY7CYk1F/wBklpdRxudxN6KeXgfhutkiCigSfPhe shop"\n["--password", "--proxy_port=12345"]\nsmtp_password: 'email:smtpTransport:service'\n// takes token '[[topic:moved-from, arg1, arg2]]'\n`,
    ],
    [
      'attributes of HTML, anchors and ports',
      '<UpdatePasswordForm class="mt-10 sm:mt-0"/>\n<identity name="System.Tokens.Jwt" publicKeyToken="31BF3856AD364E35"/>\n<a href="#opt-allowByPass1" title="#opt-allowByPass1">allowByPass</a>\nhttp://shop.pw:80#@www.shop.io/\n"Use your password": "S\u1eed d\u1ee5ng m\u1eadt kh\u1ea9u c\u1ee7a b\u1ea1n"\n',
    ],
    [
      'places, programs and certificates in a Secret',
      'kind: Secret\ndata:\n  tls.crt: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1JSUMvekNDQWVlZ0F3SUJBZ0lKQUw4NThwY2k1WHlq\n---\nkind: Secret\nstringData:\n  config: |\n    {"command": "argocd-k8s-auth",\n     "region": "xx-east-1"}\n',
    ],
    [
      'what was redacted',
      'password = "REDACTED********"\ntoken: ****************\npostgres://shop:REDACTED***@db.internal/shop\n',
    ],
  ])('%s', (_, text) => {
    expect(redacted(text)).toBe(text);
  });
});

/**
 * Credentials that nobody ever had, of many kinds, and how ten and more languages write them down. They are put together when a
 * test runs: this repository holds none, and no scanner stops at it.
 */

export interface MadeUpSecret {
  /** The rule that should find it. */
  rule: string;
  /** What it is called where it stands. */
  name: string;
  /** What is written. */
  value: string;
  /** The part of `value` that nobody may see, without what two lines of it have between them. */
  secret: string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const ALNUM = LOWER + UPPER + DIGITS;
const BASE64 = `${ALNUM}+/`;
const BASE32 = `${UPPER}234567`;

/** A generator that gives the same for the same seed (mulberry32). */
export function randomOf(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t = (t + Math.imul(t ^ (t >>> 7), t | 61)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) % below;
  };
}

/** One of each kind. */
export function madeUpSecrets(seed: number): MadeUpSecret[] {
  const random = randomOf(seed);
  const of = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[random(letters.length)]).join('');
  /** Like any real one: of letters and digits. */
  const mixed = (length: number, letters = ALNUM): string => `${of(letters, length - 4)}7${of(UPPER, 1)}2q`;
  const token = (rule: string, ...parts: string[]): MadeUpSecret => ({
    rule,
    name: 'setting',
    value: parts.join(''),
    secret: parts.join(''),
  });
  const named = (rule: string, name: string, value: string): MadeUpSecret => ({ rule, name, value, secret: value });
  const within = (rule: string, before: string, secret: string, after = ''): MadeUpSecret => ({
    rule,
    name: 'place',
    value: before + secret + after,
    secret,
  });
  const uuid = () => [8, 4, 4, 4, 12].map((length) => of(HEX, length)).join('-');
  const part = (json: object) => Buffer.from(JSON.stringify(json)).toString('base64url');
  const armour = (kind: string) => {
    const lines = [of(BASE64, 64), of(BASE64, 64), `${of(BASE64, 40)}==`];
    const [head, foot] = ['BEGIN', 'END'].map((word) => `-----${word} ${kind}-----`);
    return { rule: 'private-key', name: 'pem', value: [head, ...lines, foot].join('\\n'), secret: lines[1]! };
  };
  return [
    token('aws-access-key', 'AK', 'IA', of(BASE32, 16)),
    named('assigned-secret', 'aws_secret_access_key', mixed(40, BASE64)),
    token('aws-mws-key', 'amzn.', 'mws.', uuid()),
    token('google-api-key', 'AI', 'za', mixed(35)),
    token('google-oauth', 'GOC', 'SPX-', mixed(28)),
    within('azure-key', 'DefaultEndpointsProtocol=https;AccountName=shop;AccountKey=', `${of(BASE64, 86)}==`),
    within('azure-key', 'Endpoint=sb://shop/;SharedAccessKeyName=root;SharedAccessKey=', `${of(BASE64, 43)}=`),
    within('azure-sas', 'https://shop.blob.core.windows.net/a?sv=2024-01-01&sig=', `${of(ALNUM, 43)}%3D`),
    token('github-token', 'gh', 'p_', mixed(36)),
    token('github-token', 'github', '_pat_', mixed(22), '_', mixed(59)),
    token('gitlab-token', 'gl', 'pat-', mixed(20)),
    token('atlassian-token', 'AT', 'BB', mixed(32)),
    token('slack-token', 'xo', 'xb-', of(DIGITS, 12), '-', mixed(24)),
    within('slack-webhook', 'https://hooks.slack.com/', `services/T${of(BASE32, 8)}/B${of(BASE32, 8)}/${mixed(24)}`),
    within('stripe-key', 'sk_li'.concat('ve_'), mixed(24)),
    token('twilio-key', 'S', 'K', of(HEX, 32)),
    token('sendgrid-key', 'S', 'G.', mixed(22), '.', mixed(43)),
    token('mailgun-key', 'ke', 'y-', of(HEX, 32)),
    token('mailchimp-key', of(HEX, 32), '-us', '12'),
    token('npm-token', 'np', 'm_', mixed(36)),
    token('pypi-token', 'pypi-', 'AgE', 'IcHlwaS5vcmc', mixed(70)),
    token('rubygems-key', 'ruby', 'gems_', of(HEX, 48)),
    token('docker-token', 'dckr', '_pat_', mixed(27)),
    token('openai-key', 'sk-', 'proj-', mixed(60)),
    token('anthropic-key', 'sk-', 'ant-', 'api03-', mixed(93)),
    token('huggingface-token', 'h', 'f_', mixed(34)),
    token('groq-key', 'gs', 'k_', mixed(52)),
    token('jwt', part({ alg: 'HS256', typ: 'JWT' }), '.', part({ sub: of(ALNUM, 12), admin: true }), '.', mixed(43)),
    within('telegram-token', `${of('123456789', 9)}:`, `A${'A'}${mixed(33)}`),
    within('discord-token', `https://discord.com/api/webhooks/${of('123456789', 18)}/`, mixed(68)),
    token('shopify-token', 'shp', 'at_', of(HEX, 32)),
    token('square-token', 'sq0', 'atp-', mixed(22)),
    token('digitalocean-token', 'dop', '_v1_', of(HEX, 64)),
    token('vault-token', 'hv', 's.', mixed(90)),
    token('newrelic-key', 'NR', 'AK-', `${of(BASE32, 24)}7Q2`),
    token('grafana-token', 'gl', 'sa_', mixed(32), '_', of(HEX, 8)),
    token('databricks-token', 'da', 'pi', of(HEX, 32)),
    token('age-key', 'AGE-', 'SECRET-KEY-1', of('QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L', 58)),
    armour(`RSA PRIVATE ${'KEY'}`),
    armour(`OPENSSH PRIVATE ${'KEY'}`),
    armour(`PGP PRIVATE ${'KEY'} BLOCK`),
    within('address-password', 'postgres://shop:', mixed(14), '@db.shop.internal:5432/shop'),
    within('address-password', 'mongodb+srv://shop:', `Wq9!${of(LOWER, 6)}`, '@cluster0.shop.internal/shop'),
    within('basic-auth', 'Authorization: Basic ', Buffer.from(`shop:${mixed(18)}`).toString('base64')),
    within('bearer-token', 'Authorization: Bearer ', mixed(40)),
    named('service-key', 'heroku_api_key', uuid()),
    named('service-key', 'datadog_api_key', of(HEX, 32)),
    named('assigned-secret', 'api_key', mixed(32)),
    named('assigned-secret', 'client_secret', mixed(40)),
    named('assigned-secret', 'session_token', mixed(48)),
    named('assigned-password', 'db_password', `Kr${of(LOWER, 3)}!${of(DIGITS, 3)}${of(UPPER, 2)}`),
  ];
}

type Form = (name: string, value: string) => string;

/** By the end of a file's name: how it gives a value to a name. */
export const FORMS: Readonly<Record<string, Form>> = {
  py: (name, value) => `def connect():\n    ${name} = "${value}"\n    return ${name}\n`,
  js: (name, value) => `export const ${name} = '${value}';\n`,
  ts: (name, value) => `export const ${name}: string = \`${value}\`;\n`,
  go: (name, value) => `package shop\n\nvar ${name} = "${value}"\n`,
  java: (name, value) => `class Shop {\n    private static final String ${name.toUpperCase()} = "${value}";\n}\n`,
  rb: (name, value) => `config[:${name}] = '${value}'\n`,
  php: (name, value) => `<?php\ndefine('${name.toUpperCase()}', '${value}');\n`,
  rs: (name, value) => `const ${name.toUpperCase()}: &str = "${value}";\n`,
  cs: (name, value) => `class Shop {\n    string ${name} = "${value}";\n}\n`,
  kt: (name, value) => `val ${name} = "${value}"\n`,
  yaml: (name, value) => `shop:\n  ${name}: "${value}"\n  port: 80\n`,
  json: (name, value) => `{\n  "${name}": "${value}",\n  "port": 80\n}\n`,
  toml: (name, value) => `[shop]\n${name} = "${value}"\n`,
  properties: (name, value) => `shop.port=80\nshop.${name}=${value}\n`,
  sh: (name, value) => `#!/bin/sh\nexport ${name.toUpperCase()}='${value}'\n`,
  tf: (name, value) => `resource "shop" "it" {\n  ${name} = "${value}"\n}\n`,
  xml: (name, value) => `<shop>\n  <${name}>${value}</${name}>\n</shop>\n`,
  md: (name, value) => `# Shop\n\nStart it with\n\n    ${name.toUpperCase()}=${value}\n`,
};

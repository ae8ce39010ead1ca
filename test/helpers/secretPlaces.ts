/**
 * The places of a repository in which credentials stand, beside those of madeUpSecrets.ts: each kind of credential in each of them.
 * Like there, all is put together when a test runs.
 */

import { madeUpSecrets, randomOf } from './madeUpSecrets.ts';

export interface PlacedSecret {
  /** `kind in place`. */
  what: string;
  path: string;
  text: string;
  /** What nobody may see. */
  secret: string;
}

type Write = (name: string, value: string) => string;

const upper = (name: string): string => name.toUpperCase();

/** By the end of a file's name, or the whole of it. */
const PLACES: readonly (readonly [place: string, file: string, write: Write])[] = [
  ['YAML', 'a.yml', (name, value) => `shop:\n  ${name}: ${value}\n  port: 80\n`],
  ['YAML, in quotes', 'b.yml', (name, value) => `shop:\n  ${name}: '${value}'\n`],
  ['YAML, below', 'c.yml', (name, value) => `shop:\n  ${name}: |\n    ${value}\n  port: 80\n`],
  ['YAML, folded', 'd.yml', (name, value) => `shop:\n  ${name}: >-\n    ${value}\n`],
  ['Kubernetes, env', 'e.yml', (name, value) => `env:\n  - name: ${upper(name)}\n    value: "${value}"\n`],
  ['Kubernetes, stringData', 'f.yml', (name, value) => `kind: Secret\nstringData:\n  ${name}: ${value}\n`],
  [
    'Compose, list',
    'compose.yml',
    (name, value) => `services:\n  shop:\n    environment:\n      - ${upper(name)}=${value}\n`,
  ],
  ['Compose, map', 'g.yml', (name, value) => `services:\n  shop:\n    environment:\n      ${upper(name)}: ${value}\n`],
  ['a workflow', 'h.yml', (name, value) => `steps:\n  - run: deploy\n    env:\n      ${upper(name)}: ${value}\n`],
  ['JSON', 'a.json', (name, value) => `{"shop": {"${name}": "${value}", "port": 80}}\n`],
  [
    'JSON, text within',
    'b.json',
    (name, value) => `${JSON.stringify({ config: JSON.stringify({ [name]: value }) })}\n`,
  ],
  [
    'JSON, lines within',
    'c.json',
    (name, value) => `${JSON.stringify({ env: `A=1\n${upper(name)}=${value}\nB=2\n` })}\n`,
  ],
  ['JSON, name and value', 'd.json', (name, value) => `[{"name": "${name}", "value": "${value}"}]\n`],
  [
    'a notebook',
    'a.ipynb',
    (name, value) =>
      `${JSON.stringify({ cells: [{ cell_type: 'code', metadata: {}, outputs: [], source: [`${name} = "${value}"\n`, 'run()\n'] }], nbformat: 4 }, null, 1)}\n`,
  ],
  [
    'Terraform, variable',
    'a.tf',
    (name, value) => `variable "${name}" {\n  type    = string\n  default = "${value}"\n}\n`,
  ],
  ['Terraform, tfvars', 'a.tfvars', (name, value) => `${name} = "${value}"\n`],
  ['properties', 'a.properties', (name, value) => `shop.port=80\nshop.${name}=${value}\n`],
  ['properties, spaces', 'b.properties', (name, value) => `shop.${name} = ${value}\n`],
  ['INI', 'a.ini', (name, value) => `[shop]\n${name}=${value}\n`],
  ['TOML', 'a.toml', (name, value) => `[shop]\n${name} = "${value}"\n`],
  ['a Dockerfile, ENV', 'Dockerfile', (name, value) => `FROM node\nENV ${upper(name)}=${value}\nRUN make\n`],
  ['a Dockerfile, ARG', 'b.Dockerfile', (name, value) => `FROM node\nARG ${upper(name)}="${value}"\n`],
  ['a shell', 'a.sh', (name, value) => `export ${upper(name)}=${value}\nrun\n`],
  ['a shell, option', 'b.sh', (name, value) => `deploy --${name.replaceAll('_', '-')} ${value} --now\n`],
  ['a shell, option with =', 'c.sh', (name, value) => `deploy --${name.replaceAll('_', '-')}=${value} --now\n`],
  [
    'a shell, continued',
    'd.sh',
    (name, value) => `deploy \\\n  --${name.replaceAll('_', '-')} \\\n  ${value} \\\n  --now\n`,
  ],
  ['a shell, docker run', 'e.sh', (name, value) => `docker run -e ${upper(name)}=${value} shop\n`],
  ['PowerShell', 'a.ps1', (name, value) => `$env:${upper(name)} = "${value}"\n`],
  ['a batch file', 'a.bat', (name, value) => `set ${upper(name)}=${value}\r\n`],
  ['SQL, insert', 'a.sql', (name, value) => `UPDATE shop SET ${name} = '${value}' WHERE id = 1;\n`],
  ['Markdown, code', 'a.md', (name, value) => `Set \`${upper(name)}=${value}\` first.\n`],
  ['Markdown, table', 'b.md', (name, value) => `| setting | value |\n|---|---|\n| ${name} | ${value} |\n`],
  ['Markdown, column', 'c.md', (name, value) => `| user | ${name} |\n|---|---|\n| shop | ${value} |\n`],
  ['CSV, column', 'a.csv', (name, value) => `id,mail,${name}\n1,a@shop.io,${value}\n`],
  ['CSV, row', 'b.csv', (name, value) => `setting,value\n${name},${value}\n`],
  ['a comment of a shell', 'f.sh', (name, value) => `# ${name}: ${value}\nrun\n`],
  ['a comment of a program', 'a.c', (name, value) => `/* ${name} = "${value}" */\nint a;\n`],
  ['a diff', 'a.diff', (name, value) => `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-${name} = "${value}"\n+${name} = read()\n`],
  ['XML, element', 'a.xml', (name, value) => `<shop><${name}>${value}</${name}></shop>\n`],
  ['XML, attribute', 'b.xml', (name, value) => `<shop ${name}="${value}" port="80"/>\n`],
  ['XML, name and value', 'c.xml', (name, value) => `<add key="${name}" value="${value}" />\n`],
  ['a query of an address', 'a.txt', (name, value) => `GET https://shop.io/a?x=1&${name}=${value}&y=2\n`],
  ['a connection string', 'a.cs', (name, value) => `var a = "Server=db;${name}=${value};Port=1";\n`],
  ['a dictionary', 'a.py', (name, value) => `CONFIG = {\n    '${name}': '${value}',\n}\n`],
  ['an argument', 'b.py', (name, value) => `connect(host="db", ${name}="${value}")\n`],
  ['a default of the environment', 'c.py', (name, value) => `A = os.environ.get("${upper(name)}", "${value}")\n`],
];

const DIGITS = '0123456789';
const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const ALNUM = LOWER + LOWER.toUpperCase() + DIGITS;

/** By what they are: a name, and a value without spaces and quotes. */
function kindsOf(seed: number): Record<string, [name: string, value: string]> {
  const random = randomOf(seed);
  const of = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[random(letters.length)]).join('');
  const token = (rule: string): string => madeUpSecrets(seed).find((one) => one.rule === rule)!.secret;
  const uuid = [8, 4, 4, 4, 12].map((length) => of('0123456789abcdef', length)).join('-');
  return {
    'a password': ['db_password', `K${of(DIGITS, 1)}q${of(ALNUM, 8)}${of(DIGITS, 1)}Z7`],
    'a password with symbols': ['smtp_password', `Wq${of(DIGITS, 2)}!${of(LOWER, 4)}${of(DIGITS, 2)}Xz`],
    'a secret': ['client_secret', `${of(ALNUM, 36)}7Q2q`],
    'a secret in hexadecimal': ['api_key', of('0123456789abcdef', 32)],
    'a UUID': ['client_secret', uuid],
    'a token of letters and digits': ['access_token', `${of(LOWER + DIGITS, 28)}7q2x`],
    'a token of GitHub': ['api_token', token('github-token')],
    'a key of AWS': ['access_key', token('aws-access-key')],
    'a key of Anthropic': ['api_key', token('anthropic-key')],
    'a web token': ['session_token', token('jwt')],
  };
}

/** Each kind in each place. */
export function placedSecrets(seed: number): PlacedSecret[] {
  return PLACES.flatMap(([place, file, write], at) =>
    Object.entries(kindsOf(seed * 1000 + at)).map(([kind, [name, value]], number) => ({
      what: `${kind} in ${place}`,
      path: `places/${number}/${file}`,
      text: write(name, value),
      secret: value,
    })),
  );
}

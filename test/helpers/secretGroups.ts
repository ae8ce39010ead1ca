/**
 * The ways in which an audit brought credentials past the redaction, one of each group. They are put together when a test runs, as in
 * madeUpSecrets.ts.
 */

import { randomOf } from './madeUpSecrets.ts';

export interface Group {
  group: string;
  text: string;
  /** What nobody may see. */
  secret: string;
}

const LOWER = 'abcdefghijklmnopqrstuvwxyz';
const UPPER = LOWER.toUpperCase();
const DIGITS = '0123456789';
const HEX = '0123456789abcdef';
const ALNUM = LOWER + UPPER + DIGITS;
const base64 = (text: string): string => Buffer.from(text).toString('base64');

type Draw = ReturnType<typeof drawOf>;

function drawOf(seed: number) {
  const random = randomOf(seed);
  const of = (letters: string, length: number): string =>
    Array.from({ length }, () => letters[random(letters.length)]).join('');
  return {
    of,
    hex: (length: number) => of(HEX, length),
    /** Of letters in both cases and digits, without symbols. */
    plain: (length = 12) =>
      `${of(UPPER, 1)}${of(DIGITS, 1)}${of(LOWER, 1)}${of(ALNUM, length - 6)}${of(DIGITS, 1)}${of(UPPER, 1)}7`,
    /** With a symbol. */
    strong: (length = 14) => `${of(UPPER, 1)}${of(LOWER, 1)}${of(DIGITS, 2)}!${of(ALNUM, length - 7)}${of(DIGITS, 1)}q`,
    token: (length: number) => `${of(ALNUM, length - 4)}7${of(UPPER, 1)}2q`,
    letters: (length: number) => of(LOWER, length),
    uuid: () => [8, 4, 4, 4, 12].map((length) => of(HEX, length)).join('-'),
  };
}

const armour = (kind: string, lines: readonly string[]): string =>
  [`-----BEGIN ${kind}-----`, ...lines, `-----END ${kind}-----`, ''].join('\n');

const GROUPS: Readonly<Record<string, (draw: Draw) => { text: string; secret: string }>> = {
  'unquoted in YAML': (d) => one(d.plain(), (s) => `database:\n  password: ${s}\n  port: 1\n`),
  'unquoted in stringData': (d) =>
    one(d.plain(), (s) => `apiVersion: v1\nkind: Secret\nstringData:\n  password: ${s}\n  user: app\n`),
  'under any name in stringData': (d) => one(d.plain(), (s) => `kind: Secret\nstringData:\n  smtp: ${s}\n`),
  'unquoted in .properties': (d) => one(d.plain(), (s) => `spring.datasource.password=${s}\n`),
  'unquoted in an environment file': (d) => one(d.plain(), (s) => `DB_PASS=${s}\nDB_HOST=db\n`),
  'unquoted in INI': (d) => one(d.plain(), (s) => `[mail]\npassword = ${s}\n`),
  '--password=': (d) => one(d.plain(), (s) => `run: deploy --user app --password=${s} --now\n`),
  '--password and a space': (d) => one(d.plain(), (s) => `deploy --password ${s} --now\n`),
  'Password=…; of a connection string': (d) =>
    one(d.plain(), (s) => `"Server=db;User Id=app;Password=${s};Encrypt=true"\n`),
  'before an escaped line break': (d) => one(d.token(32), (s) => `   "API_KEY=${s}\\n",\n   "print(1)\\n"\n`),
  'before an escaped line break, quoted': (d) => one(d.plain(), (s) => `   "password = \\"${s}\\"\\n",\n`),
  'name and value apart, Kubernetes': (d) =>
    one(d.plain(), (s) => `        env:\n        - name: DB_PASSWORD\n          value: ${s}\n`),
  'name and value apart, quoted': (d) => one(d.plain(), (s) => `- name: "API_TOKEN"\n  value: "${s}${s}"\n`),
  'name and value apart, JSON': (d) => one(d.plain(), (s) => `{"name": "DB_PASSWORD", "value": "${s}"}\n`),
  "Terraform's variable and default": (d) =>
    one(
      d.plain(),
      (s) => `variable "db_password" {\n  type      = string\n  sensitive = true\n  default   = "${s}"\n}\n`,
    ),
  'secret: | in YAML': (d) => one(d.token(32), (s) => `auth:\n  secret: |\n    ${s}\n  port: 1\n`),
  'continued line of a shell': (d) => one(d.plain(), (s) => `deploy --password \\\n  ${s} \\\n  --now\n`),
  'private key in Base64, Kubernetes': (d) =>
    one(
      base64(armour(`RSA PRIVATE ${'KEY'}`, [d.of(ALNUM, 64), d.of(ALNUM, 64)])),
      (s) => `data:\n  tls.crt: x\n  tls: ${s}\n`,
    ),
  'auths.auth of Docker': (d) => one(base64(`shop:${d.plain()}`), (s) => `{"auths": {"r.io": {"auth": "${s}"}}}\n`),
  '_auth of npm': (d) => one(base64(`shop:${d.plain()}`), (s) => `//r.io/:_auth=${s}\nalways=true\n`),
  'atob("…")': (d) => one(base64(d.strong()), (s) => `const open = atob("${s}");\n`),
  'decoded in Python': (d) => one(base64(d.strong()), (s) => `open = base64.b64decode("${s}").decode()\n`),
  "Django's SECRET_KEY": (d) =>
    one(`${d.of(`${LOWER}${DIGITS}!@#$%^&*(-_=+)`, 46)}7q`, (s) => `SECRET_KEY = 'django-insecure-${s}'\n`),
  "WordPress's salts": (d) =>
    one(
      `${d.of(`${ALNUM}!@#$%^&*()-_[]{}<>~+=,.;:/?| `, 58)}7qW!x2`.replaceAll('  ', ' x'),
      (s) => `define('AUTH_KEY',         '${s}');\n`,
    ),
  "WordPress's NONCE_SALT": (d) =>
    one(`${d.of(`${ALNUM}!@#$%^&*()-_[]{}<>~+=,.;:/?|`, 58)}7qW!x2`, (s) => `define( 'NONCE_SALT', '${s}' );\n`),
  'api_key of letters': (d) => one(d.letters(32), (s) => `api_key: ${s}\n`),
  'client_secret as UUID': (d) => one(d.uuid(), (s) => `{"client_secret": "${s}"}\n`),
  pw: (d) => one(d.plain(), (s) => `pw = "${s}"\n`),
  passcode: (d) => one(d.strong(), (s) => `passcode: "${s}"\n`),
  'password with spaces': (d) => one(`${d.plain(6)} ${d.plain(7)} ${d.plain(6)}`, (s) => `password: "${s}"\n`),
  private_key_id: (d) => one(d.hex(40), (s) => `{"type": "service_account", "private_key_id": "${s}"}\n`),
  'JDBC ?user=&password=': (d) =>
    one(d.plain(), (s) => `url=jdbc:postgresql://db/shop?user=app&password=${s}&ssl=true\n`),
  '?token=': (d) => one(d.token(24), (s) => `GET https://api.shop.io/v1/a?token=${s}&x=1\n`),
  '?key=': (d) => one(d.token(32), (s) => `fetch("https://maps.shop.io/a.js?key=${s}")\n`),
  'password with @ in an address': (d) =>
    one(`${d.plain(8)}@${d.plain(6)}`, (s) => `DB=postgres://app:${s}@db.shop.io:5432/shop\n`),
  'curl -uuser:pw': (d) => one(d.plain(), (s) => `curl -uapp:${s} https://shop.io\n`),
  'curl -u "user:pw"': (d) => one(d.plain(), (s) => `curl -s -u 'app:${s}' https://shop.io\n`),
  'mysql -pPW': (d) => one(d.plain(), (s) => `mysql -h db -u app -p${s} shop < a.sql\n`),
  'sshpass -p': (d) => one(d.plain(), (s) => `sshpass -p ${s} ssh app@shop.io\n`),
  'Bedrock ABSK': (d) => one(`AB${'SK'}${d.token(110)}=`, (s) => `key ${s}\n`),
  'Pinecone pcsk_': (d) => one(`pc${'sk_'}${d.of(ALNUM, 6)}_${d.token(63)}`, (s) => `open("${s}")\n`),
  'Tavily tvly-': (d) => one(`tv${'ly-'}${d.token(32)}`, (s) => `open("${s}")\n`),
  'Resend re_': (d) => one(`r${'e_'}${d.token(8)}_${d.token(24)}`, (s) => `open("${s}")\n`),
  'Google AQ.': (d) => one(`A${'Q.Ab'}${d.token(48)}`, (s) => `open("${s}")\n`),
  'Teams webhook': (d) =>
    one(
      `${d.hex(32)}/${d.uuid()}`,
      (s) => `https://shop.webhook.office.com/webhookb2/${d.uuid()}@${d.uuid()}/IncomingWebhook/${s}\n`,
    ),
  'bare Discord token': (d) =>
    one(`${base64(`9${d.of(DIGITS, 17)}`).replace(/=+$/, '')}.G${d.token(5)}.${d.token(38)}`, (s) => `open("${s}")\n`),
  'key without marks': (d) => one(`MII${'EvQIBADANBgkq'}${d.token(300)}`, (s) => `open("${s}")\n`),
  'key without marks, in lines': (d) =>
    one(d.token(64), (s) => `MII${'EpAIBAAKC'}${d.token(52)}\n${s}\n${d.token(64)}\n`),
  '"ghp_" + "…"': (d) => one(d.token(36), (s) => `const it = "gh${'p_'}" + "${s}";\n`),
  "Twilio's second argument": (d) => one(d.hex(32), (s) => `Client("AC${d.hex(32)}", "${s}")\n`),
  htpasswd: (d) => one(`$apr1$${d.of(ALNUM, 8)}$${d.token(22)}`, (s) => `shop:${s}\n`),
  'htpasswd, bcrypt': (d) => one(`$2y$05$${d.token(53)}`, (s) => `shop:${s}\n`),
  'name and value as attributes, another pair below': (d) =>
    one(d.hex(32), (s) => `<env name="APP_KEY" value="${s}"/>\n<env name="MAIL" value="file"/>\n`),
  'pw: within a line': (d) => one(d.strong(), (s) => `// the demo: user app, pw: ${s} (until May)\n`),
  'pw= within a line': (d) => one(d.plain(), (s) => `open "host=db user=app pw=${s} port=1"\n`),
  'option with a symbol': (d) => one(`${d.plain(8)}#@${d.plain(7)}`, (s) => `deploy --password ${s} --now\n`),
  'option of PowerShell, quoted': (d) => one(`${d.plain(8)}@!`, (s) => `Connect-Shop -User app -Password '${s}'\n`),
  'option in a list': (d) => one(d.strong(), (s) => `spawn("deploy", ["--password", "${s}", "--now"])\n`),
  'ConvertTo-SecureString -String': (d) =>
    one(d.strong(), (s) => `$p = ConvertTo-SecureString -String "${s}" -AsPlainText -Force\n`),
  'token behind an escaped line break': (d) =>
    one(`gh${'p_'}${d.token(36)}`, (s) => `{"text": "use this:\\n${s}\\nand go"}\n`),
  'token behind an escaped =': (d) => one(`gh${'p_'}${d.token(36)}`, (s) => `GET /login?next=%2Fa%3Ft%3D${s}%26x\n`),
  'token in colours': (d) => one(`gh${'p_'}${d.token(36)}`, (s) => `\x1b[93m${s}\x1b[0m\n`),
  '%26token%3D': (d) => one(d.token(24), (s) => `GET /login?next=%2Fa%3Fx%3D1%26token%3D${s}%26y%3D2\n`),
  'default of a call': (d) => one(d.plain(), (s) => `PASSWORD = getenv("SHOP_PW", "${s}")\n`),
  'default behind or': (d) => one(d.strong(), (s) => `PASSWORD = os.environ.get("SHOP_PW") or "${s}"\n`),
  'password of words and numbers': (d) =>
    one(`my${'Secret'}${d.of('23456789', 4)}`, (s) => `url = "mongodb://shop:${s}@db.shop.io/a"\n`),
  'x-oauth-basic': (d) => one(d.hex(40), (s) => `git clone https://${s}:x-oauth-basic@github.com/a/b\n`),
  'token of an unknown issuer': (d) => one(`acme_${'live'}_${d.token(32)}`, (s) => `open("${s}")\n`),
  'the same password again': (d) => one(`${d.plain(7)}#x`, (s) => `password = "${s}"\nopen("app", "${s}")\n`),
  'buildConfigField of Gradle': (d) => one(d.hex(32), (s) => `buildConfigField 'String', 'API_KEY', '"${s}"'\n`),
  NetworkCredential: (d) => one(d.plain(), (s) => `new NetworkCredential("app", "${s}")\n`),
  'in a comment': (d) => one(d.plain(), (s) => `# the password is ${s}\n`),
  'in a comment with a name': (d) => one(d.strong(), (s) => `// password for app@shop.io is ${s}\n`),
  'in a table of Markdown': (d) => one(d.plain(), (s) => `| user | password |\n|---|---|\n| app | ${s} |\n`),
  'in a row of a table of Markdown': (d) =>
    one(d.plain(), (s) => `| name | value |\n|---|---|\n| password | \`${s}\` |\n`),
  'in CSV': (d) => one(d.plain(), (s) => `id,email,password\n1,a@shop.io,${s}\n2,b@shop.io,none\n`),
  'in a row of CSV': (d) => one(d.plain(), (s) => `key,value\ndb_password,${s}\n`),
  'IDENTIFIED BY': (d) => one(d.strong(), (s) => `CREATE USER app IDENTIFIED BY '${s}';\n`),
  "PASSWORD '…' of SQL": (d) => one(d.plain(), (s) => `ALTER ROLE app WITH LOGIN PASSWORD '${s}';\n`),
  'auth=(…) of Python': (d) => one(d.strong(), (s) => `requests.get(url, auth=("app", "${s}"), timeout=3)\n`),
  HTTPBasicAuth: (d) => one(d.token(24), (s) => `auth = HTTPBasicAuth('app', '${s}')\n`),
  'SetBasicAuth of Go': (d) => one(d.plain(), (s) => `req.SetBasicAuth("app", "${s}")\n`),
  'expect, on one line': (d) => one(d.plain(), (s) => `expect "*assword:" { send "${s}\\r" }\n`),
  'expect, below': (d) =>
    one(d.strong(), (s) => `spawn ssh app@shop\nexpect "assword:"\nsend -- "${s}\\r"\ninteract\n`),
  pexpect: (d) => one(d.plain(), (s) => `child.expect('[Pp]assword: ')\nchild.sendline('${s}')\n`),
  'INSERT with columns': (d) =>
    one(d.strong(), (s) => `INSERT INTO users (id, name, password) VALUES (1, 'it''s me', '${s}');\n`),
  'INSERT, second row': (d) =>
    one(
      d.token(32),
      (s) =>
        `insert into \`keys\` (\`api_key\`, \`made\`)\nVALUES\n  (NULL, NOW()),\n  ('${s}', NOW())\nON CONFLICT DO NOTHING;\n`,
    ),
  'a token of a thousand characters': (d) =>
    one(`${d.of(ALNUM, 900)}.${d.token(100)}`, (s) => `refresh_token: "${s}"\n`),
  'a token of a thousand characters, unquoted': (d) => one(d.token(1000), (s) => `REFRESH_TOKEN=${s}\n`),
  'a UUID called the secret of something': (d) => one(d.uuid(), (s) => `shop_secret: "${s}"\n`),
  'a UUID in the query of an address': (d) => one(d.uuid(), (s) => `url: https://api.shop.io/v1/user?key=${s}\n`),
  'said of a service': (d) => one(d.uuid(), (s) => `Opsgenie API key: ${s}\n`),
  'a registry that takes a key as JSON': (d) =>
    one(
      base64(
        `_json_key:{\n  "type": "service_account",\n  "private_key_id": "${d.hex(40)}",\n  "private_key": "${d.token(1600)}"\n}`,
      ),
      (s) => `{"auths": {"https://gcr.io": {"auth": "${s}"}}}\n`,
    ),
  'INSERT IGNORE': (d) => one(d.strong(), (s) => `INSERT IGNORE INTO users (name, password) VALUES ('app', '${s}');\n`),
  'INSERT OR REPLACE': (d) =>
    one(d.strong(), (s) => `INSERT OR REPLACE INTO users (name, password) VALUES ('app', '${s}');\n`),
  'INSERT, two blanks': (d) => one(d.strong(), (s) => `INSERT  INTO users (name, password) VALUES ('app', '${s}');\n`),
  'INSERT, in two lines': (d) =>
    one(d.strong(), (s) => `INSERT\nINTO users (name, password)\nVALUES\n  ('app', '${s}');\n`),
  'INSERT, double quotes': (d) =>
    one(d.strong(), (s) => `INSERT INTO users (name, password) VALUES ("it""s", "x"), ("app", "${s}");\n`),
  'INSERT, double quotes in a program': (d) =>
    one(d.strong(), (s) => `run("INSERT INTO users (name, password) VALUES (\\"app\\", \\"${s}\\")");\n`),
  'aligned far from its name': (d) =>
    one(d.plain(), (s) => `user${' '.repeat(29)}: app\npassword${' '.repeat(25)}: ${s}\n`),
  'aligned far from its name, quoted': (d) =>
    one(d.strong(), (s) => `password${' '.repeat(35)}=${' '.repeat(35)}"${s}"\n`),
  'an array of C': (d) => one(d.token(32), (s) => `static const char api_key[] = "${s}";\n`),
  'an array of C with its size': (d) => one(d.strong(), (s) => `char password[32] = "${s}";\n`),
  'an arrow of R': (d) => one(d.strong(), (s) => `password <- "${s}"\n`),
  'an arrow of R without blanks': (d) => one(d.token(32), (s) => `api_key<-'${s}'\n`),
  '?= of Make': (d) => one(d.token(32), (s) => `API_KEY ?= ${s}\n`),
  ':= of Make': (d) => one(d.plain(), (s) => `DB_PASSWORD := ${s}\n`),
  'a list of one': (d) => one(d.token(32), (s) => `api_key = ["${s}"]\n`),
  'a list of many': (d) => one(d.token(32), (s) => `api_keys = [\n  "${d.token(32)}",\n  "none", "${s}",\n]\n`),
  'a list of JSON': (d) => one(d.strong(), (s) => `{"passwords": ["a", "${s}"]}\n`),
  'a list of YAML': (d) => one(d.strong(), (s) => `passwords:\n  - none\n  - ${s}\nport: 1\n`),
  'a list of YAML, in quotes': (d) => one(d.token(32), (s) => `tokens:\n- "${d.token(32)}"\n- "${s}"\n`),
  'an attribute of JSX in braces': (d) => one(d.token(32), (s) => `<Map apiKey={"${s}"} zoom={3} />\n`),
  'an attribute of JSX, backticks': (d) => one(d.strong(), (s) => `<Login password={\`${s}\`} />\n`),
  'bold in Markdown': (d) => one(d.strong(), (s) => `- **User:** app\n- **Password:** ${s}\n`),
  'bold in Markdown, as code': (d) => one(d.token(32), (s) => `**API key**: \`${s}\`\n`),
  'bold in Markdown, a token': (d) => one(d.token(32), (s) => `Log in.\n**Token:** ${s}\n`),
  'a name of two words': (d) => one(d.token(32), (s) => `API key: ${s}\n`),
  'cells of HTML': (d) => one(d.token(32), (s) => `<tr><td>API key</td><td>${s}</td></tr>\n`),
  'cells of HTML, as code': (d) =>
    one(d.strong(), (s) => `<tr>\n<th>Password</th>\n<td class="a"><code>${s}</code></td>\n</tr>\n`),
  'a definition of HTML': (d) => one(d.strong(), (s) => `<dl><dt>Password</dt><dd>${s}</dd></dl>\n`),
  'a property list': (d) => one(d.strong(), (s) => `<dict>\n\t<key>Password</key>\n\t<string>${s}</string>\n</dict>\n`),
  'quotes as entities': (d) =>
    one(d.token(32), (s) => `<div data-a="{&quot;apiKey&quot;:&quot;${s}&quot;,&quot;a&quot;:1}">\n`),
  'quotes as numbers': (d) => one(d.strong(), (s) => `<div data-a="{&#34;password&#34;: &#34;${s}&#34;}">\n`),
  'the value in front of its name, JSON': (d) => one(d.strong(), (s) => `[{"value": "${s}", "name": "DB_PASSWORD"}]\n`),
  'the value in front of its name, YAML': (d) => one(d.token(32), (s) => `- value: ${s}\n  name: API_KEY\n`),
  'parameters of CloudFormation': (d) =>
    one(d.strong(), (s) => `{"ParameterKey": "DbPassword", "ParameterValue": "${s}"}\n`),
  'parameters of CloudFormation in a command': (d) =>
    one(d.plain(), (s) => `deploy --parameters ParameterKey=DbPassword,ParameterValue=${s} --now\n`),
  'the value within, JSON': (d) => one(d.strong(), (s) => `{"adminPassword": {"value": "${s}"}}\n`),
  'the value within, a program': (d) =>
    one(d.strong(), (s) => `password: { type: 'text', a: 1 }, password: { value: '${s}' }\n`),
  'the value within, YAML': (d) => one(d.strong(), (s) => `password:\n  value: ${s}\n`),
  '.auth(…) of a request': (d) => one(d.strong(), (s) => `request.get(url).auth('app', '${s}').end();\n`),
  '.login(…) of a mail program': (d) => one(d.strong(), (s) => `smtp.login("app@shop.io", "${s}")\n`),
};

function one(secret: string, write: (secret: string) => string) {
  return { secret, text: write(secret) };
}

export function secretGroups(seed: number): Group[] {
  const draw = drawOf(seed);
  return Object.entries(GROUPS).map(([group, make]) => ({ group, ...make(draw) }));
}

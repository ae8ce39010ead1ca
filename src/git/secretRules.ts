/** Files that hold secrets, by name. They are never indexed, whatever the settings say. */

export interface PathRule {
  /** For saying why, and for the tests: every rule has one. */
  name: string;
  /** Tried on the path in lower-case. */
  pattern: RegExp;
}

/** A file that shows the form of a secret, not one. */
const EXAMPLE = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|schema)s?(?:[._-]|$)/;

/** The end of the name of a copy: `id_rsa.bak`, `prod.env.txt`, `server.key~`. */
const COPY =
  /(?:\.(?:bak|backup|old|orig|original|saved?|copy|txt|tmp|disabled|rej|[0-9]{1,8})|~|[-_ ](?:copy|backup|old|bak))$/;

const STORE = '(?:json|ya?ml|toml|ini|cfg|conf|xml|csv|txt|properties|env|db|enc)';

export const SECRET_RULES: readonly PathRule[] = [
  {
    name: 'environment file',
    pattern:
      /(?:^|\/)(?:\.env(?:[._-][^/]*|rc)?|[^/]+\.env|env(?:\.(?:local|prod|production|dev|development|staging|live))?)$/,
  },
  { name: 'private SSH key', pattern: /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_[^/]*_key)$/ },
  { name: 'key or certificate store', pattern: /\.(?:pem|key|p12|pfx|pkcs12|p8|jks|keystore|ppk|keytab|der|pkcs8)$/ },
  { name: 'password database', pattern: /\.(?:kdbx?|keychain(?:-db)?|agilekeychain|opvault)$/ },
  {
    name: 'registry login',
    pattern: /(?:^|\/)\.(?:npmrc|pypirc|dockercfg|gem\/credentials|cargo\/credentials(?:\.toml)?)$/,
  },
  { name: 'Docker login', pattern: /(?:^|\/)(?:\.docker\/config\.json|\.dockerconfigjson)$/ },
  {
    name: 'machine login',
    pattern: /(?:^|\/)(?:[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.?htpasswd|\.s3cfg|\.boto)$/,
  },
  { name: 'credentials file', pattern: new RegExp(`(?:^|/)[._]?(?:[^/]*[._-])?credentials(?:\\.${STORE})*$`) },
  { name: 'secrets file', pattern: new RegExp(`(?:^|/)[._]?secrets(?:\\.${STORE})+$`) },
  {
    name: 'service account',
    pattern: /(?:^|\/)(?:[^/]*[._-])?service[._-]?account(?:[._-]?key)?(?:[._-][^/]*)?\.json$/,
  },
  { name: 'OAuth client secret', pattern: /(?:^|\/)client[._-]?secrets?(?:[._-][^/]*)?\.json$/ },
  { name: 'Terraform state', pattern: /\.tfstate(?:\.backup)?$/ },
  { name: 'VPN profile', pattern: /\.ovpn$/ },
  {
    name: 'token file',
    pattern: /(?:^|\/)(?:\.(?:vault-token|netlify\/state\.json|terraformrc)|\.?vault[._-]pass(?:word)?)$/,
  },
  { name: 'cluster login', pattern: /(?:^|\/)(?:[^/]*[._-])?kubeconfig(?:\.(?:ya?ml|json))?$/ },
  { name: 'key directory', pattern: /(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube)\// },
];

/** The rule by which a file counts as secret, undefined for all others. */
export function secretRuleOf(path: string): string | undefined {
  const lower = path.toLowerCase();
  if (EXAMPLE.test(lower.slice(lower.lastIndexOf('/') + 1))) return undefined;
  const names = [lower];
  while (COPY.test(names.at(-1)!) && names.length <= MOST_SUFFIXES) names.push(names.at(-1)!.replace(COPY, ''));
  return SECRET_RULES.find(({ pattern }) => names.some((name) => pattern.test(name)))?.name;
}

const MOST_SUFFIXES = 3;

/** Files that hold secrets, by name. They are never indexed, whatever the settings say. */

export interface PathRule {
  /** For saying why, and for the tests: every rule has one. */
  name: string;
  /** Tried on the path in lower-case. */
  pattern: RegExp;
}

/** A file that shows the form of a secret, not one. */
const EXAMPLE = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|schema)s?(?:[._-]|$)/;

const STORE = '(?:json|ya?ml|toml|ini|cfg|conf|xml|csv|txt|properties|env|db|enc)';

export const SECRET_RULES: readonly PathRule[] = [
  { name: 'environment file', pattern: /(?:^|\/)(?:\.env(?:[._-][^/]*|rc)?|[^/]+\.env)$/ },
  { name: 'private SSH key', pattern: /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_[^/]*_key)$/ },
  { name: 'key or certificate store', pattern: /\.(?:pem|key|p12|pfx|pkcs12|p8|jks|keystore|ppk|keytab|der)$/ },
  { name: 'password database', pattern: /\.(?:kdbx?|keychain(?:-db)?|agilekeychain|opvault)$/ },
  {
    name: 'registry login',
    pattern: /(?:^|\/)\.(?:npmrc|pypirc|dockercfg|gem\/credentials|cargo\/credentials(?:\.toml)?)$/,
  },
  { name: 'Docker login', pattern: /(?:^|\/)\.docker\/config\.json$/ },
  {
    name: 'machine login',
    pattern: /(?:^|\/)(?:[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.htpasswd|\.s3cfg|\.boto)$/,
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
  { name: 'token file', pattern: /(?:^|\/)\.(?:vault-token|netlify\/state\.json|terraformrc)$/ },
  { name: 'key directory', pattern: /(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube)\// },
];

/** The rule by which a file counts as secret, undefined for all others. */
export function secretRuleOf(path: string): string | undefined {
  const lower = path.toLowerCase();
  if (EXAMPLE.test(lower.slice(lower.lastIndexOf('/') + 1))) return undefined;
  return SECRET_RULES.find(({ pattern }) => pattern.test(lower))?.name;
}

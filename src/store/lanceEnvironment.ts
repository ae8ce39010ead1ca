/**
 * Prepares the environment for LanceDB: its log is quiet, it gets no dictionaries, and no
 * credentials of clouds but those of a place that the command line names. Every command loads this
 * file; few read an address, which is storeAddress.ts.
 */

import { devNull } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../base/types.ts';
import { INDEX_PACKAGE } from '../base/version.ts';
import { nativePath } from './loadLance.ts';

/** Matches the variables of all services that LanceDB knows, but not the model hub's. */
const CLOUDS =
  /^(?:AWS|AZURE|GOOGLE|GCS|GCLOUD|OSS|ALIBABA_CLOUD|COS|TENCENTCLOUD|TOS|VOLCENGINE|OBS)_|^LANCEDB_API_KEY$/;

/**
 * LanceDB also takes names that say nothing of a cloud, and that many have for something else: it
 * would ask another server, or send another service's token. Settings that Cora itself hands to
 * LanceDB count before these.
 */
const NAMELESS =
  /^(?:(?:ACCESS|SECRET_ACCESS|MASTER|ACCOUNT|SAS|SERVICE_ACCOUNT|SSE_CUSTOMER)_KEY(?:_ID|_BASE64)?|(?:DEFAULT_)?REGION|(?:BUCKET|CONTAINER|ACCOUNT)(?:_NAME)?|(?:BASE|ENDPOINT|PROXY)_URL(?:_STS)?|ENDPOINT|(?:SESSION_|SAS_|BEARER_)?TOKEN|(?:CLIENT|TENANT|AUTHORITY|OBJECT)_ID|CLIENT_SECRET|AUTHORITY_HOST|SERVICE_ACCOUNT(?:_PATH)?|APPLICATION_CREDENTIALS|METADATA_ENDPOINT|SKIP_SIGNATURE|S3_EXPRESS|VIRTUAL_HOSTED_STYLE_REQUEST|USE_(?:EMULATOR|FABRIC_ENDPOINT|AZURE_CLI)|ALLOW_(?:HTTP|INVALID_CERTIFICATES))$/;

/** The variables of a place, by the scheme of its address; others are refused. */
const OWN: Readonly<Record<StorageScheme | 'db', RegExp>> = {
  s3: /^AWS_/,
  gs: /^GOOGLE_/,
  az: /^AZURE_/,
  db: /^LANCEDB_/,
};

/**
 * Takes them out of the environment of this process, but for those of the places that the command
 * line names.
 * @returns the environment as it was
 */
export function hideCredentials(env: NodeJS.ProcessEnv, argv: readonly string[]): NodeJS.ProcessEnv {
  const whole = { ...env };
  const named = argv.map((word) => word.replace(/^--?[\w-]+=/, '')).filter(isStoreAddress);
  const schemes = named.map((address) => address.slice(0, address.indexOf(':')).toLowerCase());
  const kept = Object.entries(OWN).filter(([scheme]) => schemes.includes(scheme));
  for (const name of Object.keys(env)) {
    // LanceDB takes them in either case; patterns of both take a millisecond to compile.
    const upper = name.toUpperCase();
    const isHidden = NAMELESS.test(upper) || (CLOUDS.test(upper) && !kept.some(([, own]) => own.test(upper)));
    if (isHidden) delete env[name];
  }
  return whole;
}

/** LanceDB looks for dictionaries below a folder. Cora's indexes need none: it cannot be. */
export const NO_DICTIONARIES = join(devNull, 'none');

/**
 * LanceDB logs warnings to stderr unless told otherwise, and looks for its binary where its own
 * JavaScript lies, unless told where the package is that brought it.
 * @param env of this process; what the user has set stays
 */
export function quietLance(env: NodeJS.ProcessEnv): void {
  env['LANCEDB_LOG'] ??= 'error';
  env['LANCE_LANGUAGE_MODEL_HOME'] ??= NO_DICTIONARIES;
  const binary = INDEX_PACKAGE === undefined ? undefined : nativePath();
  if (binary !== undefined) env['NAPI_RS_NATIVE_LIBRARY_PATH'] ??= binary;
}

const ADDRESS = /^([a-z][a-z0-9+.-]+):\/\//i;

/** In lower case; undefined for what is no address. */
export function schemeOf(named: string): string | undefined {
  return ADDRESS.exec(named)?.[1]?.toLowerCase();
}

/** True if this is meant as an address of LanceDB's: also one that is refused then. */
export function isStoreAddress(named: string): boolean {
  const scheme = schemeOf(named);
  return scheme !== undefined && /^(s3a?|s3\+ddb|gs|gcs|az|azure|abfss?|adls?|db|file)$/.test(scheme);
}

// LanceDB's storage options from the environment. LanceDB knows the usual variables in lower case;
// here are added the few names that other tools use for the same things, and how long a request may
// take. Pure.

export type StorageScheme = 's3' | 'gs' | 'az';

const PREFIXES: Readonly<Record<StorageScheme, string>> = { s3: 'AWS_', gs: 'GOOGLE_', az: 'AZURE_' };

/** Other tools' names for what LanceDB calls by the second one. */
const ALIASES: Readonly<Record<string, string>> = {
  AZURE_STORAGE_ACCOUNT: 'azure_storage_account_name',
  AZURE_STORAGE_KEY: 'azure_storage_account_key',
  AZURE_STORAGE_ACCESS_KEY: 'azure_storage_account_key',
  AZURE_STORAGE_SERVICE_ENDPOINT: 'azure_storage_endpoint',
  AWS_ENDPOINT_URL: 'aws_endpoint',
  AWS_DEFAULT_REGION: 'aws_region',
};

/** For a part of 5 MB, and to notice a dead host. LanceDB's own retries take minutes. */
const PATIENCE = { timeout: '60s', connect_timeout: '5s', client_max_retries: '3', client_retry_timeout: '30' };

const ENDPOINTS: readonly string[] = ['azure_storage_endpoint', 'azure_endpoint', 'aws_endpoint'];

export function storageOptions(scheme: StorageScheme, env: Environment): Readonly<Record<string, string>> {
  const options: Record<string, string> = { ...PATIENCE };
  if (scheme === 'az') Object.assign(options, connectionString(env['AZURE_STORAGE_CONNECTION_STRING'] ?? ''));
  const given = Object.entries(env).filter(([name, value]) => name.startsWith(PREFIXES[scheme]) && value);
  // What goes by LanceDB's own name counts more than an alias.
  for (const [name, value] of given) if (ALIASES[name] !== undefined) options[ALIASES[name]] = value!;
  for (const [name, value] of given) {
    if (ALIASES[name] === undefined && name !== 'AZURE_STORAGE_CONNECTION_STRING') options[name.toLowerCase()] = value!;
  }
  // S3's own endpoint counts more than the general one.
  if (scheme === 's3' && env['AWS_ENDPOINT_URL_S3']) {
    delete options['aws_endpoint_url_s3'];
    options['aws_endpoint'] = env['AWS_ENDPOINT_URL_S3'];
  }
  // The user's own endpoint, such as an emulator or a server in their network.
  if (ENDPOINTS.some((name) => options[name]?.startsWith('http://'))) options['allow_http'] = 'true';
  return options;
}

/**
 * `DefaultEndpointsProtocol=https;AccountName=…;AccountKey=…;BlobEndpoint=…`, as Azure's portal
 * gives it.
 */
function connectionString(text: string): Record<string, string> {
  const options: Record<string, string> = {};
  for (const part of text.split(';')) {
    const [name = '', ...value] = part.split('=');
    const option = CONNECTION_PARTS[name.trim().toLowerCase()];
    if (option !== undefined && value.length > 0) options[option] = value.join('=').trim();
  }
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== ''));
}

const CONNECTION_PARTS: Readonly<Record<string, string>> = {
  accountname: 'azure_storage_account_name',
  accountkey: 'azure_storage_account_key',
  sharedaccesssignature: 'azure_storage_sas_token',
  blobendpoint: 'azure_storage_endpoint',
};

/**
 * The environment that LanceDB finds in this process: its log is quiet, it gets no dictionaries, and no credentials of clouds but those
 * of a place that the command line names. Every command loads this file.
 */

import { devNull } from 'node:os';
import { join } from 'node:path';
import { isStoreAddress } from './storageSchemes.ts';
import type { StoreAddress } from './storeAddress.ts';

/** Matches the variables of all services that LanceDB knows, but not the model hub's, which transformers.js reads. */
const CLOUDS =
  /^(?:AWS|AZURE|GOOGLE|GCS|GCLOUD|OSS|ALIBABA_CLOUD|COS|TENCENTCLOUD|TOS|VOLCENGINE|OBS)_|^LANCEDB_API_KEY$/i;

/**
 * LanceDB also takes names that say nothing of a cloud, and that many have for something else: it would ask another server, or send another
 * service's token. What Cora hands it itself counts before these.
 */
const NAMELESS =
  /^(?:(?:ACCESS|SECRET_ACCESS|MASTER|ACCOUNT|SAS|SERVICE_ACCOUNT|SSE_CUSTOMER)_KEY(?:_ID|_BASE64)?|(?:DEFAULT_)?REGION|(?:BUCKET|CONTAINER|ACCOUNT)(?:_NAME)?|(?:BASE|ENDPOINT|PROXY)_URL(?:_STS)?|ENDPOINT|(?:SESSION_|SAS_|BEARER_)?TOKEN|(?:CLIENT|TENANT|AUTHORITY|OBJECT)_ID|CLIENT_SECRET|AUTHORITY_HOST|SERVICE_ACCOUNT(?:_PATH)?|APPLICATION_CREDENTIALS|METADATA_ENDPOINT|SKIP_SIGNATURE|S3_EXPRESS|VIRTUAL_HOSTED_STYLE_REQUEST|USE_(?:EMULATOR|FABRIC_ENDPOINT|AZURE_CLI)|ALLOW_(?:HTTP|INVALID_CERTIFICATES))$/i;

/** The variables of a place, by the scheme of its address. An address of another scheme is refused, and needs none. */
const OWN: Readonly<Record<StoreAddress['scheme'], RegExp | null>> = {
  s3: /^AWS_/i,
  gs: /^GOOGLE_/i,
  az: /^AZURE_/i,
  db: /^LANCEDB_/i,
  file: null,
};

/**
 * Takes them out of the environment of this process, but for those of the places that the command line names.
 * @returns the environment as it was
 */
export function hideCredentials(env: NodeJS.ProcessEnv, argv: readonly string[]): NodeJS.ProcessEnv {
  const whole = { ...env };
  const named = argv.map((word) => word.replace(/^--?[\w-]+=/, '')).filter(isStoreAddress);
  const schemes = named.map((address) => address.slice(0, address.indexOf(':')).toLowerCase());
  const kept = Object.entries(OWN).filter(([scheme]) => schemes.includes(scheme));
  for (const name of Object.keys(env)) {
    const isHidden = NAMELESS.test(name) || (CLOUDS.test(name) && !kept.some(([, own]) => own?.test(name)));
    if (isHidden) delete env[name];
  }
  return whole;
}

// LanceDB logs warnings to stderr unless told otherwise, and looks for dictionaries where an index says, below a folder: both it reads of its
// process. Cora's indexes have no dictionary (store/lanceIndexFile.ts), so the folder is one that cannot be.

/** @param env of this process; what the user has set stays */
export function quietLance(env: NodeJS.ProcessEnv): void {
  env['LANCEDB_LOG'] ??= 'error';
  env['LANCE_LANGUAGE_MODEL_HOME'] ??= join(devNull, 'none');
}

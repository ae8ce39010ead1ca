/**
 * What a runner talks to beside GitHub's REST API, on the loopback interface: the cache service (version 2) and the artifact
 * service, which speak Twirp with JSON and hand out signed addresses of blobs, and the blobs themselves in Azurite.
 */

import { createHmac } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { AzureAccount } from './azureRest.ts';
import { type Azurite, startAzurite } from './startAzurite.ts';
import { type WebServer, webServer } from './webServer.ts';

// Addresses that carry their own permission, as GitHub's services hand them out: service SAS for
// one blob.

const VERSION = '2018-11-09';

/**
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas: version 2018-11-09
 * @param permissions `r`, or `cw` to create and write
 */
function blobSas({ url, account, key }: AzureAccount, path: string, permissions: 'r' | 'cw'): string {
  const expiry = `${new Date(Date.now() + 3_600_000).toISOString().slice(0, 19)}Z`;
  const resource = `/blob/${account}/${path}`;
  const unused = { start: '', identifier: '', ip: '', protocol: '', snapshot: '', headers: ['', '', '', '', ''] };
  const text = [
    permissions,
    unused.start,
    expiry,
    resource,
    unused.identifier,
    unused.ip,
    unused.protocol,
    VERSION,
    'b',
    unused.snapshot,
    ...unused.headers,
  ].join('\n');
  const signature = createHmac('sha256', Buffer.from(key, 'base64')).update(text, 'utf8').digest('base64');
  const query = new URLSearchParams({ sv: VERSION, sr: 'b', sp: permissions, se: expiry, sig: signature });
  return `${url}/${path}?${query}`;
}

export interface CacheEntry {
  id: number;
  key: string;
  version: string;
  ref: string;
  blob: string;
  isFinal: boolean;
}

export interface ActionsService {
  url: string;
  azurite: Azurite;
  asked: WebServer['asked'];
  /** Oldest first. */
  caches: CacheEntry[];
  /** Workflow artifacts by name. */
  artifacts: Map<string, { blob: string; isFinal: boolean; size: number }>;
  /** Status with which everything is answered; null: as it should. */
  down: number | null;
  /** What a run of this branch is given as ACTIONS_RUNTIME_TOKEN: it reads these scopes in order and writes the first. */
  token(scopes: readonly string[], mayWrite?: boolean): string;
  /** Puts bytes where an entry's blob is. */
  overwrite(entry: CacheEntry, content: Buffer): Promise<void>;
}

interface Scope {
  Scope: string;
  /** 1: read, 2: write. */
  Permission: number;
}

type Message = Record<string, string | string[] | undefined> & { key: string; version: string };

export const CONTAINER = 'actions';

export async function actionsService(): Promise<ActionsService> {
  const azurite = await startAzurite();
  await azurite.createContainer(CONTAINER);
  const caches: CacheEntry[] = [];
  const artifacts: ActionsService['artifacts'] = new Map();
  let ids = 1;
  const sign = (blob: string, permissions: 'r' | 'cw') => blobSas(azurite, `${CONTAINER}/${blob}`, permissions);

  const methods: Record<string, (message: Message, scopes: Scope[]) => [status: number, answer: object]> = {
    'CacheService/CreateCacheEntry': ({ key, version }, [own]) => {
      if ((own!.Permission & 2) === 0)
        return [200, { ok: false, message: 'cache write denied: this token is read-only for the cache' }];
      if (caches.some((entry) => entry.key === key && entry.version === version && entry.ref === own!.Scope))
        return [
          409,
          { code: 'already_exists', msg: 'cache entry with the same key, version, and scope already exists' },
        ];
      const id = ids++;
      caches.push({ id, key, version, ref: own!.Scope, blob: `cache-${id}`, isFinal: false });
      return [200, { ok: true, signed_upload_url: sign(`cache-${id}`, 'cw') }];
    },
    'CacheService/FinalizeCacheEntryUpload': ({ key, version }, [own]) => {
      const entry = caches.find((one) => one.key === key && one.version === version && one.ref === own!.Scope)!;
      entry.isFinal = true;
      return [200, { ok: true, entry_id: String(entry.id) }];
    },
    'CacheService/GetCacheEntryDownloadURL': ({ key, version, restore_keys: more = [] }, scopes) => {
      for (const { Scope: ref } of scopes) {
        const own = caches.filter((entry) => entry.isFinal && entry.ref === ref && entry.version === version).reverse();
        const exact = own.find((entry) => entry.key === key);
        const found = exact ?? firstOf([key, ...more], (start) => own.find((entry) => entry.key.startsWith(start)));
        if (found) return [200, { ok: true, signed_download_url: sign(found.blob, 'r'), matched_key: found.key }];
      }
      return [200, { ok: false }];
    },
    'ArtifactService/CreateArtifact': ({ name }) => {
      if (artifacts.has(String(name)))
        return [409, { code: 'already_exists', msg: 'an artifact with this name already exists' }];
      artifacts.set(String(name), { blob: `artifact-${ids}`, isFinal: false, size: 0 });
      return [200, { ok: true, signed_upload_url: sign(`artifact-${ids++}`, 'cw') }];
    },
    'ArtifactService/FinalizeArtifact': ({ name, size }) => {
      Object.assign(artifacts.get(String(name))!, { isFinal: true, size: Number(size) });
      return [200, { ok: true, artifact_id: '1' }];
    },
  };

  const service = await webServer((request, response, body) => {
    if (state.down !== null) return answer(response, state.down, { code: 'unavailable', msg: 'down' });
    const method = methods[request.url.replace('/twirp/github.actions.results.api.v1.', '')];
    if (method === undefined) return answer(response, 404, { code: 'bad_route', msg: request.url });
    const message = JSON.parse(body.toString('utf8')) as Message;
    return answer(response, ...method(message, scopesIn(request.headers.authorization ?? '')));
  });
  const state: ActionsService = {
    url: service.url,
    asked: service.asked,
    azurite,
    caches,
    artifacts,
    down: null,
    token: (scopes, mayWrite = true) =>
      tokenOf(scopes.map((Scope, at) => ({ Scope, Permission: at === 0 && mayWrite ? 3 : 1 }))),
    overwrite: async ({ blob }, content) => {
      const headers = { 'x-ms-blob-type': 'BlockBlob', 'content-length': String(content.length) };
      const response = await fetch(sign(blob, 'cw'), { method: 'PUT', headers, body: new Uint8Array(content) });
      if (!response.ok) throw new Error(`Azurite: ${response.status} ${await response.text()}`);
    },
  };
  return state;
}

function answer(response: ServerResponse, status: number, value: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
}

function firstOf<T>(starts: readonly string[], find: (start: string) => T | undefined): T | undefined {
  for (const start of starts) {
    const found = find(start);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** As the service's own: claims that the client libraries read too, and a signature that nobody here checks. */
function tokenOf(scopes: readonly Scope[]): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return `${part({ alg: 'none' })}.${part({ ac: JSON.stringify(scopes), scp: 'Actions.Results:run-id:job-id' })}.x`;
}

function scopesIn(authorization: string): Scope[] {
  const claims = Buffer.from(authorization.split('.')[1] ?? '', 'base64url').toString('utf8');
  return JSON.parse((JSON.parse(claims) as { ac: string }).ac) as Scope[];
}

/** GitHub's REST protocol for the releases of one repository, acme/shop, with the assets' content on another host. */

import type { IncomingMessage, ServerResponse } from 'node:http';
import { sendFile, type WebServer, webServer } from './webServer.ts';

export interface FakeAsset {
  name: string;
  content: Buffer;
  state?: string;
}

export interface FakeGithub {
  api: WebServer;
  storage: WebServer;
  /** By tag; ids count from 100 and are never used again. */
  releases: Map<string, { id: number; assets: (FakeAsset & { id: number })[] }>;
  /** Status codes with which the next requests fail; an upload that fails leaves an unfinished asset, as GitHub's do. */
  failures: number[];
}

/** What else the API knows: the answer to a path below the repository, null for another one. */
export type Others = (method: string, path: string, query: URLSearchParams) => [status: number, value: unknown] | null;

/** @param token that every request needs; null: anybody may read */
export async function fakeGithub(
  assets: readonly FakeAsset[] | null,
  { token = null, uploadsAt, others }: { token?: string | null; uploadsAt?: string; others?: Others } = {},
): Promise<FakeGithub> {
  let ids = 100;
  const releases: FakeGithub['releases'] = new Map();
  const failures: number[] = [];
  if (assets !== null) releases.set('cora-index', { id: 7, assets: assets.map((asset) => ({ ...asset, id: ids++ })) });
  const all = () => [...releases.values()].flatMap((release) => release.assets);
  const storage = await webServer((request, response) => {
    const asset = all().find(({ id }) => request.url === `/${id}`)!;
    sendFile(request, response, asset.content, { etag: `"${request.url}"` });
  });
  const answer = (response: ServerResponse, status: number, value?: unknown): void => {
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(value === undefined ? '' : JSON.stringify(value));
  };
  const describe = (tag: string, id: number) => ({
    id,
    tag_name: tag,
    upload_url: `${uploadsAt ?? api.url}/repos/acme/shop/releases/${id}/assets{?name,label}`,
  });
  const api: WebServer = await webServer((request: IncomingMessage & { url: string }, response, body) => {
    const { pathname, searchParams } = new URL(request.url, 'http://x');
    const path = pathname.replace(/^\/repos\/acme\/shop\//, '');
    const method = request.method ?? 'GET';
    const release = [...releases].find(([, { id }]) => path === `releases/${id}/assets`)?.[1];
    const failure = failures.shift();
    if (failure !== undefined && failure !== 0) {
      const name = searchParams.get('name');
      if (name !== null && release !== undefined)
        release.assets.push({ id: ids++, name, content: Buffer.alloc(0), state: 'starter' });
      return answer(response, failure, { message: 'no' });
    }
    if (token !== null && request.headers.authorization !== `Bearer ${token}`)
      return answer(response, 404, { message: 'Not Found' });
    const other = others?.(method, path, searchParams) ?? null;
    if (other !== null) return answer(response, ...other);
    const tag = /^releases\/tags\/(.+)$/.exec(path)?.[1];
    const named = tag === undefined ? undefined : releases.get(decodeURIComponent(tag));
    if (named !== undefined) return answer(response, 200, describe(tag!, named.id));
    if (method === 'POST' && path === 'releases') {
      const { tag_name } = JSON.parse(body.toString('utf8')) as { tag_name: string };
      releases.set(tag_name, { id: ids++, assets: [] });
      return answer(response, 201, describe(tag_name, releases.get(tag_name)!.id));
    }
    if (method === 'POST' && release !== undefined) {
      const name = searchParams.get('name')!;
      if (release.assets.some((asset) => asset.name === name))
        return answer(response, 422, { message: 'Validation Failed' });
      release.assets.push({ id: ids++, name, content: body });
      return answer(response, 201, { id: ids });
    }
    if (release !== undefined) {
      const [page, size] = [Number(searchParams.get('page')), Number(searchParams.get('per_page'))];
      const listed = release.assets.map(({ id, name, content: { length }, state = 'uploaded' }) => ({
        id,
        name,
        state,
        size: length,
        // Not to be believed.
        url: 'http://127.0.0.1:9/evil',
        browser_download_url: 'http://127.0.0.1:9/evil',
      }));
      return answer(response, 200, listed.slice((page - 1) * size, page * size));
    }
    const id = Number(/^releases\/assets\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
    if (!all().some((asset) => asset.id === id)) return answer(response, 404, { message: 'Not Found' });
    if (method !== 'DELETE') return void response.writeHead(302, { location: `${storage.url}/${id}` }).end();
    for (const one of releases.values()) one.assets = one.assets.filter((asset) => asset.id !== id);
    return answer(response, 204);
  });
  return { api, storage, releases, failures };
}

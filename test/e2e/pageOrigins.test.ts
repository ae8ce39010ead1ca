/**
 * A page of another port of the same machine, opened by the person who has Cora's page open too: it frames it, asks it in every way a
 * browser has, opens it, leaves a service worker and cookies. And what every answer says of itself, so that a browser holds to it.
 */

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../helpers/eventually.ts';
import { openPage } from '../helpers/startBrowser.ts';
import { type TempRepo, tempRepo } from '../helpers/tempRepo.ts';
import { indexed } from './cliShell.ts';
import { rawCall, type Server, startServer } from './httpClient.ts';

let repo: TempRepo;
let server: Server;
let elsewhere: string;
/** Paths that the other port was asked for. */
const asked: string[] = [];

const WORKER = `self.addEventListener('install', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => event.respondWith(new Response('taken over')));`;

const other = createServer((request, response) => {
  asked.push(request.url ?? '');
  const isWorker = request.url === '/worker.js';
  response
    .writeHead(200, {
      'content-type': isWorker ? 'text/javascript' : 'text/html',
      'service-worker-allowed': '/',
      'set-cookie': 'theirs=1; Path=/',
    })
    .end(isWorker ? WORKER : '<!doctype html><title>theirs</title>');
});

beforeAll(async () => {
  repo = tempRepo()
    .file('evil.html', '<script>alert(1)</script>\n')
    .file('evil.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>\n')
    .file('a.py', 'def originMarker(): pass\n');
  repo.commit();
  repo = { ...repo, env: { ...repo.env, CORA_EMBEDDER: 'hash' } };
  await indexed(repo);
  server = await startServer({ cwd: repo.dir, env: repo.env });
  await new Promise<void>((resolve) => {
    other.listen(0, '127.0.0.1', resolve);
  });
  elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
});

afterAll(async () => {
  other.closeAllConnections();
  other.close();
  await server.stop();
});

/** Requests that the server answered well since, but for the page itself. */
function answered(since: number): unknown[] {
  return server
    .log()
    .slice(since)
    .filter(({ status, route }) => Number(status) < 400 && route !== '/' && !String(route).startsWith('/assets'));
}

async function theirPage() {
  const page = await openPage(elsewhere);
  // It asks Cora's port, which is another origin, and the browser says that this is not allowed.
  page.expectProblems(
    new RegExp(
      `asked ${server.url}|frame-ancestors|Refused|blocked|Failed to load|ERR_|MIME|CORS|WebSocket|EventSource|policy`,
    ),
  );
  return page;
}

describe('a page of another port', () => {
  it('shows nothing of the page in a frame', async () => {
    const page = await theirPage();
    const shown = await page.evaluate<string>(`new Promise((resolve) => {
      const frame = document.createElement('iframe');
      frame.src = ${JSON.stringify(`${server.url}/#/search?q=originMarker`)};
      frame.onload = () => { try { resolve(frame.contentDocument === null ? 'another origin' : 'readable'); } catch (error) { resolve(error.name); } };
      document.body.append(frame);
    })`);
    expect(shown).toBe('another origin');
    const { headers } = await rawCall(server, 'GET', '/');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    await eventually(() => expect(server.log().filter(({ route }) => route === '/search')).toEqual([]));
  });

  it('gets no answer by any means that a browser has', async () => {
    const since = server.log().length;
    const page = await theirPage();
    const outcome = await page.evaluate<Record<string, string>>(`(async () => {
      const at = (path) => ${JSON.stringify(server.url)} + path;
      const said = async (promise) => { try { const answer = await promise; return answer.type + ' ' + (await answer.text()); } catch (error) { return error.name; } };
      const element = (name, fields) => new Promise((resolve) => {
        const made = Object.assign(document.createElement(name), fields);
        made.onload = () => resolve('loaded');
        made.onerror = () => resolve('refused');
        document.body.append(made);
      });
      const event = (made, good) => new Promise((resolve) => { made[good] = () => resolve('opened'); made.onerror = () => resolve('refused'); });
      const post = { method: 'POST', body: '{"query":"originMarker"}' };
      return {
        fetch: await said(fetch(at('/search?q=originMarker'))),
        opaque: await said(fetch(at('/search?q=originMarker'), { mode: 'no-cors' })),
        post: await said(fetch(at('/search'), { ...post, mode: 'no-cors' })),
        json: await said(fetch(at('/search'), { ...post, headers: { 'content-type': 'application/json' } })),
        remove: await said(fetch(at('/repos/local_repo'), { method: 'DELETE' })),
        beacon: String(navigator.sendBeacon(at('/search'), '{"query":"x"}')),
        script: await element('script', { src: at('/repos') }),
        image: await element('img', { src: at('/files/content?file_path=evil.svg') }),
        style: await element('link', { rel: 'stylesheet', href: at('/repos') }),
        object: await element('object', { data: at('/files/content?file_path=evil.html') }),
        events: await event(new EventSource(at('/jobs/events')), 'onopen'),
        socket: await event(new WebSocket(at('/jobs/events').replace('http', 'ws')), 'onopen'),
      };
    })()`);
    expect(outcome).toEqual({
      fetch: 'TypeError',
      opaque: expect.stringMatching(/^(?:TypeError|opaque )$/),
      post: expect.stringMatching(/^(?:TypeError|opaque )$/),
      json: 'TypeError',
      remove: 'TypeError',
      beacon: 'true',
      script: 'refused',
      image: 'refused',
      style: 'refused',
      object: expect.stringMatching(/refused|loaded/),
      events: 'refused',
      socket: 'refused',
    });
    await page.evaluate(`new Promise((resolve) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', action: ${JSON.stringify(`${server.url}/search`)}, target: 'hidden', enctype: 'text/plain' });
      form.innerHTML = '<input name=\\'{"query":"x","a":"\\' value=\\'"}\\'>';
      const frame = Object.assign(document.createElement('iframe'), { name: 'hidden', onload: resolve });
      document.body.append(frame, form);
      form.submit();
    })`);
    expect(answered(since)).toEqual([]);
    expect((await server.call<unknown[]>('GET', '/repos')).body).toHaveLength(1);
  });

  it('has no hold on a page that it opens, and is told nothing by it', async () => {
    const page = await theirPage();
    const outcome = await page.evaluate<{ closed: boolean; frames: string; heard: number }>(`(async () => {
      let heard = 0;
      addEventListener('message', () => heard++);
      const opened = window.open(${JSON.stringify(`${server.url}/#/search?q=originMarker`)});
      for (let at = 0; at < 600 && !opened.closed; at++) await new Promise((resolve) => setTimeout(resolve, 50));
      let frames;
      try { opened.postMessage({ query: 'x' }, '*'); frames = String(opened.document); } catch (error) { frames = error.name; }
      return { closed: opened.closed, frames, heard };
    })()`);
    // Cross-Origin-Opener-Policy has cut the two apart: to the opener the window is gone.
    expect(outcome).toMatchObject({ closed: true, heard: 0 });
  });

  it('leaves a service worker and cookies, and neither reaches the page', async () => {
    const page = await theirPage();
    const state = await page.evaluate<string>(`(async () => {
      await navigator.serviceWorker.register('/worker.js', { scope: '/' });
      await navigator.serviceWorker.ready;
      document.cookie = 'cora.token=theirs; path=/';
      return (await fetch('/anything')).text();
    })()`);
    expect(state).toMatch(/taken over|theirs/);
    const before = asked.length;
    const ours = await openPage(`${server.url}/#/search?q=originMarker`);
    await ours.locator('.result').first().waitFor();
    expect(await ours.evaluate('navigator.serviceWorker.controller')).toBeNull();
    expect(await ours.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0);
    // The browser sends cookies of all ports: nobody reads them.
    expect(await ours.evaluate('document.cookie')).toContain('theirs');
    expect(await ours.locator('.results').textContent()).not.toContain('taken over');
    expect(asked.slice(before)).toEqual([]);
    // And none may be registered by what is here.
    expect(
      await ours.evaluate(
        `navigator.serviceWorker.register('/search?q=x').then(() => 'registered', (error) => error.name)`,
      ),
    ).not.toBe('registered');
    ours.expectProblems(/policy: |Refused|worker|TrustedScriptURL|violates/i);
  });
});

describe('every answer', () => {
  const ROUTES: [string, string, number][] = [
    ['GET', '/health', 200],
    ['GET', '/repos', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/search?q=originMarker', 200],
    ['GET', '/files?limit=1', 200],
    ['GET', '/files/content?file_path=evil.html', 200],
    ['GET', '/files/content?file_path=evil.svg', 200],
    ['GET', '/symbols?name=originMarker', 200],
    ['GET', '/jobs', 200],
    ['GET', '/evil.html', 404],
    ['GET', '/assets/none.js', 404],
    ['GET', '/<script>', 404],
    ['POST', '/health', 405],
    ['GET', '/', 200],
  ];

  it.each(ROUTES)('of %s %s says what it is, and that it is for nobody else', async (method, path, status) => {
    const { headers, ...reply } = await rawCall(server, method, path.replaceAll('<', '%3C').replaceAll('>', '%3E'), {
      cookie: 'cora.token=theirs; session=theirs',
    });
    expect(reply.status).toBe(status);
    expect(headers['content-type']).toMatch(
      path === '/' ? /^text\/html/ : path.startsWith('/assets') ? /^text\/plain/ : /^application\/json/,
    );
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'cache-control': expect.stringMatching(/^(?:no-store|no-cache)$/),
      'content-security-policy': expect.stringMatching(/^default-src 'none'.*frame-ancestors 'none'/),
    });
    expect(headers['set-cookie']).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
  });

  it('under a name that a page of another site was given is a refusal, the page itself too', async () => {
    for (const path of ['/', '/assets/none.js', '/health', '/openapi.json', '/search?q=x']) {
      const reply = await rawCall(server, 'GET', path, { host: `rebound.example:${server.port}` });
      expect([path, reply.status, reply.headers['content-type']]).toEqual([path, 403, 'application/json']);
    }
  });
});

/** A web proxy on the loopback interface: tunnels (CONNECT) and plain requests. It alone knows the names of its hosts. */

import { request as ask, createServer, type IncomingHttpHeaders } from 'node:http';
import { type AddressInfo, connect, type Server as NetServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { atEnd } from './atEnd.ts';
import { selfSigned } from './selfSigned.ts';

export interface ProxyServer {
  /** `127.0.0.1:PORT` */
  host: string;
  /** `CONNECT host:port` and `GET http://host/path`, with the headers that the proxy could read. */
  asked: { line: string; headers: IncomingHttpHeaders }[];
}

interface Hosts {
  /** `name:port` → port on the loopback interface. */
  hosts: Readonly<Record<string, number>>;
  /** `user:password` that it wants. */
  wants?: string;
  /** The status of every answer of its own. */
  status?: number;
}

export async function proxyServer({ hosts, wants, status }: Hosts): Promise<ProxyServer> {
  const asked: ProxyServer['asked'] = [];
  const refusal = (headers: IncomingHttpHeaders): number | undefined => {
    const sent = headers['proxy-authorization'];
    const isWelcome = wants === undefined || sent === `Basic ${Buffer.from(wants).toString('base64')}`;
    return isWelcome ? status : 407;
  };
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const url = new URL(request.url!, 'http://not-absolute');
    asked.push({ line: `${method} ${url.href}`, headers });
    const refused = refusal(headers);
    if (refused !== undefined) return void response.writeHead(refused).end();
    const { 'proxy-authorization': _, ...rest } = headers;
    const onward = { port: hosts[`${url.hostname}:${url.port || 80}`], path: url.pathname + url.search, headers: rest };
    const through = ask({ ...onward, host: '127.0.0.1', method }, (answer) => {
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
    });
    request.pipe(through);
  });
  server.on('connect', ({ url, headers }, socket: Socket, head: Buffer) => {
    asked.push({ line: `CONNECT ${url}`, headers });
    const refused = refusal(headers);
    if (refused !== undefined) return void socket.end(`HTTP/1.1 ${refused} No\r\n\r\n`);
    const onward = connect(hosts[url!]!, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Here\r\n\r\n');
      onward.write(head);
      onward.pipe(socket).pipe(onward);
    });
    for (const end of [socket, onward]) end.on('error', () => onward.destroy());
    atEnd(() => onward.destroy());
  });
  return { host: `127.0.0.1:${await listen(server)}`, asked };
}

/** TLS for the name api.example before a plain server on the loopback interface. @returns its port, and what to trust (PEM) */
export async function tlsBefore(url: string): Promise<{ port: number; cert: string }> {
  const own = selfSigned('api.example');
  const server = createTlsServer(own, (socket) => {
    const onward = connect(Number(new URL(url).port), '127.0.0.1');
    onward.pipe(socket).pipe(onward);
    for (const end of [socket, onward]) end.on('error', () => onward.destroy());
    atEnd(() => socket.destroy());
  });
  server.on('tlsClientError', () => undefined);
  return { port: await listen(server), cert: own.cert };
}

async function listen(server: NetServer): Promise<number> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  atEnd(() => server.close());
  return (server.address() as AddressInfo).port;
}

/** Opens the port of a server on HTTP. */

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CoraError } from '../base/errors.ts';
import { bracketed } from './httpAccess.ts';

/** Milliseconds. A client that sends slowly holds nothing but its own connection. */
export const HTTP_TIMES = {
  headersTimeout: 10_000,
  requestTimeout: 20_000,
  connectionsCheckingInterval: 2_000,
  keepAliveTimeout: 30_000,
};

/**
 * @param port 0 for any that is free
 * @returns the address that it answers at: `http://127.0.0.1:8643`
 * @throws CoraError USAGE for one that is taken or not of this machine
 */
export async function listenHttp(server: Server, host: string, port: number): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(notListening(error, host, port)));
    // An empty host and "*" are every address.
    server.listen(port, host === '*' ? '' : host, resolve);
  });
  const { port: taken } = server.address() as AddressInfo;
  return `http://${bracketed(host)}:${taken}`;
}

function notListening(error: Error, host: string, port: number): CoraError {
  const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
  const message = isTaken ? `Port ${port} of ${host} is taken.` : `${host}:${port} cannot be opened: ${error.message}`;
  return new CoraError('USAGE', message, {
    hint: 'Choose another with --port; 0 takes any that is free.',
    cause: error,
  });
}

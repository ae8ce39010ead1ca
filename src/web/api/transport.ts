/**
 * Sends what the page asks. The build of the static page puts static/transport.ts in its place,
 * where a worker of the page answers.
 */

export type Transport = (address: URL, request: TransportRequest) => Promise<Response>;

export interface TransportRequest {
  method: string;
  headers: Record<string, string>;
  body?: string;
  cache?: 'no-store';
  signal?: AbortSignal;
}

export const transport: Transport = (address, request) => fetch(address, request);

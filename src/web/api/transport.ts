/**
 * Sends the page's requests to the server, and says what depends on that. The build of `cora pages`
 * puts static/transport.ts in its place, where a worker in the browser answers.
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

export interface Edition {
  /** True where nothing behind the page answers: no questions to a model, no jobs, no HEAD. */
  isStatic: boolean;
  /** The message of the page when nothing answers any more. */
  gone: string;
  /** Says what the page keeps, and whom it talks to. */
  manners: string;
}

export const edition: Edition = {
  isStatic: false,
  gone: 'The server does not answer. Is cora serve still running?',
  manners: 'Kept in this browser. The page talks to its own server and to nothing else.',
};

/**
 * What the server says of its requests: one line of JSON each. Routes are named by their pattern, so that neither what was asked nor
 * what a caller made up stands in the log; headers and bodies never do.
 *
 *   {"time":"2026-11-22T10:00:00.000Z","level":"info","request_id":"…","method":"POST","route":"/search","status":200,"ms":21}
 */

export interface RequestEntry {
  requestId: string;
  method: string;
  /** `/repos/:id`; '' where no route fits. */
  route: string;
  status: number;
  ms: number;
  /** Of an error that nobody foresaw: for whoever runs the server. */
  error?: unknown;
}

export type LogRequest = (entry: RequestEntry) => void;

/** @param isVerbose requests that went well and those that the client got wrong are said too */
export function createRequestLog(write: (line: string) => void, isVerbose: boolean): LogRequest {
  return ({ requestId, method, route, status, ms, error }) => {
    const isFault = status >= 500;
    if (!isFault && !isVerbose) return;
    const entry = {
      time: new Date().toISOString(),
      level: isFault ? 'error' : 'info',
      request_id: requestId,
      method,
      route,
      status,
      ms: Math.round(ms * 10) / 10,
      ...(error === undefined ? {} : { error: stackOf(error) }),
    };
    write(`${JSON.stringify(entry)}\n`);
  };
}

function stackOf(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * Server-sent events: each with a name and JSON. An error ends the stream with the event `failed`;
 * a gone client ends what feeds it.
 */

import type { Context } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { ApiEnv } from './apiEnv.ts';
import { errorOf, faultOf } from './errors.ts';

export interface ServerEvent {
  event: string;
  data: unknown;
}

/**
 * Milliseconds between two comments that say that the stream lives: proxies close what is silent.
 */
const BEAT = 15_000;

/** @param events ends when the signal of the request's life aborts */
export function streamEvents(c: Context<ApiEnv>, events: AsyncIterable<ServerEvent>): Response {
  const life = c.get('life');
  // What a HEAD asks has an end.
  if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' });
  life.claimStream();
  life.isStream = true;
  c.header('X-Accel-Buffering', 'no');
  return streamSSE(c, async (stream) => {
    const beat = setInterval(() => void stream.write(': \n\n'), BEAT);
    try {
      // Headers leave with the first bytes.
      await stream.write(': \n\n');
      for await (const { event, data } of events) {
        await stream.writeSSE({ event, data: JSON.stringify(data) });
        if (stream.aborted) return;
      }
    } catch (error) {
      const fault = faultOf(error, life.signal);
      await stream.writeSSE({ event: 'failed', data: JSON.stringify({ error: errorOf(c, fault) }) });
    } finally {
      clearInterval(beat);
      life.end();
    }
  });
}

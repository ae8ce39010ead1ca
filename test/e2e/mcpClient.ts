/** The SDK's own client, connected to the built server. */

import { type CallToolResult, Client, type ClientOptions } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, expect } from 'vitest';
import { CLI } from '../helpers/runCli.ts';
import type { TempRepo } from '../helpers/tempRepo.ts';

export interface Connected {
  client: Client;
  /** Of the server. */
  pid: number;
  stderr(): string;
  /** @returns the result of a call that went well */
  call(name: string, args?: Record<string, unknown>): Promise<Result>;
  /** @returns the words of a call that went wrong */
  refused(name: string, args?: Record<string, unknown>): Promise<string>;
}

export interface Result {
  text: string;
  // What it holds depends on the tool; tests look into it.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  data: any;
}

const open: Client[] = [];
afterEach(async () => {
  for (const client of open.splice(0)) await client.close();
});

export interface ConnectOptions extends ClientOptions {
  args?: readonly string[];
  cwd?: string;
  env?: NodeJS.ProcessEnv;
  prepare?(client: Client): void;
}

/** Asks for an answer as data beside its text, and for output schemas in a list of tools. */
export const STRUCTURED = { 'cora/structured': true };

/** 2026-07-28 and later; without it the client opens with initialize, as those of 2025 do. */
export const MODERN: ClientOptions = { versionNegotiation: { mode: { pin: '2026-07-28' } } };

export async function connect(repo: Pick<TempRepo, 'dir' | 'env'>, options: ConnectOptions = {}): Promise<Connected> {
  const { args = [], cwd = repo.dir, env = repo.env, prepare, ...clientOptions } = options;
  const client = new Client({ name: 'cora-test', version: '1.0.0' }, clientOptions);
  prepare?.(client);
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [CLI, 'mcp', ...args],
    cwd,
    env: env as Record<string, string>,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (bytes: Buffer) => {
    stderr += bytes.toString();
  });
  await client.connect(transport);
  open.push(client);
  return { ...callsOf(client), client, pid: transport.pid!, stderr: () => stderr };
}

export function callsOf(client: Client): Pick<Connected, 'call' | 'refused'> {
  const result = async (name: string, args: Record<string, unknown>): Promise<CallToolResult & { text: string }> => {
    const answer = (await client.callTool({ name, arguments: args, _meta: STRUCTURED })) as CallToolResult;
    const [first] = answer.content;
    if (first?.type !== 'text') throw new Error('no text');
    return { ...answer, text: first.text };
  };
  return {
    call: async (name, args = {}) => {
      const { text, structuredContent, isError } = await result(name, args);
      expect(isError, text).not.toBe(true);
      return { text, data: structuredContent };
    },
    refused: async (name, args = {}) => {
      const { text, isError } = await result(name, args);
      expect(isError, text).toBe(true);
      return text;
    },
  };
}

/**
 * LanceDB's REST protocol on loopback, as far as its client in @lancedb/lancedb 0.31 speaks it to Cora, on LanceDB's own tables in a
 * folder. It has what the service refuses to clients: no `optimize` and no cleaning of versions. What tests ask of it beyond that:
 * trouble in the way of an answer, and answers that are cut short.
 */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Connection, Table } from '@lancedb/lancedb';
import {
  type Table as ArrowTable,
  type DataType,
  type Field,
  type Message,
  MetadataVersion,
  type Schema,
  tableFromIPC,
  tableToIPC,
} from 'apache-arrow';
import { FileBlock, Footer } from 'apache-arrow/ipc/metadata/file';
import { Message as MessageOf } from 'apache-arrow/ipc/metadata/message';
import { onTestFinished } from 'vitest';
import { loadLance } from '../../src/store/loadLance.ts';
import { tempDir } from './tempRepo.ts';

// An Arrow stream as an Arrow file. LanceDB's client sends streams with compressed batches, which
// apache-arrow 18 cannot read, and its native functions take files: the messages stay as they
// are, and a footer says where they lie.

const MAGIC = Buffer.from('ARROW1');
const PADDING = Buffer.alloc(2);
const END = Buffer.from([0xff, 0xff, 0xff, 0xff, 0, 0, 0, 0]);
/** Before each message: a mark and the length of what describes it. */
const PREFIX = 8;

function arrowFile(stream: Buffer): { file: Buffer; batches: number } {
  const blocks: FileBlock[] = [];
  const start = MAGIC.length + PADDING.length;
  let schema: Schema | undefined;
  let at = 0;
  while (at + PREFIX <= stream.length && stream.readInt32LE(at + 4) !== 0) {
    const size = PREFIX + stream.readInt32LE(at + 4);
    const message = MessageOf.decode(stream.subarray(at + PREFIX, at + size)) as Message;
    const { bodyLength } = message;
    if (message.isSchema()) schema = message.header() as unknown as Schema;
    else blocks.push(new FileBlock(size, bodyLength, at + start));
    at += size + bodyLength;
  }
  const footer = Buffer.from(Footer.encode(new Footer(schema!, MetadataVersion.V5, blocks, [])));
  const length = Buffer.alloc(4);
  length.writeInt32LE(footer.length);
  const file = Buffer.concat([MAGIC, PADDING, stream.subarray(0, at), END, footer, length, MAGIC]);
  return { file, batches: blocks.length };
}

export const API_KEY = 'sk_clouddb_0123456789abcdef0123456789';

/** What is done to a request before it is answered: a status that is given instead, `hang`, or nothing. */
export type Trouble = (path: string, nth: number) => number | 'hang' | undefined;

export interface LanceCloud {
  /** What the command is given. */
  env: Record<string, string>;
  /** `describe published`, in the order of their coming. */
  requests: string[];
  headers: IncomingMessage['headers'][];
  connection: Connection;
  set(options: Conduct): void;
}

interface Conduct {
  trouble?: Trouble;
  /** So many rows are given to one question, whatever it asks for. */
  mostRows?: number;
  /** Versions but the newest are gone. */
  isPruned?: boolean;
}

interface Asked {
  version?: number | null;
  filter?: string;
  columns?: string[];
  k?: number;
  predicate?: string;
  vector?: number[];
  full_text_query?: object;
}

interface NativeConnection {
  createTable(name: string, file: Buffer, mode: string): Promise<unknown>;
}

interface NativeQuery {
  outputSchema(): Promise<Buffer>;
  execute(): Promise<{ next(): Promise<Buffer | null> }>;
}

interface NativeTable {
  add(file: Buffer, mode: string): Promise<{ version: number }>;
  delete(predicate: string): Promise<{ version: number; numDeletedRows: number }>;
}

/** Rows that are turned around one by one. */
const FEW = 30;
const STREAM = 'application/vnd.apache.arrow.file';

export async function startLanceCloud(): Promise<LanceCloud> {
  const lance = await loadLance();
  const connection = await lance.connect(tempDir());
  const [requests, headers]: [string[], IncomingMessage['headers'][]] = [[], []];
  let options: Conduct = {};
  const server = createServer((request, response) => {
    void answer(request, response).catch((error: Error) => {
      const missing = /was not found|not found/i.test(error.message);
      reply(response, missing ? 404 : 400, `${error.message.split('\n')[0]}`);
    });
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, name = '', verb = ''] = /^\/v1\/table\/([^/]+)\/([\w/]+?)\/?(?:\?|$)/.exec(request.url!) ?? [];
    const asked = `${verb} ${name}`;
    requests.push(asked);
    headers.push(request.headers);
    const trouble = options.trouble?.(asked, requests.filter((one) => one === asked).length);
    if (trouble === 'hang') return;
    if (trouble !== undefined) return reply(response, trouble, `no: ${request.headers['x-api-key']}`);
    if (request.headers['x-api-key'] !== API_KEY) return reply(response, 401, 'Unauthorized: invalid api key');
    const found = await act(connection, verb, name, body, options);
    if (Buffer.isBuffer(found)) response.writeHead(200, { 'content-type': STREAM }).end(found);
    else reply(response, 200, JSON.stringify(found));
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
    connection.close();
  });
  const { port } = server.address() as AddressInfo;
  const env = { LANCEDB_API_KEY: API_KEY, LANCEDB_HOST_OVERRIDE: `http://127.0.0.1:${port}` };
  return { env, requests, headers, connection, set: (more) => (options = more) };
}

function reply(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'application/json', 'retry-after': '0' }).end(text);
}

async function act(
  connection: Connection,
  verb: string,
  name: string,
  body: Buffer,
  { mostRows, isPruned }: Conduct,
): Promise<object | number | Buffer> {
  if (verb === 'create') {
    if ((await connection.tableNames()).includes(name)) throw new Error(`Table ${name} already exists`);
    await (connection as unknown as { inner: NativeConnection }).inner.createTable(
      name,
      arrowFile(body).file,
      'create',
    );
    return {};
  }
  const table = await connection.openTable(name);
  if (verb === 'insert') return nativeOf(table).add(arrowFile(body).file, 'append');
  const asked = (body.length === 0 ? {} : JSON.parse(body.toString())) as Asked;
  if (typeof asked.version === 'number') {
    if (isPruned && asked.version < (await table.version())) throw new Error(`version ${asked.version} was not found`);
    await table.checkout(asked.version);
  }
  if (verb === 'describe') return { version: await table.version(), schema: schemaOf(await table.schema()) };
  if (verb === 'count_rows') return table.countRows(asked.predicate);
  if (verb === 'query') return query(table, asked, mostRows);
  if (verb === 'version/list') return { versions: await table.listVersions() };
  if (verb === 'delete') {
    const { version, numDeletedRows } = await nativeOf(table).delete(asked.predicate!);
    return { version, num_deleted_rows: numDeletedRows };
  }
  throw new Error(`no such request: ${verb}`);
}

async function query(table: Table, asked: Asked, mostRows: number | undefined): Promise<Buffer> {
  const { filter, columns, k, vector, full_text_query } = asked;
  if (vector!.length > 0 || full_text_query !== undefined) throw new Error('this table has no index');
  const wanted = table.query();
  if (filter !== undefined) wanted.where(filter);
  if (columns !== undefined) wanted.select(columns);
  const limit = Math.min(k ?? Number.MAX_SAFE_INTEGER, mostRows ?? Number.MAX_SAFE_INTEGER);
  if (limit < Number.MAX_SAFE_INTEGER) wanted.limit(limit);
  return outcomeOf((wanted as unknown as { inner: NativeQuery }).inner);
}

async function outcomeOf(wanted: NativeQuery): Promise<Buffer> {
  const batches = await wanted.execute();
  const parts: Buffer[] = [];
  for (let part = await batches.next(); part !== null; part = await batches.next()) parts.push(part);
  const [first, ...more] = parts.map((part) => tableFromIPC(part));
  if (first === undefined) return wanted.outputSchema();
  const found = first.concat(...more);
  return Buffer.from(tableToIPC(found.numRows > FEW ? found : backwards(found), 'file'));
}

/** The service promises no order. */
function backwards(found: ArrowTable): ArrowTable {
  const rows = Array.from({ length: found.numRows }, (_, at) =>
    found.slice(found.numRows - 1 - at, found.numRows - at),
  );
  return rows[0]!.concat(...rows.slice(1));
}

function nativeOf(table: Table): NativeTable {
  return (table as unknown as { inner: NativeTable }).inner;
}

/** As Lance writes a schema in JSON. */
function schemaOf({ fields }: { fields: Field[] }): object {
  return { fields: fields.map(fieldOf) };
}

function fieldOf({ name, type, nullable }: Field): object {
  return { name, nullable, type: typeOf(type) };
}

function typeOf(type: DataType): object {
  const text = String(type);
  if (text.startsWith('FixedSizeList')) {
    const { listSize, children } = type as unknown as { listSize: number; children: Field[] };
    return { type: 'fixed_size_list', fields: children.map(fieldOf), length: listSize };
  }
  return { type: text === 'Utf8' ? 'string' : text === 'Float16' ? 'halffloat' : text.toLowerCase() };
}

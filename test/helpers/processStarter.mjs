/**
 * Starts git for a large process: test/helpers/startGit.ts says why and how. Its one argument is the folder of the socket; tasks for
 * which that process waits come on standard input, and their answers go to standard output. It ends when that process does.
 */

import { spawn, spawnSync } from 'node:child_process';
import { rmSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { framed, readFrames } from './frames.mjs';

const folder = process.argv[2];
const ANSWERS = 1;

/** Connections become standard input, output and errors of what is started, in the order in which they come. */
const connections = [];
const waiting = [];
let control = null;

const server = createServer({ pauseOnConnect: true }, (connection) => {
  connection.on('error', () => connection.destroy());
  if (control === null) {
    control = connection;
    connection.on('close', end);
    readFrames(connection, (task) => waiting.push(task) && startAll());
    connection.resume();
  } else {
    connections.push(connection);
    startAll();
  }
});

function startAll() {
  while (waiting.length > 0 && connections.length >= 3) start(waiting.shift(), connections.splice(0, 3));
}

function start({ id, args, cwd, env }, stdio) {
  const tell = (news) => control.write(framed({ id, ...news }));
  const fail = ({ message, code, errno, syscall, path, spawnargs }) =>
    tell({ error: { message, code, errno, syscall, path, spawnargs } });
  try {
    const child = spawn('git', args, { cwd, env, stdio });
    child.on('error', fail);
    child.on('exit', (code, signal) => tell({ code, signal }));
    if (child.pid !== undefined) tell({ pid: child.pid });
  } catch (error) {
    // What spawn throws: too many bytes in the arguments, or a null among them.
    fail(error);
  }
  for (const connection of stdio) connection.destroy();
}

readFrames(process.stdin, ({ args, ...options }) => {
  writeAll(framed(run(args, options)));
});

function run(args, options) {
  try {
    const { status, stdout, stderr, error } = spawnSync('git', args, options);
    return { status, stdout, stderr, error: error?.message };
  } catch (error) {
    return { status: null, stdout: null, stderr: null, error: error.message };
  }
}

function writeAll(bytes) {
  for (let at = 0; at < bytes.length; ) at += writeSync(ANSWERS, bytes, at);
}

function end() {
  rmSync(folder, { recursive: true, force: true });
  process.exit();
}

server.listen(join(folder, 'socket'), () => writeAll(framed('ready')));

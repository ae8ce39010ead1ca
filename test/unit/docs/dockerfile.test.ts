/** The Dockerfile starts what is there. Whether Docker takes it is told in docs/http.md. */

import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { parseCommandLine } from '../../../src/settings/parseCommandLine.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const lines = readFileSync(`${root}/Dockerfile`, 'utf8').split('\n');
const listOf = (instruction: string): string[] =>
  JSON.parse(lines.find((line) => line.startsWith(`${instruction} [`))!.slice(instruction.length)) as string[];

it('copies what is there, and .dockerignore lets it through', () => {
  const sources = lines.flatMap((line) => (line.startsWith('COPY ') ? line.split(' ').slice(1, -1) : []));
  expect(sources.length).toBeGreaterThan(3);
  const allowed = readFileSync(`${root}/.dockerignore`, 'utf8').split('\n');
  for (const source of sources) {
    expect(existsSync(`${root}/${source}`), source).toBe(true);
    expect(allowed).toContain(`!${source}`);
  }
});

it('starts a command with options that there are, and asks the port that it opens', () => {
  const words = listOf('CMD');
  expect(parseCommandLine(words)).toMatchObject({ command: 'serve', options: { bind: '0.0.0.0', build: true } });
  expect(existsSync(`${root}/${listOf('ENTRYPOINT')[1]!.replace('/opt/cora/', '')}`)).toBe(true);
  const port = lines.find((line) => line.startsWith('EXPOSE '))!.slice('EXPOSE '.length);
  expect(lines.join('\n')).toContain(`http://127.0.0.1:${port}/health`);
});

/**
 * The picture of the rooms in docs/architecture.md, made from the imports: `node scripts/rooms.mjs --write`. An arrow says that a
 * room imports another; arrows that others imply are left out.
 */

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './installMissing.mjs';

const PAGE = join(root, 'docs/architecture.md');
const PICTURE = /(?<=<!-- rooms: node scripts\/rooms\.mjs --write -->\n)[\s\S]*?(?=<!-- \/rooms -->)/;
const IMPORT = /(?:from|import\() ?'(\.[^']+)'/g;

/** @returns the page with the picture of today's imports */
export function pageWithPicture() {
  return readFileSync(PAGE, 'utf8').replace(PICTURE, () => `\`\`\`mermaid\ngraph TD\n${linesOf(roomsOf())}\n\`\`\`\n`);
}

/** @returns room → rooms that it imports */
function roomsOf() {
  const src = join(root, 'src');
  const rooms = new Map();
  for (const entry of readdirSync(src, { recursive: true, encoding: 'utf8' })) {
    const file = entry.split(sep).join('/');
    if (!/\.tsx?$/.test(file) || file.endsWith('.d.ts') || !file.includes('/')) continue;
    const room = file.split('/')[0];
    const imported = rooms.get(room) ?? new Set();
    rooms.set(room, imported);
    for (const [, path] of readFileSync(join(src, file), 'utf8').matchAll(IMPORT)) {
      const other = posix.join(posix.dirname(file), path).split('/')[0];
      if (other !== room && other !== '..') imported.add(other);
    }
  }
  return rooms;
}

function linesOf(rooms) {
  const reaches = (from, to) => [...(rooms.get(from) ?? [])].some((next) => next === to || reaches(next, to));
  return [...rooms]
    .flatMap(([room, imported]) =>
      [...imported]
        .filter((other) => ![...imported].some((between) => between !== other && reaches(between, other)))
        .map((other) => `  ${room} --> ${other}`),
    )
    .sort()
    .join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = pageWithPicture();
  if (process.argv.includes('--write')) writeFileSync(PAGE, page);
  else console.log(PICTURE.exec(page)?.[0] ?? 'docs/architecture.md has no place for the picture');
}

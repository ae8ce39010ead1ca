import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
// @ts-expect-error: a script without declarations
import { pageWithPicture } from '../../../scripts/rooms.mjs';
// @ts-expect-error: a script without declarations
import { projectsOf } from '../../../scripts/runVitest.mjs';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const PAGES = [ROOT, 'docs', 'model', '.github']
  .map((folder) => (folder === ROOT ? '' : folder))
  .flatMap((folder) =>
    existsSync(join(ROOT, folder)) ? readdirSync(join(ROOT, folder)).map((name) => join(folder, name)) : [],
  )
  .filter((path) => path.endsWith('.md'));

describe.each(PAGES)('%s', (page) => {
  it('has no link that leads nowhere', () => {
    const broken = linksOf(textOf(page)).filter((link) => !opens(page, link));
    expect(broken).toEqual([]);
  });

  it('names no test and no module of a room that is not there', () => {
    const named = pathsIn(textOf(page)).filter((path) => /^(?:test|scripts|bench)\/|\.tsx?$/.test(path));
    const ofOurs = named.filter((path) => /^(?:test|scripts|bench)\//.test(path) || ROOMS.includes(roomOf(path)));
    expect(ofOurs.filter((path) => !isThere(path))).toEqual([]);
  });
});

describe('docs/architecture.md', () => {
  const text = textOf('docs/architecture.md');

  it('names no file and no folder that is not there', () => {
    const named = pathsIn(text);
    expect(named.length).toBeGreaterThan(150);
    expect(named.filter((path) => !isThere(path))).toEqual([]);
  });

  it('shows the rooms as they import one another (node scripts/rooms.mjs --write)', () => {
    expect(pageWithPicture()).toBe(text);
  });

  it('names tests that `npm test -- PATH` runs', () => {
    const tests = pathsIn(text).filter((path) => path.endsWith('.test.ts'));
    const endToEnd = tests.filter((path) => path.startsWith('test/e2e/'));
    expect(endToEnd.length).toBeGreaterThan(5);
    expect(endToEnd.filter((path) => !projectsOf([path]).includes('e2e'))).toEqual([]);
    expect(projectsOf(['test/unit', '-t', 'a name'])).toEqual(['shared', 'alone']);
  });

  it('names every folder of src', () => {
    const folders = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => `${name}/`).filter((name) => !pathsIn(text).includes(name))).toEqual([]);
  });

  it('names the one door of each package', () => {
    const [, table = ''] = text.split('## One door for each foreign tool');
    const rows = [...table.split('\n## ')[0]!.matchAll(/^\| (.+) \| (.+) \|$/gm)];
    const doors = rows.flatMap(([, tools, modules]) =>
      tools!.split(/, |; | and /).map((tool) => ({ tool, modules: pathsIn(modules!) })),
    );
    expect(doors.length).toBeGreaterThan(20);
    const wrong = doors.flatMap(({ tool, modules }) =>
      importersOf(tool).filter((file) => !modules.some((module) => file === module || file.startsWith(module))),
    );
    expect(wrong).toEqual([]);
    expect(importersOf('chokidar')).toEqual(['freshness/watch.ts']);
  });

  it('is read by a test that tells paths from other code', () => {
    expect(pathsIn('`git/runGit.ts`, `mcp/`, `def:name`, `x.ts`\n```\n`no.ts`\n```\n`cora query`')).toEqual([
      'git/runGit.ts',
      'mcp/',
      'x.ts',
    ]);
    expect(['git/runGit.ts', 'hooks/cora.sh', 'git/gone.ts', 'gone/'].filter(isThere)).toEqual([
      'git/runGit.ts',
      'hooks/cora.sh',
    ]);
  });
});

describe('comments of src', () => {
  const files = ['src', 'scripts', 'bench', 'test', 'model'].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
      (file) => `/${folder}/${file.replaceAll('\\', '/')}`,
    ),
  );

  it('name no file that is not there', () => {
    const named = [...SOURCES].flatMap(([file, text]) => filesInComments(text).map((name) => ({ file, name })));
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter(({ name }) => !files.some((file) => file.endsWith(`/${name}`)))).toEqual([]);
  });

  it('are read by a test that tells them from code and samples', () => {
    const source = "/**\n * See here.ts, `no.ts`.\n *\n *     not.ts\n */\nopen('code.ts');\n// (there.mjs)\n";
    expect(filesInComments(source)).toEqual(['here.ts', 'there.mjs']);
  });
});

it('looks at the pages that there are', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/architecture.md', 'docs/http.md']));
  expect(linksOf('[a](b.md#c) `[no](x.md)` ![p](q.png)\n```\n[no](y.md)\n```\n')).toEqual(['b.md#c', 'q.png']);
  expect(anchorsOf('# The `a` of B: c\n## The `a` of B: c\n')).toEqual(['the-a-of-b-c', 'the-a-of-b-c-1']);
});

/** What stands in back-ticks and is a path: from src or from the top of the repository. */
function pathsIn(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const code = [...prose.matchAll(/`([^`\n]+)`/g)].map(([, inside]) => inside!);
  return code.filter((word) => /^[\w./-]+(\/|\.(ts|tsx|mjs|sh|scm|md|yml))$/.test(word));
}

const ROOMS = readdirSync(join(ROOT, 'src'), { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() ? [entry.name] : [],
);

/** The room of `git/runGit.ts`, or of `src/git/runGit.ts`. */
function roomOf(path: string): string {
  return path.replace(/^src\//, '').split('/')[0]!;
}

const SOURCES = new Map(
  readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => [file, textOf(join('src', file))]),
);

/** Names of files in comments of a source: not those in back-ticks or quotes, or in indented samples. */
function filesInComments(source: string): string[] {
  const comments = [...source.matchAll(/^[ \t]*(?:\/\*[\s\S]*?\*\/|\/\/[^\n]*)/gm)].map(([comment]) => comment);
  const prose = comments
    .join('\n')
    .replace(/^\s*(?:\*|\/\/) {3,}.*$/gm, '')
    .replace(/`[^`]*`|"[^"]*"|'[^'\n]*'/g, '');
  return [...prose.matchAll(/(?<![\w./-])[\w/-]*\w\.(?:ts|tsx|mjs|scm)\b(?![\w(/:]|\.\w)/g)].map(([name]) => name);
}

/** Files of src that import a package, or a part of it. */
function importersOf(name: string): string[] {
  const form = new RegExp(`(?:from|import\\() ?'${name}[/']`);
  return [...SOURCES].filter(([, text]) => form.test(text)).map(([file]) => file);
}

function isThere(path: string): boolean {
  return existsSync(join(ROOT, 'src', path)) || existsSync(join(ROOT, path));
}

function textOf(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

function linksOf(text: string): string[] {
  const prose = text
    .replace(/^```[\s\S]*?^```/gm, '')
    .replace(/^ {4}.*$/gm, '')
    .replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link!).filter((link) => !/^[a-z]+:/.test(link));
}

function opens(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#', 2);
  const target = path === '' ? page : normalize(join(dirname(page), decodeURIComponent(path)));
  if (target.startsWith('..') || !existsSync(join(ROOT, target))) return false;
  return anchor === undefined || !target.endsWith('.md') || anchorsOf(textOf(target)).includes(anchor);
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  const seen = new Map<string, number>();
  return [...text.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ +(.+)$/gm)].map(([, heading]) => {
    const anchor = heading!
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const times = seen.get(anchor) ?? 0;
    seen.set(anchor, times + 1);
    return times === 0 ? anchor : `${anchor}-${times}`;
  });
}

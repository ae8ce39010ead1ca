import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

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
});

it('looks at the pages that there are', () => {
  expect(PAGES).toEqual(expect.arrayContaining(['README.md', 'SECURITY.md', 'docs/architecture.md', 'docs/http.md']));
  expect(linksOf('[a](b.md#c) `[no](x.md)` ![p](q.png)\n```\n[no](y.md)\n```\n')).toEqual(['b.md#c', 'q.png']);
  expect(anchorsOf('# The `a` of B: c\n## The `a` of B: c\n')).toEqual(['the-a-of-b-c', 'the-a-of-b-c-1']);
});

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

/** Where what is shown may begin and end, as the parsers say it. */

import { describe, expect, it } from 'vitest';
import { Frame } from '../../../src/base/frame.ts';
import { chunkBlob } from '../../../src/chunk/chunkBlob.ts';

/** Each line is marked: `>` something may begin here, `<` something may end here, `=` both, a space neither. */
async function expectBounds(language: string, marked: string): Promise<void> {
  const rows = marked.replace(/^\n/, '').trimEnd().split('\n');
  const text = rows.map((row) => row.slice(2)).join('\n');
  const { chunks } = (await chunkBlob(Buffer.from(`${text}\n`), language))!;
  const [first] = chunks;
  const frame = new Frame(first!, first!.frame);
  const found = rows.map((row, at) => {
    const [begins, ends] = [frame.isBegin(at + 1), frame.isEnd(at + 1)];
    return `${begins ? (ends ? '=' : '>') : ends ? '<' : ' '} ${row.slice(2)}`;
  });
  expect(found.join('\n')).toBe(rows.map((row) => (row.length < 2 ? '  ' : row)).join('\n'));
}

describe('bounds', () => {
  it('are those of statements in Python, decorators, comments and clauses included', () =>
    expectBounds(
      'python',
      `
= import os
  
> @cached
  def load(name):
<     """Loads."""
>     # Not there yet.
<     path = os.path.join(ROOT, name)
>     try:
<         text = read(path)
>         text = text.strip()
      except OSError as error:
          raise Missing(
              name,
<         ) from error
=     return text
`,
    ));

  it('are those of statements in TypeScript; what is called over several lines is one', () =>
    expectBounds(
      'typescript',
      `
> /** Opens it. */
  export function open(dir: string): Store {
    const options = {
      dir,
<   };
>   if (isThere(dir)) {
      return read(dir);
    } else {
      log('none');
<   }
>   return make(dir)
      .then((store) => {
<       store.open();
>       return store;
      })
      .catch(() => null);
< }
`,
    ));

  it('are those of members in Rust, with their attributes', () =>
    expectBounds(
      'rust',
      `
> impl Store {
      #[inline]
      pub fn size(&self) -> usize {
          self.size
<     }
  
>     /// Grows.
      #[must_use]
      pub fn grow(&mut self) -> usize {
<         self.size += 1;
>         self.size
      }
< }
`,
    ));

  it('are not those of the members of an object that can be shown whole', () =>
    expectBounds(
      'javascript',
      `
> const pack = {
    children: all,
    name: 'root',
    radius: 0,
< };
  
> export function show() {
    return pack;
< }
`,
    ));

  it('are those of the members of an object that is longer than what is shown', () => {
    const members = Array.from(
      { length: 41 },
      (_, at) => `${at === 0 ? '<' : at === 40 ? '>' : '='}   key${at}: ${at},`,
    );
    return expectBounds('javascript', ['> const table = {', ...members, '< };'].join('\n'));
  });

  it('are the end of a comment that is too long to be shown with what it is on', () => {
    const comment = Array.from({ length: 22 }, (_, at) => `${at === 0 ? '>' : at === 21 ? '<' : ' '} // ${at}`);
    return expectBounds('go', ['= package a', '  ', ...comment, '> func f() {', '  \tg()', '< }'].join('\n'));
  });

  it('are blank lines where no parser reads the language', () =>
    expectBounds(
      'unknown',
      `
> one
< two
  
= three
`,
    ));
});

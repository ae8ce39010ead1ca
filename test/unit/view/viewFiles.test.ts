import { describe, expect, it } from 'vitest';
import { blobKeyOf } from '../../../src/base/identity.ts';
import { lowerName } from '../../../src/graph/pathWords.ts';
import { blobsBetween, type ViewedFile, viewFilesOf, withChanges } from '../../../src/view/viewFiles.ts';
import fc from '../../helpers/fastCheck.ts';

/** Few paths and fewer blobs, so that files share them. */
const path = fc.constantFrom('a', 'a/b.py', 'a/c.py', 'B.py', 'b/a.py', 'b/a/c.ts', 'z', 'é.py');
const blob = fc.constantFrom('11', '22', '33', '44');
const files = fc
  .dictionary(path, blob, { noNullPrototype: true })
  .map((dictionary) => Object.entries(dictionary).map(([at, name]) => fileOf(at, name)));
const edits = fc.dictionary(path, fc.option(blob), { noNullPrototype: true });

function fileOf(at: string, name: string, status: ViewedFile['status'] = 'committed'): ViewedFile {
  return { path: at, blob: name, language: at.endsWith('.ts') ? 'typescript' : 'python', status };
}

describe('a view made of another one and what is different', () => {
  it('is the one that is made from nothing', () => {
    fc.assert(
      fc.property(files, edits, (before, changes) => {
        const base = viewFilesOf(before);
        const present = Object.entries(changes).flatMap(([at, name]) =>
          name === null ? [] : [fileOf(at, name, 'modified')],
        );
        const kept = before.filter((file) => !(file.path in changes));
        const whole = viewFilesOf([...present, ...kept]);
        const made = withChanges(base, Object.keys(changes), present);
        expect(made.files).toEqual(whole.files);
        for (const file of [...before, ...present]) {
          const ofBlob = whole.files.filter((other) => blobKeyOf(other) === blobKeyOf(file));
          expect(made.byBlob.get(blobKeyOf(file)) ?? []).toEqual(ofBlob);
          expect(made.byBlob.has(blobKeyOf(file))).toBe(ofBlob.length > 0);
        }
        expect(base).toEqual(viewFilesOf(before));
        for (const file of made.files) if (kept.includes(file)) expect(before).toContain(file);
      }),
    );
  });

  it('is asked for a blob without a look at each of its files', () => {
    let looks = 0;
    const many = Array.from({ length: 1000 }, (_, at) => ({
      ...fileOf(`${at}.py`, '11'),
      get language() {
        looks += 1;
        return 'python';
      },
    }));
    const { byBlob } = viewFilesOf(many);
    looks = 0;
    expect(byBlob.has('11:python')).toBe(true);
    expect(looks).toBe(1);
    expect(byBlob.get('11:python')).toHaveLength(1000);
  });

  it('tells which blobs left and which came, in the order of the paths', () => {
    fc.assert(
      fc.property(files, files, (before, after) => {
        const [base, view] = [viewFilesOf(before), viewFilesOf(after)];
        const had = new Set(before.map(blobKeyOf));
        const has = new Map(view.files.map((file) => [blobKeyOf(file), file]));
        const { gone, came } = blobsBetween(base, view);
        expect(gone.sort()).toEqual([...had].filter((key) => !has.has(key)).sort());
        expect(came).toEqual([...has].filter(([key]) => !had.has(key)));
      }),
    );
  });
});

describe('the name in which words are looked for', () => {
  it.each([
    ['src/openTable.ts', 'opentable.ts'],
    ['README.md', 'readme.md'],
    ['src/Parser/index.ts', 'parser/index.ts'],
    ['pkg/cart/__init__.py', 'cart/__init__.py'],
    ['index.js', 'index.js'],
    ['src/indexer.ts', 'indexer.ts'],
  ])('%s: %s', (at, name) => {
    expect(lowerName({ path: at })).toBe(name);
  });
});

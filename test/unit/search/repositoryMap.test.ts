import { expect, it } from 'vitest';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { mapOf, repositoryMap } from '../../../src/search/repositoryMap.ts';
import type { CallerView } from '../../../src/view/callerView.ts';
import { groupByBlob, type ViewedFile } from '../../../src/view/viewFiles.ts';

const PATH = 'src`a\n# Read this/x\u0007.ts';

it('a path or a name brings no line of its own into the map, and ends no code', async () => {
  const files: ViewedFile[] = [
    { path: PATH, blob: 'aa', language: 'typescript', status: 'committed' },
    { path: 'use.ts', blob: 'bb', language: 'typescript', status: 'committed' },
  ];
  const definition = { name: 'open\n## Now', kind: 'function', startLine: 1, endLine: 2 };
  const row = { language: 'typescript', scope: [], startLine: 1, part: 1 };
  const rows = [
    { ...row, blobSha: 'aa', defines: [definition], references: [] },
    { ...row, blobSha: 'bb', defines: [], references: [{ name: definition.name, kind: 'call' }] },
  ];
  const store = {
    scan: async function* () {
      yield rows;
    },
  } as unknown as SearchReader;
  const view = { files, byBlob: groupByBlob(files), overlay: [] } as unknown as CallerView;
  const map = await repositoryMap({ store, view }, { name: 'shop\n# Else', budget: 500 });
  expect(map).toBe(`# shop\\n# Else

2 files: 2 typescript.

## Folders

- \`\` src\`a\\n# Read this/ \`\` 1

## Files that others refer to most

- \`\` src\`a\\n# Read this/x\\u0007.ts \`\`: function open\\n## Now
`);
});

it('puts first what other files mention, reads a view once, and puts code of other projects last', async () => {
  const names = ['vendor/lib.c', 'src/open.c', 'src/main.c', 'test/open_test.c'];
  const files: ViewedFile[] = names.map((path, at) => ({ path, blob: `b${at}`, language: 'c', status: 'committed' }));
  const define = (name: string) => [{ name, kind: 'function', startLine: 3, endLine: 4 }];
  const mention = (...all: string[]) => all.map((name) => ({ name, kind: 'call' }));
  const row = { language: 'c', scope: [], startLine: 1, part: 1 };
  const rows = [
    { ...row, blobSha: 'b0', defines: define('lib_call'), references: [] },
    { ...row, blobSha: 'b1', defines: define('open_it'), references: mention('lib_call', 'lib_call', 'open_it') },
    { ...row, blobSha: 'b2', defines: define('main_loop'), references: mention('open_it') },
    { ...row, blobSha: 'b3', defines: define('test_it'), references: mention('open_it', 'test_it') },
  ];
  let scans = 0;
  const store = {
    scan: async function* () {
      scans += 1;
      yield rows;
    },
  } as unknown as SearchReader;
  const view = { files, byBlob: groupByBlob(files), overlay: [] } as unknown as CallerView;
  const map = await mapOf({ store, view });
  expect(map.central).toEqual([
    { path: 'src/open.c', mentions: 2, defines: define('open_it') },
    { path: 'src/main.c', mentions: 0, defines: define('main_loop') },
    { path: 'vendor/lib.c', mentions: 2, defines: define('lib_call') },
  ]);
  const text = await repositoryMap({ store, view }, { name: 'shop', budget: 500 });
  expect(text).toMatch(/## Files that others refer to most\n\n- `src\/open\.c`: .*\n- `vendor\/lib\.c`: .*\n$/);
  expect(map.folders[0]).toEqual({ path: 'src/', files: 2 });
  expect((await mapOf({ store, view }, 1)).central).toHaveLength(1);
  expect(scans).toBe(1);
});

it('counts no call on a value, no member of a small type, and no name of another language', async () => {
  const of = { 'src/util.rs': 'rust', 'src/paths.rs': 'rust', 'src/user.rs': 'rust', 'tools/prefs.py': 'python' };
  const files: ViewedFile[] = Object.entries(of).map(([path, language]) => ({
    path,
    blob: path,
    language,
    status: 'committed',
  }));
  const fn = (name: string, startLine: number) => ({ name, kind: 'function', startLine, endLine: startLine + 2 });
  const type = { name: 'Options', kind: 'class', startLine: 10, endLine: 30 };
  const row = { language: 'rust', scope: [], startLine: 1, part: 1, references: [] };
  const call = (name: string, from?: string) => ({ name, kind: 'call', ...(from === undefined ? {} : { from }) });
  const calls = [
    ...Array.from({ length: 50 }, () => call('unwrap', 'value')),
    ...[call('new', 'Vec'), call('get', 'map'), call('get'), call('write', 'paths'), call('write', 'file')],
    call('load', 'Options'),
  ];
  const rows = [
    { ...row, blobSha: 'src/util.rs', defines: [fn('unwrap', 1), type, fn('new', 12), fn('load', 16)] },
    { ...row, blobSha: 'src/paths.rs', defines: [fn('write', 1)] },
    { ...row, blobSha: 'src/user.rs', defines: [], references: calls },
    { ...row, blobSha: 'tools/prefs.py', language: 'python', defines: [fn('get', 1)] },
  ];
  const store = {
    scan: async function* () {
      yield rows;
    },
  } as unknown as SearchReader;
  const view = { files, byBlob: groupByBlob(files), overlay: [] } as unknown as CallerView;
  const { central } = await mapOf({ store, view });
  expect(central.map(({ path, mentions, defines }) => [path, mentions, defines.map(({ name }) => name)])).toEqual([
    ['src/paths.rs', 1, ['write']],
    ['src/util.rs', 1, ['Options', 'unwrap']],
    ['tools/prefs.py', 0, ['get']],
  ]);
});

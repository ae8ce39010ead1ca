import { expect, it } from 'vitest';
import type { SearchReader } from '../../../src/engine/rowReader.ts';
import { repositoryMap } from '../../../src/search/repositoryMap.ts';
import type { CallerView, ViewedFile } from '../../../src/view/callerView.ts';
import { groupByBlob } from '../../../src/view/viewFiles.ts';

const PATH = 'src`a\n# Read this/x\u0007.ts';

it('a path or a name brings no line of its own into the map, and ends no code', async () => {
  const files: ViewedFile[] = [{ path: PATH, blob: 'aa', language: 'typescript', status: 'committed' }];
  const definition = { name: 'open\n## Now', kind: 'function', startLine: 1, endLine: 2 };
  const row = { blobSha: 'aa', language: 'typescript', scope: [], startLine: 1, part: 1 };
  const rows = [{ ...row, defines: [definition], references: [] }];
  const store = {
    scan: async function* () {
      yield rows;
    },
  } as unknown as SearchReader;
  const view = { files, byBlob: groupByBlob(files), overlay: [] } as unknown as CallerView;
  const map = await repositoryMap({ store, view }, { name: 'shop\n# Else', budget: 500 });
  expect(map).toBe(`# shop\\n# Else

1 files: 1 typescript.

## Folders

- \`\` src\`a\\n# Read this/ \`\` 1

## Files that others refer to most

- \`\` src\`a\\n# Read this/x\\u0007.ts \`\`: function open\\n## Now
`);
});

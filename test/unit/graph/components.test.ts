/** Components of Vue that are files: their imports, and their tags in templates. */

import { expect, it } from 'vitest';
import { findCallers } from '../../../src/graph/findRelations.ts';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

const CARD =
  '<template>\n  <b>{{ text }}</b>\n</template>\n\n<script>\nexport default { props: ["text"] };\n</script>\n';
const SOURCES = {
  'src/components/StatusCard.vue': CARD,
  'src/components/Error.vue': '<script>\nexport function fail() {\n  throw new Error("a");\n}\n</script>\n',
  'src/pages/Plain.vue': CARD,
  'src/UserPanel/index.vue': CARD,
  'src/pages/Use.vue': `<template>
  <div class="card">
    <StatusCard text="card" />
    <status-card
      text="b"
    >
    </status-card>
    <Own></Own>
    <Error />
    <Plain />
    <panel-box />
  </div>
</template>

<script>
import StatusCard from "../components/StatusCard.vue";
import Own from "../components/StatusCard.vue";
import PanelBox from "../UserPanel/index.vue";
import { other } from "./other";

const last = new Error("b");

export default {
  components: {
    StatusCard,
  },
};
</script>
`,
  'src/routes.ts': 'import Card from "./components/StatusCard.vue";\n\nexport const routes = [{ component: Card }];\n',
};

it('links imports and tags of a component to its file', async () => {
  const card = 'src/components/StatusCard.vue StatusCard';
  expect(await links(SOURCES, 'StatusCard', 'import')).toEqual({
    'src/pages/Use.vue:16': card,
    'src/pages/Use.vue:17': card,
    'src/routes.ts:1': card,
  });
  expect(await links(SOURCES, 'StatusCard')).toEqual({
    'src/pages/Use.vue:3': card,
    'src/pages/Use.vue:4': card,
    'src/pages/Use.vue:8': card,
  });
  expect(await links(SOURCES, 'StatusCard', 'use')).toEqual({ 'src/pages/Use.vue:25': card, 'src/routes.ts:3': card });
});

it('needs an import for a component outside of a folder of components', async () => {
  expect(await links(SOURCES, 'Plain')).toEqual({ 'src/pages/Use.vue:10': null });
  expect(await links(SOURCES, 'UserPanel', 'import')).toEqual({
    'src/pages/Use.vue:18': 'src/UserPanel/index.vue UserPanel',
  });
  expect(await links(SOURCES, 'UserPanel')).toEqual({ 'src/pages/Use.vue:11': 'src/UserPanel/index.vue UserPanel' });
});

it('takes no class of the platform for a component', async () => {
  expect(await links(SOURCES, 'Error')).toEqual({
    'src/components/Error.vue:3': null,
    'src/pages/Use.vue:9': 'src/components/Error.vue Error',
    'src/pages/Use.vue:21': null,
  });
});

it('takes no component for a type of its name', async () => {
  const post = `<script lang="ts">
import type { Post } from "../types";

const load = async (): Promise<Post> => fetch<Post>("a");
</script>

<template>
  <Post />
</template>
`;
  const user = '<script lang="ts">\nconst all = ref<Post>(null);\n</script>\n';
  const sources = {
    'src/components/Post.vue': post,
    'src/pages/User.vue': user,
    'src/types.ts': 'export interface Post {\n  a: string;\n}\n',
  };
  const own = await findReferences(await contextOf(sources), 'Post');
  expect(own.map(({ path, line, target }) => [path, line, target?.path])).toEqual([
    ['src/components/Post.vue', 2, 'src/types.ts'],
    ['src/components/Post.vue', 4, 'src/types.ts'],
    ['src/components/Post.vue', 8, 'src/components/Post.vue'],
    ['src/pages/User.vue', 2, undefined],
  ]);
});

it('says who uses a component', async () => {
  const context = await contextOf(SOURCES);
  expect((await findCallers(context, 'StatusCard', 1)).map(({ caller }) => caller.line)).toEqual([3]);
  expect((await findReferences(context, 'status-card')).length).toBe(8);
});

it('finds what a template uses and calls in attributes and in text', async () => {
  const sources = {
    'src/Save.vue': `<script setup lang="ts">
const isOpen = true;
function saveAll() {}
function labelOf(x: string) {
  return x;
}
</script>

<template>
  <!-- <b @click="saveAll" /> -->
  <b v-if="isOpen && 'labelOf(x)'" class="saveAll" @click="saveAll" />
  <b
    :title="labelOf('saveAll')"
    @click.stop="() => saveAll()"
  >{{ labelOf("isOpen") }}</b>
</template>
`,
  };
  const at = (line: number, to: string) => [`src/Save.vue:${line}`, `src/Save.vue ${to}`];
  expect(await links(sources, 'saveAll', 'use')).toEqual(Object.fromEntries([at(11, 'saveAll')]));
  expect(await links(sources, 'saveAll')).toEqual(Object.fromEntries([at(14, 'saveAll')]));
  expect(await links(sources, 'isOpen', 'use')).toEqual(Object.fromEntries([at(11, 'isOpen')]));
  expect(await links(sources, 'labelOf')).toEqual(Object.fromEntries([at(13, 'labelOf'), at(15, 'labelOf')]));
});

it.each(['', '<script src="a.js" />\n'])('takes scripts and styles for no template: %j', async (first) => {
  const sources = {
    'src/move.ts': 'export function scale(x: number) {\n  return x;\n}\n',
    'src/Box.vue': `<template>
  <script-note />
  <b :title="scale(1)" />
</template>
<script>
import { scale } from "./move";
</script>
${first}<style scoped lang="scss">
b {
  transform: scale(2);
}
</style>
<docs>
{{ scale(3) }}
</docs>
`,
  };
  const last = first === '' ? 14 : 15;
  expect(Object.keys(await links(sources, 'scale'))).toEqual(['src/Box.vue:3', `src/Box.vue:${last}`]);
});

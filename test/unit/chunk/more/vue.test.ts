import { expect, test } from 'vitest';
import { definedIn, outlineOf } from './outlineOf.ts';

const SAMPLE = `<script setup lang="ts">
import { ref } from 'vue'
import UserCard from './UserCard.vue'

const props = defineProps<{ id: number }>()
const count = ref(0)

/** Adds one. */
function add(by: number): void {
  count.value += by
}
</script>

<script>
export default { name: 'UserList' }
</script>

<template>
  <div id="users" class="list">
    <UserCard v-for="u in users" :key="u.id" @click="add(1)" />
    <h2>Users</h2>
  </div>
</template>

<style scoped>
.list { color: red; }
</style>
`;

test('Vue: definitions, documentation and references', async () => {
  expect(await outlineOf('vue', SAMPLE)).toMatchInlineSnapshot(`
    "
    1-12 section (script) | <script setup lang="ts">
      5-5 constant props | const props = defineProps<{ id: number }>()
      6-6 constant count | const count = ref(0)
      8-11 function add | function add(by: number): void | "Adds one."
    14-16 section (script) | <script>
      15-15 object (default) | export default
    18-23 section (template) | <template>
      19-22 section template.users | <div id="users" class="list">
    25-27 section (style) | <style scoped>
      26-26 section .list | .list
    2: import ref of vue
    3: import UserCard of ./UserCard.vue
    5: call defineProps
    6: call ref
    20: call UserCard
    "
  `);
});

test('a template that holds a script tag in text does not end it', async () => {
  const component = '<template>\n  <p>{{ "<script>" }}</p>\n</template>\n<script>\nexport function f() {}\n</script>\n';
  expect((await definedIn('vue', component)).at(-1)).toBe('f');
});

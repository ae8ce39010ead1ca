/** Comments are blanked before names are looked for, by the signs of each language. */

import { expect, it } from 'vitest';
import { maskCode } from '../../../src/graph/readFiles.ts';

it.each([
  ['purescript', 'f x -- of h\n'],
  ['elm', 'f x -- of h\n'],
  ['lisp', "(f 'a) ; of (h)\n"],
  ['scheme', "(f 'a) ; of (h)\n"],
  ['racket', "(f 'a) ; of (h)\n"],
  ['clojure', "(f 'a) ; of (h)\n"],
  ['erlang', 'f(X) % of h(X)\n'],
  ['prolog', 'f(X) % of h(X)\n'],
  ['bazel', 'f(x) # of h(x)\n'],
  ['coffeescript', 'f(x) # of h(x)\n'],
  ['crystal', 'f(x) # of h(x)\n'],
  ['cython', 'f(x) # of h(x)\n'],
  ['graphql', 'f(x: 1) # of h(x)\n'],
  ['nim', 'f(x) # of h(x)\n'],
  ['puppet', 'f(x) # of h(x)\n'],
])('%s: %j', (language, text) => {
  const code = text.replace(/(?:--|[;%#]).*/, '').trimEnd();
  expect(maskCode(text, language).trimEnd()).toBe(code);
});

it.each(['vue', 'svelte'])('%s: comments of the template', (language) => {
  const text = '<template>\n<!-- <b @click="close()">\n{{ label(x) }} --><i>{{ name(x) }}</i>\n</template>\n';
  const code = maskCode(text, language);
  expect(code).not.toMatch(/label|close/);
  expect(code.split('\n').map(({ length }) => length)).toEqual(text.split('\n').map(({ length }) => length));
  expect(code).toContain('<i>{{ name(x) }}</i>');
});

it('leaves what a comment of GraphQL imports', () => {
  expect(maskCode('# import A from "a.graphql"\n', 'graphql')).toMatch(/^# import A from "/);
});

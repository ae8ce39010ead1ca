import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `@charset "utf-8";
@import url("base.css");
@import 'theme.css' screen;

/* Colours. */
:root {
  --main-color: #06c;
  --gap: calc(var(--unit) * 2);
}

/* The list
   of users. */
.user-list > li:hover,
#menu a[href] {
  color: var(--main-color);
  animation: fade 1s;
}

@media (max-width: 600px) {
  .user-list { display: none; }
  h1::before { content: ">"; }
}

@keyframes fade {
  from { opacity: 0; }
  to { opacity: 1; }
}

@supports (display: grid) { .grid { display: grid; } }
@font-face { font-family: "X"; src: url(x.woff); }
@layer base { html { margin: 0; } }
`;

test('CSS: definitions, documentation and references', async () => {
  expect(await outlineOf('css', SAMPLE)).toMatchInlineSnapshot(`
    "
    5-9 section :root | :root | "Colours."
      7-7 constant :root.--main-color | --main-color: #06c
      8-8 constant :root.--gap | --gap: calc(var(--unit) * 2)
    11-17 section .user-list > li:hover, #menu a[href] | .user-list > li:hover, #menu a[href] | "The list\\nof users."
    19-22 section @media | @media (max-width: 600px)
      20-20 section @media..user-list | .user-list
      21-21 section @media.h1::before | h1::before
    24-27 section fade | @keyframes fade
    29-29 section @supports | @supports (display: grid)
      29-29 section @supports..grid | .grid
    30-30 section @font-face | @font-face
    31-31 section @layer | @layer base
      31-31 section @layer.html | html
    2: import base of base.css
    3: import theme of theme.css
    8: type --unit
    15: type --main-color
    16: type fade
    30: link x.woff
    "
  `);
});

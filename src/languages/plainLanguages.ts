/**
 * Languages of which Cora knows names, comments and how to colour them: the words of most languages
 * find their definitions.
 */

import type { Language } from './language.ts';
import { DASH_MASK, HASH_MASK } from './masks.ts';

export const plainLanguages: readonly Language[] = [
  { name: 'ada', extensions: 'adb ads', mask: DASH_MASK },
  { name: 'astro', extensions: 'astro', highlight: 'xml' },
  { name: 'awk', extensions: 'awk', interpreters: 'awk gawk', mask: HASH_MASK },
  { name: 'cobol', extensions: 'cob cbl cpy' },
  { name: 'coffeescript', extensions: 'coffee' },
  { name: 'crystal', extensions: 'cr', highlight: 'ruby' },
  { name: 'cuda', extensions: 'cu cuh', highlight: 'cpp' },
  { name: 'cython', extensions: 'pyx pxd pxi', highlight: 'python' },
  { name: 'd', extensions: 'd' },
  { name: 'diff', extensions: 'diff patch', lines: null },
  { name: 'fish', extensions: 'fish', interpreters: 'fish', mask: HASH_MASK, highlight: 'bash' },
  { name: 'fortran', extensions: 'f f77 f90 f95 f03 f08 for' },
  { name: 'glsl', extensions: 'glsl vert frag geom comp', highlight: 'c' },
  { name: 'haxe', extensions: 'hx' },
  { name: 'nim', extensions: 'nim nims nimble', highlight: 'python' },
  { name: 'pascal', extensions: 'pas dpr lpr' },
  { name: 'powershell', extensions: 'ps1 psm1 psd1', interpreters: 'pwsh', mask: HASH_MASK },
  { name: 'prolog', extensions: 'prolog' },
  { name: 'puppet', extensions: 'pp' },
  { name: 'smalltalk', extensions: 'st' },
  {
    name: 'template',
    extensions: 'hbs handlebars mustache ejs erb haml pug jade j2 jinja jinja2 liquid twig tmpl gohtml njk',
    lines: null,
  },
  { name: 'vb', extensions: 'vb vbs bas' },
  { name: 'verilog', extensions: 'v sv svh vh' },
  { name: 'vhdl', extensions: 'vhd vhdl', mask: DASH_MASK },
  { name: 'vim', extensions: 'vim', fileNames: '.vimrc vimrc' },
  { name: 'wgsl', extensions: 'wgsl' },
];

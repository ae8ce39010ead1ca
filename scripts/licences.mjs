/**
 * dist/LICENSES.txt: the licence texts and notices of all that dist contains. A package whose licence is not known to go with MIT, or
 * that comes without a text, ends the build: somebody has to look.
 */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const COMPATIBLE = ['MIT', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'];

/** Their packages bring no text of it. Its full text stands in this file, under apache-arrow. */
const APACHE_WITHOUT_TEXT = {
  '@lancedb/lancedb': 'Copyright The LanceDB Authors',
  '@sigstore/verify': 'Copyright 2023 The Sigstore Authors',
};

/** The packages of compiled grammars name no authors of theirs. Read off the projects' own licences: MIT where nothing else is said. */
const GRAMMARS = {
  bash: 'Copyright (c) 2017 Max Brunsfeld',
  c: 'Copyright (c) 2014 Max Brunsfeld',
  c_sharp: 'Copyright (c) 2014-2023 Max Brunsfeld, Damien Guard, Amaan Qureshi, and contributors',
  clojure: 'Sogaiu and others. Dedicated to the public domain under CC0 1.0',
  cpp: 'Copyright (c) 2014 Max Brunsfeld',
  css: 'Copyright (c) 2018 Max Brunsfeld',
  dart: 'Copyright (c) 2020-2022 UserNobody14 and others',
  elixir: 'Copyright 2021 The Elixir Team. Licensed under the Apache License 2.0',
  go: 'Copyright (c) 2014 Max Brunsfeld',
  hcl: 'Copyright (c) Michael Hoffmann. Licensed under the Apache License 2.0',
  html: 'Copyright (c) 2014 Max Brunsfeld',
  java: 'Copyright (c) 2017 Ayman Nadeem',
  javascript: 'Copyright (c) 2014 Max Brunsfeld',
  kotlin: 'Copyright (c) 2019 fwcd',
  lua: 'Copyright (c) 2021 Munif Tanjim',
  nix: 'Copyright (c) 2019 Charles Strahan',
  objc: 'Copyright (c) 2023 Amaan Qureshi <amaanq12@gmail.com>',
  ocaml: 'Copyright (c) 2020 Max Brunsfeld and Pieter Goetschalckx',
  perl: 'Copyright (c) ganezdragon',
  php: 'Copyright (c) 2017 Josh Vera, GitHub',
  python: 'Copyright (c) 2016 Max Brunsfeld',
  r: 'Copyright (c) 2024 tree-sitter-r authors',
  ruby: 'Copyright (c) 2016 Rob Rix',
  rust: 'Copyright (c) 2017 Maxim Sokolov',
  scala: 'Copyright (c) 2018 Max Brunsfeld and GitHub',
  solidity: 'Copyright (c) 2020 Joran Honig',
  swift: 'Copyright (c) 2021 alex-pinkus',
  tsx: 'Copyright (c) 2017 GitHub',
  typescript: 'Copyright (c) 2017 GitHub',
  vue: 'Copyright (c) Ika <ikatyang@gmail.com> (https://github.com/ikatyang)',
  zig: 'Copyright (c) 2024 Amaan Qureshi <amaanq12@gmail.com>',
};

const MIT = `Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.`;

const RULE = '='.repeat(78);

/**
 * @param root of the repository
 * @param folders of packages, from there
 * @param grammars their names
 */
export function licencesOf(root, folders, grammars) {
  const headsOf = new Map();
  for (const folder of folders) {
    const { head, text } = licenceOf(join(root, folder));
    headsOf.set(text, (headsOf.get(text) ?? new Set()).add(head));
  }
  const packages = [...headsOf].map(([text, heads]) => `${[...heads].sort().join('\n')}\n\n${text}\n`).sort();
  const intro =
    'Cora contains code of these packages and grammars, each under its own licence. Equal texts are printed once.\n';
  return [intro, grammarText(grammars), ...packages].join(`\n${RULE}\n`);
}

function grammarText(grammars) {
  const lines = grammars.map((name) => {
    if (GRAMMARS[name] === undefined) throw new Error(`scripts/licences.mjs does not know whose grammar ${name} is`);
    return `  tree-sitter-${name}: ${GRAMMARS[name]}`;
  });
  return `The grammars in dist/grammars\n\n${lines.sort().join('\n')}\n\n${MIT}\n`;
}

function licenceOf(folder) {
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const { name, version, license } = about;
  const words = (license ?? '').split(/[()\s]+|\bAND\b/).filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => COMPATIBLE.includes(word))) {
    throw new Error(`${name} is under "${license}": scripts/licences.mjs does not know that this goes with MIT`);
  }
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)(?![\w])/i.test(file));
  const isNotice = (file) => /^notice/i.test(file);
  const parts = files.sort((a, b) => isNotice(a) - isNotice(b)).map((file) => textOf(join(folder, file)));
  if (!files.some((file) => !isNotice(file))) parts.unshift(standardText(about));
  return { head: `${name} ${version} (${license})`, text: parts.join('\n\n') };
}

function textOf(file) {
  return readFileSync(file, 'utf8').replace(/\r\n/g, '\n').trim();
}

/** Returns the text for a package that names its licence and brings no text of it. */
function standardText({ name, license, author, contributors = [] }) {
  const apache = APACHE_WITHOUT_TEXT[name];
  if (apache !== undefined) return `${apache}. The text of the Apache License 2.0 stands under apache-arrow.`;
  const person = author ?? contributors[0];
  const holder = (typeof person === 'string' ? person : person?.name) ?? `the authors of ${name}`;
  if (license !== 'MIT') throw new Error(`${name} (${license}) brings no licence text`);
  return `Copyright (c) ${holder}\n\n${MIT}`;
}

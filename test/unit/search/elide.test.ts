/** What is left out of results, when it stays, and that nothing else is ever touched. */

import { describe, expect, it } from 'vitest';
import { Frame, NO_FRAME } from '../../../src/base/frame.ts';
import { queryWordsOf } from '../../../src/search/queryWords.ts';
import { segmentsOf, shownText } from '../../../src/search/quoteCode.ts';
import { createElider, findImports, findLicence } from '../../../src/search/show/elide.ts';
import { fileLinesOf, type Placed } from '../../../src/search/show/placeChunk.ts';
import fc from '../../helpers/fastCheck.ts';

interface Shown {
  text: string;
  language?: string;
  from?: number;
  to?: number;
  chunk?: [number, number];
  signature?: string;
}

/** One result after the other, as assemble does. */
function elided(query: string, ...results: Shown[]): Placed[] {
  const elider = createElider(queryWordsOf(query));
  return results.map(({ text, language = 'typescript', signature = '', ...place }) => {
    const lines = fileLinesOf(text);
    const { from = 1, to = lines.count } = place;
    const [startLine, endLine] = place.chunk ?? [from, to];
    const chunk = { startLine, endLine };
    const frame = new Frame(chunk, NO_FRAME);
    const placed: Placed = {
      startLine: from,
      endLine: to,
      definition: chunk,
      chunk,
      frame,
      text: lines.slice(from, to),
    };
    const cut = { ...placed, elided: elider.elide(placed, { language, lines }, signature) };
    elider.add(cut);
    return cut;
  });
}

const shown = (query: string, ...results: Shown[]) => elided(query, ...results).map(shownText);

const APACHE = `/*
 * Copyright 2024 The Authors
 *
 * Licensed under the Apache License, Version 2.0 (the "License");
 * you may not use this file except in compliance with the License.
 */`;

describe('licences', () => {
  it('shrink to an ellipsis, unless the query asks for them', () => {
    const text = `#!/usr/bin/env node\n${APACHE}\nexport const a = 1;\n`;
    expect(shown('where is a', { text })).toEqual(['#!/usr/bin/env node\n. . .\nexport const a = 1;']);
    expect(shown('which licence has a', { text })).toEqual([text.trimEnd()]);
  });

  it.each([
    [
      'python',
      '# Copyright (c) 2020 X\n# All rights reserved.\n#\n# Use of this source code is governed by a license.\n\nx = 1',
      [[1, 4]],
    ],
    [
      'what else the comment says',
      '// Copyright 2020\n// Licensed under MIT\n// by its authors.\n//\n// Package a does b.\npackage a',
      [[1, 3]],
    ],
    ['html', '<!--\nCopyright 2020\nMIT License\n-->\n<p>', [[1, 4]]],
    ['no licence', '// Reads the licence file of a package.\n// It is cached.\n// Twice.\nlet a', []],
    ['code before it', 'let a;\n// Copyright 2020\n// All rights reserved.\n// MIT license', []],
    ['C', '#include <a.h>\n#define COPYRIGHT 1\n#define LICENSE 2', []],
  ])('%s', (_, text, ranges) => {
    expect(findLicence(text.split('\n')).map(({ startLine, endLine }) => [startLine, endLine])).toEqual(ranges);
  });

  it('stay where they are what was found', () => {
    const text = `${APACHE}\nexport const a = 1;\n`;
    expect(elided('as is', { text, chunk: [1, 6] })[0]!.elided).toEqual([]);
  });
});

describe('imports', () => {
  const IMPORTS =
    "import { one, two } from './a.ts';\nimport three from './b.ts';\nimport * as four from './c.ts';\nimport './d.css';";

  it('stay where the rest of the result or the query has one of their names', () => {
    expect(shown('x', { text: `${IMPORTS}\n\nnothing();\n` })).toEqual(['. . .\n\nnothing();']);
    expect(shown('x', { text: `${IMPORTS}\n\nthree();\n` })[0]).toContain(
      "import { one, two } from './a.ts';\nimport three",
    );
    expect(shown('how does three work', { text: `${IMPORTS}\n\nx();` })[0]).toContain('import three');
    expect(shown('which imports are there', { text: `${IMPORTS}\n\nx();` })[0]).toContain('d.css');
  });

  it('are the ones at the top of the lines that are shown: exports stay', () => {
    const text =
      "export { a } from './a.ts';\nexport { b } from './b.ts';\nexport * from './c.ts';\nexport * from './d.ts';\nexport const x = 1;";
    expect(shown('x', { text })).toEqual([text]);
  });

  it.each([
    ['python', 'from a.b import (\n    C,\n    D as E,\n)', ['C D E']],
    ['python', 'import os.path', ['path']],
    [
      'python',
      'if TYPE_CHECKING:\n    from a import B\n\n    from c import D\nx = 1\nimport e',
      ['B D', 'B', 'D', 'e'],
    ],
    [
      'go',
      'import (\n\t"net/http"\n\ty "gopkg.in/yaml.v2"\n\t"github.com/go-chi/chi/v5"\n)',
      ['http y yaml chi', 'http', 'y yaml', 'chi', 'http y yaml chi'],
    ],
    [
      'java',
      'import static org.junit.Assert.assertTrue;\nimport java.util.List;\nimport a.b.*;',
      ['assertTrue', 'List', ''],
    ],
    ['rust', 'use std::{\n    fmt::Debug,\n    io::{self, Read},\n};\npub use a::B;', ['Debug Read']],
    ['c', '#include <sys/types.h>\n#include "server.h"\n#define X', ['types', 'server']],
    ['csharp', 'using System.Linq;\nusing (var a = b) {}\nusing var x = y;', ['Linq']],
    ['php', 'use App\\Models\\User;', ['User']],
    ['javascript', "const fs = require('fs');\nconst x = await import('y');", ['fs']],
    ['markdown', 'import x', []],
  ])('%s: %j', (language, text, names) => {
    expect(findImports(text.split('\n'), language).map((statement) => [...statement.names].join(' '))).toEqual(names);
  });
});

describe('repeated code', () => {
  const body = (name: string, more = '') =>
    `function ${name}(\n  table: Table,\n) {\n  const connection = await connect(directory);\n  const names = await connection.tableNames();\n  if (!names.includes(name)) throw new Error(name);\n  const opened = await connection.openTable(name);\n  log.debug('opened the table');\n  counted += 1;\n  return opened;\n}${more}`;

  it('of a better result shrinks, its signature and parameters stay', () => {
    const [first, second] = shown('table', { text: body('one') }, { text: body('one', '\n\nother();') });
    expect(first).toBe(body('one'));
    expect(second).toBe('function one(\n  table: Table,\n) {\n. . .\n\nother();');
  });

  it('is not looked for in a few short lines', () => {
    const text = 'a();\nb();\nc();\nd();\ne();\nf();\ng();';
    expect(shown('x', { text }, { text })).toEqual([text, text]);
  });

  it('within one result shrinks too', () => {
    const [text] = shown('table', { text: `${body('one')}\n${body('two')}` });
    expect(text).toBe(`${body('one')}\nfunction two(\n  table: Table,\n) {\n. . .`);
  });

  it('that was elided itself was not shown', () => {
    const licensed = `${APACHE}\nexport const a = 1;\n`;
    const [, second] = shown('where', { text: licensed }, { text: licensed, chunk: [1, 6] });
    expect(second).toBe(licensed.trimEnd());
  });
});

describe('whatever the results', () => {
  const line = fc.constantFrom(
    '// Copyright 2020 the authors, all rights reserved',
    '// Licensed under the MIT license',
    "import { Store } from './store.ts';",
    "import { Table } from './table.ts';",
    'export function openTheTableOfAStore(store: Store) {',
    '  const connection = await connect(directoryOfTheStore);',
    '  return connection.openTable(nameOfTheTable, options);',
    '}',
    '',
    '. . .',
  );
  const file = fc.array(line, { minLength: 1, maxLength: 40 });
  it('every shown line is the line of the file that its number says, and something of each chunk is shown', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(file, fc.nat(39), fc.nat(39)), { minLength: 1, maxLength: 5 }), (files) => {
        const results = files.map(([lines, a, b]): Shown => {
          const last = lines.length - 1;
          const [from, to] = [Math.min(a, b, last) + 1, Math.min(Math.max(a, b), last) + 1];
          return { text: `${lines.join('\n')}\n`, from, to };
        });
        for (const [at, placed] of elided('open the store', ...results).entries()) {
          const lines = files[at]![0];
          const ranges = segmentsOf(placed);
          const out = shownText(placed).split('\n');
          let next = placed.startLine;
          for (const { startLine, endLine } of ranges) {
            if (startLine > next) expect(out.shift()).toBe('. . .');
            expect(out.splice(0, endLine - startLine + 1)).toEqual(lines.slice(startLine - 1, endLine));
            next = endLine + 1;
          }
          expect(out).toEqual(next <= placed.endLine ? ['. . .'] : []);
          expect(ranges.length).toBeGreaterThan(0);
        }
      }),
    );
  });
});

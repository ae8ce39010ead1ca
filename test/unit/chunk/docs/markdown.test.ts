import { describe, expect, it } from 'vitest';
import { documentSegments } from '../../../../src/chunk/documentSegments.ts';
import { LIMITS } from '../../../../src/chunk/segment.ts';
import { outline, sourceFrom } from './outline.ts';

const read = (text: string, language = 'markdown') => outline(documentSegments(sourceFrom(text, language)));

describe('Markdown', () => {
  it('nests sections by their headings', () => {
    expect(
      read(`Before any heading, see [the guide](docs/guide.md).

# Cora \`index\`

Intro.

## Install ##

    # indented code

### From [source](./SOURCE.md#top)
text
## Use <a name="use"></a>
#hashtag is no heading
`),
    ).toMatchInlineSnapshot(`
      "1-1 text  → link docs/guide.md
      3-14 section Cora index (Cora index)
        7-12 section Cora index/Install (Install)
          11-12 section Cora index/Install/From source (From source) → link ./SOURCE.md
        13-14 section Cora index/Use (Use)"
    `);
  });

  it('underlined headings, but no tables, lists or rules', () => {
    expect(
      read(`Title
=====

| a | b |
|---|---|
| 1 | 2 |

- item
---

Second
------
para one
para two
---

***
`),
    ).toMatchInlineSnapshot(`
      "1-17 section Title (Title)
        11-17 section Title/Second (Second)"
    `);
  });

  it('takes nothing in code, comments or quotes for a heading', () => {
    const segments = documentSegments(
      sourceFrom(
        '# A\n```sh\n# not\n~~~\n# not\n```\n<!--\n# not\n-->\n> # not\n1. ```\n   # not\n   ```\n~~~~ md\n```\n# not\n~~~\n# not\n~~~~\n## B\n',
        'markdown',
      ),
    );
    expect(outline(segments)).toBe('1-20 section A (A)\n  20-20 section A/B (B)');
  });

  it('front matter is a segment, and its title stands above sections without a first-level heading', () => {
    expect(
      read('---\ntitle: "Configuration"\nweight: 3\n---\n\nText.\n\n## Root key\n\nMore.\n'),
    ).toMatchInlineSnapshot(`
      "1-4 object Configuration
      8-10 section Configuration/Root key (Root key)"
    `);
    expect(read('+++\ntitle = "T"\n+++\n# H\n')).toMatchInlineSnapshot(`
      "1-3 object T
      4-4 section H (H)"
    `);
    expect(read('---\n\nA rule above, no front matter.\n\n---\n')).not.toContain('object');
  });

  it('MDX: imports at the top, not those of examples', () => {
    expect(
      read(
        "import Chart from '../components/chart.js'\n\n# Charts\n\n<Chart />\n\n```js\nimport x from 'never'\n```\n",
      ),
    ).toMatchInlineSnapshot(`
      "1-1 text  → import ../components/chart.js
      3-9 section Charts (Charts)"
    `);
  });

  it('a long text under one heading is cut between blocks, not in code', () => {
    const code = ['```', ...Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? 'code' : '')), '```', ''];
    const text = `# Long\n\n${[...code, ...code, ...code, 'the end'].join('\n')}\n`;
    const [section] = documentSegments(sourceFrom(text, 'markdown'))!;
    const lines = text.split('\n');
    expect(section!.endLine - section!.startLine).toBeGreaterThan(LIMITS.maxLines);
    expect(section!.children.length).toBeGreaterThan(1);
    for (const child of section!.children) {
      expect(child.symbol).toBe('Long');
      expect(['```', 'the end']).toContain(lines[child.startLine - 1]);
    }
  });
});

describe('other markups', () => {
  it('reStructuredText: levels in the order of use, anchors and roles', () => {
    expect(
      read(
        `.. _topics-settings:

========
Settings
========

See :doc:\`/intro/install\`, :ref:\`the list <settings-list>\` and :class:\`~scrapy.http.Request\`.

First
=====

.. code-block:: none

    Not a title
    ===========

Deeper
------
x

Second
======

.. include:: ../shared.rst

==== ====
cell cell
==== ====
`,
        'rst',
      ),
    ).toMatchInlineSnapshot(`
      "1-28 section Settings (Settings) → link /intro/install, link settings-list, link Request
        9-20 section Settings/First (First)
          17-20 section Settings/First/Deeper (Deeper)
        21-28 section Settings/Second (Second) → link ../shared.rst"
    `);
  });

  it('AsciiDoc: attributes above a title belong to it, blocks hold none', () => {
    expect(
      read(
        '= Book\n\ninclude::parts/intro.adoc[]\n\n[[setup]]\n== Setup\n\n----\n== not\n----\n\n|===\n== not\n|===\n\n=== Deep\nxref:other.adoc#x[see]\n',
        'asciidoc',
      ),
    ).toMatchInlineSnapshot(`
      "1-17 section Book (Book) → link parts/intro.adoc
        5-17 section Book/Setup (Setup)
          16-17 section Book/Setup/Deep (Deep) → link other.adoc"
    `);
  });

  it('Org', () => {
    expect(
      read('* TODO Plan :work:\n** Step\n#+begin_src sh\n* not\n#+end_src\n[[file:notes.org][n]]\n', 'org'),
    ).toMatchInlineSnapshot(`
      "1-6 section Plan (Plan)
        2-6 section Plan/Step (Step) → link notes.org"
    `);
  });
});

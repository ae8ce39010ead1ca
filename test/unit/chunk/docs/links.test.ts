import { describe, expect, it } from 'vitest';
import { linksIn } from '../../../../src/chunk/links.ts';
import { sourceFrom } from './outline.ts';

const links = (language: string, text: string) =>
  linksIn(sourceFrom(text, language)).map(({ name, line }) => `${line} ${name}`);
const names = (language: string, text: string) => linksIn(sourceFrom(text, language)).map(({ name }) => name);

describe('paths in text and code', () => {
  it('finds what looks like a path of the repository', () => {
    expect(links('text', 'see src/a/foo.ts:12, `docs/x.md`.\nand ../b/./c/../d.py or ./run.\n')).toEqual([
      '1 src/a/foo.ts',
      '1 docs/x.md',
      '2 ../b/d.py',
      '2 ./run',
    ]);
  });

  it('leaves out addresses, absolute paths, fractions, code and imports', () => {
    const text = [
      'https://example.com/a/b.html http://x.io/y.md git@github.com:a/b.js example.com/a/b.html',
      '/etc/nginx/nginx.conf ~/x/y.sh $HOME/a/b.sh 1.5/2.5 and/or text/html a/b.width either/or.',
      "import x from './local.ts'; require('../up.js');",
      '../.. ./ ../ // /* a/b */',
    ];
    expect(names('javascript', text.join('\n'))).toEqual([]);
  });
});

describe('markup', () => {
  it('Markdown: links, images, reference definitions, HTML; not the web, not the page itself', () => {
    const text =
      '[a](docs/my%20guide.md#top "t") ![i](<img/i.png>) [w](https://x.org/y.md) [p](#here)\n[ref]: ../other/README.md\n<a href="LICENSE">l</a> [bad](%zz.md)\n';
    expect(links('markdown', text)).toEqual([
      '1 docs/my guide.md',
      '1 img/i.png',
      '2 ../other/README.md',
      '3 %zz.md',
      '3 LICENSE',
    ]);
  });

  it('is no markup in code', () => {
    expect(names('javascript', 'a[0](b)')).toEqual([]);
  });
});

describe('data', () => {
  it('$ref names the file and what it points to', () => {
    expect(linksIn(sourceFrom('{"$ref": "./pet.yaml#/defs/Pet", "x": {"$ref":"#/defs/Id"}}', 'json'))).toEqual([
      { name: './pet.yaml', kind: 'link', line: 1 },
      { name: 'Pet', kind: 'link', from: './pet.yaml#/defs/Pet', line: 1 },
      { name: 'Id', kind: 'link', from: '#/defs/Id', line: 1 },
    ]);
  });

  it('workflow steps', () => {
    expect(names('yaml', '- uses: actions/cache@v4\n  uses: "./.github/workflows/test.yml"\n')).toEqual([
      'actions/cache',
      './.github/workflows/test.yml',
    ]);
  });
});

describe('manifests by line', () => {
  it('go.mod', () => {
    expect(
      links(
        'gomod',
        'module example.com/m\n\ngo 1.22\n\nrequire (\n\tgithub.com/go-chi/chi/v5 v5.0.1\n)\nrequire golang.org/x/net v0.1.0 // indirect\n',
      ),
    ).toEqual(['6 github.com/go-chi/chi/v5', '8 golang.org/x/net']);
  });

  it('requirements.txt is known by its lines, prose is not', () => {
    expect(names('text', '# pinned\nrequests[socks]>=2.31,<3\n-r other.txt\nattrs\n')).toEqual(['requests', 'attrs']);
    expect(names('text', 'attrs\nare nice >= others\n')).toEqual([]);
  });

  it('Gemfile, Gradle, Maven, Mix', () => {
    expect(names('ruby', "gem 'rack', '~> 3'\nspec.add_dependency \"json\"\n")).toEqual(['rack', 'json']);
    expect(names('kotlin', 'implementation("io.ktor:ktor-core:2.0")\napi(project(":shared"))\n')).toEqual([
      'io.ktor:ktor-core',
      'shared',
    ]);
    expect(
      names(
        'xml',
        '<dependency>\n  <groupId>org.slf4j</groupId>\n  <artifactId>slf4j-api</artifactId>\n</dependency>\n',
      ),
    ).toEqual(['org.slf4j:slf4j-api']);
    expect(names('elixir', '{:plug, "~> 1.0"}, {:a, 1}')).toEqual(['plug']);
  });
});

/** Which definition a reference means, on small sources: Python, TypeScript and JavaScript, Ruby, PHP, C#, and what crosses languages. */

import { describe, expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

describe('Python', () => {
  const sources = {
    'pkg/__init__.py': 'from .client import Client\n',
    'pkg/client.py': `import json
from os import path as ospath

class Base:
    def close(self):
        pass

class Client(Base):
    def fetch(self, callback):
        self.close()
        callback()
        json.load(self)
        return self.parse()

    def parse(self):
        return load()

def load():
    return 1

def callback():
    return load()
`,
    'pkg/util.py': `def load(x):
    """Calls load() in words only."""
    return x  # load()
`,
    'app.py': `import pkg.util
from pkg import Client as Http, util
from pkg.util import load as read
from elsewhere import load

def main(client: Http):
    Http()
    read(2)
    util.load(3)
    pkg.util.load(4)
    load(5)
    client.parse()
`,
  };

  it('follows modules, packages, aliases and relative dots', async () => {
    expect(await links(sources, 'load')).toEqual({
      'app.py:8': 'pkg/util.py load',
      'app.py:9': 'pkg/util.py load',
      'app.py:10': 'pkg/util.py load',
      'app.py:11': null,
      'pkg/client.py:12': null,
      'pkg/client.py:16': 'pkg/client.py load',
      'pkg/client.py:22': 'pkg/client.py load',
    });
    expect(await links(sources, 'Client')).toEqual({ 'app.py:7': 'pkg/client.py Client' });
  });

  it('takes self for the class, then for its bases, and a parameter for nobody', async () => {
    expect(await links(sources, 'parse')).toMatchObject({ 'pkg/client.py:13': 'pkg/client.py Client.parse' });
    expect(await links(sources, 'close')).toEqual({ 'pkg/client.py:10': 'pkg/client.py Base.close' });
    expect(await links(sources, 'callback')).toEqual({ 'pkg/client.py:11': null });
  });

  it('does not take a library for a file of the same name, nor a method for a function', async () => {
    const other = {
      'src/a/logging.py': 'def info(x):\n    return x\n\nclass T:\n    def open(self):\n        pass\n',
      'src/a/__init__.py': '',
      'src/a/b.py': 'import logging\n\ndef f():\n    logging.info(1)\n    open(2)\n',
    };
    expect(await links(other, 'info')).toEqual({ 'src/a/b.py:4': null });
    expect(await links(other, 'open')).toEqual({ 'src/a/b.py:5': null });
  });
});

describe('TypeScript and JavaScript', () => {
  const sources = {
    'package.json': '{\n  "name": "root"\n}\n',
    'packages/shared/package.json': '{\n  "name": "@acme/shared"\n}\n',
    'packages/shared/src/index.ts': `export * from './text';\n`,
    'packages/shared/src/text.ts': `export function trim(text: string): string {
  return text;
}

export class Store {
  save(): void {
    this.load();
  }

  load(): void {}
}
`,
    'src/lib/index.ts': 'export const trim = (text: string): string => text;\n',
    'src/a.ts': `import { trim } from '@acme/shared';
import { trim as cut } from './lib';
import * as shared from '@acme/shared';
import { Store } from '../packages/shared/src/text.js';
import { save } from 'unknown-library';

export function run(store: Store, other: Missing): void {
  trim('a');
  cut('b');
  shared.trim('c');
  store.save();
  other.save();
  save();
}
`,
    'src/b.ts': `export function free(trim: () => void): void {
  trim();
}

export function unbound(): void {
  trim('x');
}
`,
  };

  it('finds index files, workspace packages, aliases, namespaces and .js that is written .ts', async () => {
    expect(await links(sources, 'trim')).toEqual({
      'src/a.ts:8': 'packages/shared/src/text.ts trim',
      'src/a.ts:9': 'src/lib/index.ts trim',
      'src/a.ts:10': 'packages/shared/src/text.ts trim',
      'src/b.ts:2': null,
      'src/b.ts:6': null,
    });
  });

  it('takes the declared type of a variable, and leaves other receivers alone', async () => {
    expect(await links(sources, 'save')).toEqual({
      'src/a.ts:11': 'packages/shared/src/text.ts Store.save',
      'src/a.ts:12': null,
      'src/a.ts:13': null,
    });
    expect(await links(sources, 'load')).toEqual({
      'packages/shared/src/text.ts:7': 'packages/shared/src/text.ts Store.load',
    });
  });
});

it('Ruby, PHP, C#: classes by name, members by class', async () => {
  const ruby = {
    'lib/a.rb': 'class Report\n  def build\n    render_head(1)\n  end\n\n  def render_head(x)\n    x\n  end\nend\n',
    'lib/b.rb': "require_relative 'a'\n\ndef go\n  Report.new\nend\n",
  };
  expect(await links(ruby, 'render_head')).toEqual({ 'lib/a.rb:3': 'lib/a.rb Report.render_head' });
  const php = {
    'src/Mail/Sender.php': `<?php
namespace App\\Mail;

class Sender
{
    public function send(): void
    {
        $this->connect();
    }

    private function connect(): void
    {
    }
}
`,
    'src/Job.php': `<?php
namespace App;

use App\\Mail\\Sender;

class Job
{
    public function run(Sender $sender): void
    {
        $sender->send();
    }
}
`,
  };
  expect(await links(php, 'connect')).toEqual({ 'src/Mail/Sender.php:8': 'src/Mail/Sender.php Sender.connect' });
  expect(await links(php, 'send')).toEqual({ 'src/Job.php:10': 'src/Mail/Sender.php Sender.send' });
  const csharp = {
    'Engine.cs':
      'namespace A\n{\n    public class Engine\n    {\n        public void Start()\n        {\n            Warm();\n        }\n\n        void Warm()\n        {\n        }\n    }\n}\n',
    'Car.cs':
      'namespace A\n{\n    public class Car\n    {\n        public void Drive(Engine engine)\n        {\n            engine.Start();\n        }\n    }\n}\n',
  };
  expect(await links(csharp, 'Warm')).toMatchObject({ 'Engine.cs:7': expect.stringContaining('Engine.Warm') });
  expect(await links(csharp, 'Start')).toMatchObject({ 'Car.cs:7': expect.stringContaining('Engine.Start') });
});

it('a member of an outer module, a nested type and a property are not what a bare name means', async () => {
  const ruby = {
    'a.rb': `class Response
  def header(name)
    name
  end

  module Helpers
    def type
      header(1)
    end
  end
end
`,
  };
  expect(await links(ruby, 'header')).toEqual({ 'a.rb:8': null });
  const csharp = {
    'Identity.cs': `namespace A
{
    public class Identity
    {
        public Kind Kind => kind;

        public enum Level { Low }
    }
}
`,
    'Use.cs': 'namespace A\n{\n    public class Use\n    {\n        void Run(Kind kind, Level level) { }\n    }\n}\n',
  };
  expect(await links(csharp, 'Kind', 'type')).toMatchObject({ 'Use.cs:5': null });
  expect(await links(csharp, 'Level', 'type')).toMatchObject({ 'Use.cs:5': null });
});

it('C++: a qualified name is not the global one', async () => {
  const sources = {
    'a.h': 'int finish(int x) {\n  return x;\n}\n',
    'b.cpp':
      '#include "a.h"\n\nint go(int x) {\n  return std::finish(x) + finish(x);\n}\nint only() {\n  return std::finish(1);\n}\n',
  };
  expect(await links(sources, 'finish')).toMatchObject({ 'b.cpp:7': null });
});

it('Kotlin: top-level functions of an imported package', async () => {
  const sources = {
    'src/main/kotlin/a/util/Text.kt': 'package a.util\n\nfun trim(text: String): String {\n    return text\n}\n',
    'src/main/kotlin/a/Main.kt':
      'package a\n\nimport a.util.trim\n\nfun main() {\n    trim("x")\n    other.trim("y")\n}\n',
  };
  expect(await links(sources, 'trim')).toMatchObject({
    'src/main/kotlin/a/Main.kt:6': 'src/main/kotlin/a/util/Text.kt trim',
    'src/main/kotlin/a/Main.kt:7': null,
  });
});

it('what fits twice stays open', async () => {
  const sources = {
    'x/a.c': 'int twice(void) {\n  return 1;\n}\n',
    'y/b.c': 'int twice(void) {\n  return 2;\n}\n',
    'z/c.c': 'int main(void) {\n  return twice();\n}\n',
  };
  expect(await links(sources, 'twice')).toEqual({ 'z/c.c:2': null });
});

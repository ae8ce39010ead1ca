/** A chunk of which something inherits mentions the base elsewhere too: each place has a kind of its own. */

import { describe, expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf } from '../../helpers/links.ts';

const SOURCES: Record<string, [text: string, kinds: string[]]> = {
  'a.rb': [
    `module Base; def self.target; end; end
class Foo
  include Base
  extend(Base)
  def delegate
    assert Base.target != 1
    Object.new.extend(Base).go
    Base.target
  end
  def name
    x = Base
  end
end
class Bar
  def go
    Object.new.extend(Base)
  end
end
`,
    ['3 inherit', '4 inherit', '6 type', '7 type', '8 type', '11 type', '16 type'],
  ],
  'b.py': [
    `class Base:
    pass
class Foo(
    Base,
):
    other: Base = None
    def go(self, one: Base):
        return isinstance(one, Base)
`,
    ['4 inherit', '6 type', '7 type', '8 type'],
  ],
  'c.ts': [
    `class Base {}
class Foo<T extends Base> extends Base {
  other: Base | null = null;
  go(one: Base) { return one instanceof Base; }
}
`,
    ['2 inherit', '3 type', '4 type'],
  ],
  'D.java': [
    `interface Base {}
class Foo extends Other implements
    Base {
  Base other;
  Base go(Base one) { return one; }
}
`,
    ['3 inherit', '4 type', '5 type'],
  ],
  'e.rs': [
    `trait Base {}
struct Foo;
impl<'a> Base for Foo {
    fn go(one: &dyn Base) -> Box<dyn Base> { one }
}
`,
    ['3 inherit', '4 type'],
  ],
  'f.go': [
    `package f

type Base struct{}

type Foo struct {
	*Base
	other Base
}
`,
    ['6 inherit', '7 type'],
  ],
  'g.cpp': [
    `class Base {};
class Foo : public Base {
  Base *other;
  void go(Base one) { Base two; }
};
`,
    ['2 inherit', '3 type', '4 type'],
  ],
  'h.kt': [
    `open class Base
class Foo(val one: Base) : Base() {
    val other: Base = one
    fun go(one: Base): Base = one
}
`,
    ['2 inherit', '3 type', '4 type'],
  ],
  'I.cs': [
    `class Base {}
class Foo : Other, Base {
  Base other;
  Base Go(Base one) { return one; }
}
`,
    ['2 inherit', '3 type', '4 type'],
  ],
  'j.php': [
    `<?php
trait Base {}
class Foo {
  use Base;
  function go(Base $one): Base { return $one; }
}
`,
    ['4 inherit', '5 type'],
  ],
  'k.swift': [
    `class Base {}
class Foo: Base {
  let other: Base
  func go(one: Base) -> Base { return one }
}
`,
    ['2 inherit', '3 type', '4 type'],
  ],
  'l.scala': [
    `class Base
class Foo(one: Base) extends Base with Other {
  val other: Base = one
  def go(one: Base): Base = { one }
}
`,
    ['2 inherit', '3 type', '4 type'],
  ],
};

describe('the kind of a mention', () => {
  it.each(Object.entries(SOURCES))('%s', async (path, [text, kinds]) => {
    const hits = await findReferences(await contextOf({ [path]: text }), 'Base');
    const inherits = hits.map(({ line, kind }) => `${line} ${kind}`).filter((hit) => !kinds.includes(hit));
    // A head may mention it as a type besides.
    expect(inherits.filter((hit) => hit.endsWith('inherit'))).toEqual([]);
    const found = new Set(hits.map(({ line, kind }) => `${line} ${kind}`));
    expect(kinds.filter((kind) => !found.has(kind))).toEqual([]);
  });
});

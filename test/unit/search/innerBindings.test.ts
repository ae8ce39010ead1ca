/**
 * A name that an inner block binds does not mean the definition of the file that is called alike. In each source a line with
 * `# no` (as a comment of the language) mentions the bound name, one with `# LINE` means the definition that begins there.
 */

import { describe, expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf } from '../../helpers/links.ts';

const SOURCES: Record<string, string> = {
  'a.ts': `function outer(run: () => void) { run() }
const helper = () => 1
outer(() => {
  const helper = () => 2
  const it = { setup() { return helper() } } // 4
  function plain() {
    return helper() // 4
  }
  class K { go() { return helper() } } // 4
  return [it, plain, K]
})
outer(() => {
  let helper: any
  helper() // no
})
outer(() => { helper() }) // 2
outer(function () {
  const { a, helper } = load()
  helper() // no
})
outer(() => {
  const { a: helper, b = 2 } = load()
  helper() // no
})
outer(() => {
  const { helper: other } = load()
  helper(other) // 2
})
outer(() => {
  const [one, [helper = 2]] = load()
  helper() // no
})
outer(() => {
  for (const helper of list) helper() // no
  helper() // 2
})
outer(() => {
  for (const [key, helper] of list) {
    helper() // no
  }
  try { run() } catch (helper) {
    helper() // no
  }
  helper() // 2
})
outer(({ helper }) => helper()) // no
outer(async (a, { b: [helper] }) => {
  return helper() // no
})
outer(helper => helper()) // no
outer((helper: any): void => { helper() }) // no
outer(() => {
  const local = function helper() { return helper() } // no
  return helper() // 2
})
outer(() => {
  function helper() {
    return 3
  }
  helper() // 57
})
const made = { go(helper: any) { helper() } } // no
const typed = (value: any, other = helper()) => { helper() } // 2
helper() // 2
`,
  'b.py': `def helper():
    return 1
lam = lambda a, helper=3: helper()  # no
every = [helper() for helper in range(3)]  # no
pairs = {helper() for (a, helper) in []}  # no
other = [helper() for a in range(3)]  # 1
class A:
    def match(self, v):
        match v:
            case [helper]:
                return helper()  # no
    def helper(self):
        return helper()  # 1
def imports():
    from os import getcwd, helper
    return helper()  # no
def after():
    return helper()  # 1
def walrus(v):
    if (helper := v):
        return helper()  # no
def handles():
    try:
        pass
    except Exception as helper:
        return helper()  # no
def manages(v):
    with v as helper:
        return helper()  # no
def loops(v):
    for a, helper in v:
        helper()  # no
def declares():
    global helper
    helper = 3
    return helper()  # no
def outer():
    helper = 2
    def inner():
        nonlocal helper
        return helper()  # no
    return inner
def outer_too():
    def helper():
        return 2
    return helper()  # 44
`,
  'c.go': `package c

func helper() int {
	return 1
}
func clos() {
	f := func(a int, helper func() int) int {
		return helper() // no
	}
	f(1, nil)
	helper() // 3
}
var top = func(helper func() int) int { return helper() } // no
var two = func() int {
	if helper, ok := find(); ok {
		helper() // no
	}
	return helper() // 3
}
var three = func() int {
	for _, helper := range all {
		helper() // no
	}
	var helper = find()
	helper() // no
}
func (s *S) results() (helper func() int) {
	return helper() // no
}
`,
  'd.rs': `fn helper() -> i32 {
    1
}
fn pat(o: Option<F>) -> i32 {
    if let Some(helper) = o {
        helper() // no
    } else {
        0
    }
}
fn inner() -> i32 { fn helper() -> i32 { 2 } helper() } // 11
fn clos(o: F) -> i32 {
    let f = |a, helper: F| {
        helper() // no
    };
    let g = move |helper| helper(); // no
    f(o)
}
mod n {
    use super::other::helper;
    fn f() -> i32 {
        helper() // 30
    }
}
mod m {
    use super::helper;
    fn f() -> i32 { helper() } // 1
}
mod other {
    pub fn helper() -> i32 {
        6
    }
}
fn whl(mut o: Option<F>) {
    while let Some(Pair { helper, .. }) = o {
        helper(); // no
    }
    for (i, helper) in all() {
        helper(); // no
    }
    match o {
        Some(helper) if ready() => helper(), // no
        None => helper(), // 1
    };
    let Some(helper) = o else { return };
    helper(); // no
}
`,
  'F.java': `class F {
  int helper() {
    return 1;
  }
  class G { int helper() { return 2; } int go() { return helper(); } } // 5
  void run(I i) {
    submit(new Runnable() {
      int helper() {
        return 3;
      }
      public void run() {
        helper(); // 8
      }
    });
    helper(); // 2
  }
  int variable(Runnable helper) {
    return helper(); // 2
  }
}
`,
  'g.kt': `fun helper(): Int {
    return 1
}
val top = { a: Int, helper: () -> Int -> helper() } // no
fun loops(all: List<F>) {
    for (helper in all) {
        helper() // no
    }
    val (a, helper) = pair()
    helper() // no
}
fun plain() = run { helper() } // 1
val made = fun(helper: F): Int { return helper() } // no
fun caught() {
    try { run() } catch (helper: Error) {
        helper() // no
    }
    listOf(1).forEach { helper -> helper() } // no
    helper() // 1
}
`,
  'H.cs': `class H {
  int helper() {
    return 1;
  }
  Func<Func<int>, int> field = helper => helper(); // no
  Func<int, Func<int>, int> two = (a, helper) => { return helper(); }; // no
  void Run(object o) {
    if (o is Func<int> helper) { helper(); } // no
  }
  void Cases(object o) {
    switch (o) { case Func<int> helper: helper(); break; } // no
    foreach (var helper in all) helper(); // no
  }
  void Out() {
    Find(out var helper);
    helper(); // no
  }
  void Using() {
    using (Func<int> helper = Find()) { helper(); } // no
  }
  void Plain() { helper(); } // 2
}
`,
  'i.scala': `object I {
  def helper(): Int = {
    1
  }
  val one = (helper: F) => helper() // no
  val two = all.map { helper => helper() } // no
  val three = all match {
    case Some(helper) => helper() // no
  }
  val four = for (helper <- all) yield helper() // no
  def plain() = { helper() } // 2
}
`,
  'j.swift': `func helper() -> Int {
  return 1
}
let one = { (helper: F) -> Int in return helper() } // no
let two = all.map { helper in helper() } // no
func pats(o: F?) {
  if let helper = o {
    helper() // no
  }
  for helper in all {
    helper() // no
  }
  switch o {
  case .some(let helper): helper() // no
  }
}
func guards(o: F?) {
  guard let helper = o else { return }
  helper() // no
}
func plain() {
  helper() // 1
}
`,
  'k.cpp': `int helper() {
  return 1;
}
auto one = [](auto helper) { return helper(); }; // no
int pats() {
  for (auto &helper : all) {
    helper(); // no
  }
  return helper(); // 1
}
auto two = [] {
  auto [a, helper] = pair();
  return helper(); // no
};
int plain() { return helper(); } // 1
`,
  'l.c': `static int helper(void) {
  return 1;
}
int shadow(int (*helper)(void)) {
  return helper(); /* no */
}
int local(void) {
  { int (*helper)(void) = 0; helper(); } /* no */
  return 1;
}
int plain(void) { return helper(); } /* 1 */
`,
  'm.dart': `int helper() {
  return 1;
}
final one = (helper) => helper(); // no
final two = (int a, F helper) { return helper(); }; // no
void plain() {
  helper(); // 1
}
`,
  'n.php': `<?php
function helper() {
  return 1;
}
$one = function ($helper) { return helper(); }; // 2
$two = fn($helper) => $helper();
function three($helper) {
  return helper(); // 2
}
`,
  'o.lua': `local function helper()
  return 1
end
local function one()
  for _, helper in ipairs(all) do
    helper() -- no
  end
end
local function two()
  local helper = find()
  return helper() -- no
end
local function three()
  return map(function(helper) return helper() end) -- no
end
local function plain()
  return helper() -- 1
end
`,
  'p.rb': `def helper(a)
  1
end
def one
  [1].each { |helper| helper.call }
  helper = 2
  puts helper
end
def plain
  helper 1 # 1
end
`,
};

describe('names that an inner block binds', () => {
  it.each(Object.entries(SOURCES))('%s', async (path, text) => {
    const wanted: Record<number, string> = {};
    text.split('\n').forEach((line, at) => {
      const said = /(?:\/\/|#|--|\/\*) (no|\d+)(?: \*\/)?$/.exec(line)?.[1];
      if (said !== undefined) wanted[at + 1] = said;
    });
    const found: Record<number, string> = {};
    for (const { line, kind, target } of await findReferences(await contextOf({ [path]: text }), 'helper'))
      if (kind === 'call' && line in wanted) found[line] = target === null ? 'no' : String(target.startLine);
    for (const line of Object.keys(wanted)) if (wanted[Number(line)] === 'no') found[Number(line)] ??= 'no';
    expect(found).toEqual(wanted);
  });
});

describe('type parameters', () => {
  it.each([
    [
      'a.ts',
      'class Item {}\nfunction one<Item>(item: Item): Item {\n  return item;\n}\nfunction two(item: Item) {}\n',
      [2, 5],
    ],
    [
      'A.java',
      'class A {\n  class Item {}\n  <Item> void one(Item item) {\n  }\n  static <Item> Item two(Item item) {\n    Item other = item;\n  }\n  void three(List<Item> item) {}\n}\n',
      [5, 8],
    ],
    ['b.rs', 'struct Item;\nfn one<Item: Read>(item: Item) {\n}\nfn two(item: Vec<Item>) {}\n', [2, 4]],
  ])('%s', async (path, text, [bound, free]) => {
    const hits = (await findReferences(await contextOf({ [path]: text }), 'Item')).filter(
      ({ kind }) => kind === 'type',
    );
    const targets = new Map(hits.map(({ line, target }) => [line, target?.startLine ?? null]));
    expect(targets.get(bound!) ?? null).toBeNull();
    expect(targets.get(free!)).not.toBeNull();
    expect(targets.get(free!)).toBeDefined();
  });
});

/** Which method a call of Rust means, by the declared type of its receiver. */

import { expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

const TYPES = `use std::collections::HashMap;
use std::rc::Rc;

pub struct Pool { pub slots: Vec<Slot>, pub by_name: HashMap<String, Rc<Slot>>, first: Option<Box<Slot>>, pair: (Slot, u8) }
pub struct Slot(pub Leaf);
pub struct Leaf;
pub struct Other;

pub type Answer<T> = Result<T, Failure>;
pub struct Failure;

pub enum Node {
    Leaf(Leaf),
    Named { leaf: Leaf },
    Many(Vec<Leaf>),
}

pub trait Visit {
    fn run(&self);
    fn walk(&self) { self.run() }
}

impl Pool {
    pub fn new() -> Self { Pool::default() }
    pub fn with(mut self, _count: usize) -> Pool { self }
    pub fn open(&mut self) -> &mut Self { self }
    pub fn slot(&self, _at: usize) -> Option<&Slot> { None }
    pub fn take(&self) -> Answer<Leaf> { Err(Failure) }
    pub fn all(&self) -> impl Iterator<Item = &Slot> { self.slots.iter() }
    pub async fn later(&self) -> Leaf { Leaf }
    pub fn choose<T>(&self, one: T) -> T { one }
}

impl Slot {
    pub fn leaf(&self) -> &Leaf { &self.0 }
}

impl Leaf {
    pub fn run(&self) {}
}

impl Other {
    pub fn run(&self) {}
}

impl Failure {
    pub fn run(&self) {}
}
`;

const LEAF = 'src/types.rs Leaf.run';

/** Resolves the call of `run` in the body of a function of another file. */
async function run(body: string, more = ''): Promise<string | null | undefined> {
  const text = `use crate::types::Leaf as Green;\nuse crate::types::{self, Answer, Failure, Leaf, Node, Other, Pool, Slot, Visit};\n\n${more}\n`;
  const at = text.split('\n').length;
  const sources = {
    'Cargo.toml': '[package]\nname = "app"\nedition = "2021"\n',
    'src/lib.rs': 'mod types;\nmod user;\n',
    'src/types.rs': TYPES,
    'src/user.rs': `${text}fn user(pool: &mut Pool, node: Node, option: Option<Leaf>, other: Other) -> Answer<()> {\n${body}\n}\n`,
  };
  const found = Object.entries(await links(sources, 'run')).filter(([place]) => {
    const [path, line] = place.split(':');
    return path === 'src/user.rs' && Number(line) > at;
  });
  expect(found.length).toBe(1);
  return found[0]![1];
}

it.each([
  ['results through a chain', 'pool.open().open().slot(1).unwrap().leaf().run();'],
  ['a result that is Self', 'Pool::new().with(2).slot(1).expect("one").leaf().run();'],
  ['a chain on several lines, with `?` before a dot', 'Pool::new()\n    .take()?\n    .run();'],
  ['an alias of Result', 'let leaf = pool.take()?;\nleaf.run();'],
  ['an error', 'if let Err(failure) = pool.take() { failure.run() }', 'src/types.rs Failure.run'],
  ['a future', 'let leaf = pool.later().await;\nleaf.run();'],
  ['a field with a number', 'let slot = &pool.slots[0];\nslot.0.run();'],
  ['a list in a field', 'for slot in &pool.slots { slot.0.run() }'],
  ['an iterator', 'for (at, slot) in pool.all().enumerate() { slot.leaf().run() }'],
  ['a map of pointers', 'pool.by_name.get("a").unwrap().leaf().run();'],
  ['values of a map', 'for slot in pool.by_name.values() { slot.leaf().run() }'],
  ['an option of a box', 'pool.first.as_ref().unwrap().leaf().run();'],
  ['a tuple', 'pool.pair.0.leaf().run();'],
  ['a case of an enum', 'match node { Node::Leaf(ref leaf) => leaf.run(), _ => {} }'],
  ['a case with names', 'match node { Node::Named { leaf: one } => one.run(), _ => {} }'],
  ['elements of a case', 'if let Node::Many(all) = node { for one in all { one.run() } }'],
  ['a pattern', 'let Slot(leaf) = pool.slots.remove(0);\nleaf.run();'],
  ['the parameter of a closure', 'option.as_ref().map(|leaf| leaf.run());'],
  ['a closure with a type', 'let f = |leaf: &Leaf| leaf.run();'],
  ['what a literal makes', 'let slot = Slot(Leaf);\nslot.0.run();'],
  ['what a pointer is made of', 'let leaf = std::rc::Rc::new(Leaf);\nleaf.run();'],
  ['several variables at once', 'let (a, b) = (Other, Leaf);\nb.run();'],
  ['several that change', 'let (mut a, mut b) = (Other, pool.slot(0).unwrap().leaf());\nb.run();'],
  ['a variable that hides another one', 'let other = pool.take()?;\nother.run();'],
  ['a variable that is made of the one it hides', 'let pool = pool.slot(0).unwrap();\npool.leaf().run();'],
  ['another name of a type', 'fn inner(leaf: &Green) { leaf.run() }'],
  ['a type in a module', 'fn inner(leaf: types::Leaf) { leaf.run() }'],
  ['a local function', 'fn make() -> Leaf { Leaf }\nmake().run();'],
])('follows %s', async (_, body, meant = LEAF) => {
  expect(await run(body)).toBe(meant);
});

it.each([
  ['a parameter for types leads to the trait', 'fn inner<V: Visit>(one: V) { one.run() }', 'src/types.rs Visit.run'],
  ['so does one behind `where`', 'fn inner<V>(one: &V) where V: Visit { one.run() }', 'src/types.rs Visit.run'],
  ['and an object of a trait', 'fn inner(one: Box<dyn Visit>) { one.run() }', 'src/types.rs Visit.run'],
  ['a trait may be written behind the type', '<Leaf as Visit>::run(&leaf);', 'src/types.rs Visit.run'],
  ['and that of a list', '<Vec<Leaf> as types::Visit>::run(&all);', 'src/types.rs Visit.run'],
  ['but not one that is not known', '<Leaf as std::task::Wake>::run(&leaf);', null],
  ['a type may be in brackets', '<dyn Visit>::run(&leaf);', 'src/types.rs Visit.run'],
  ['a result of any type', 'pool.choose(other).run();', null],
  ['a value that is not known', 'unknown().run();', null],
  ['a method that a pointer may have', 'unknown.take().run();', null],
])('%s', async (_, body, meant) => {
  expect(await run(body)).toBe(meant);
});

it.each([
  ['the implementation for the type', 'impl Visit for Mine {\n    fn run(&self) {}\n}', 'src/user.rs Mine.run'],
  [
    'not one of two traits',
    'trait A {\n    fn run(&self);\n}\nimpl A for Mine {\n    fn run(&self) {}\n}\nimpl Visit for Mine {\n    fn run(&self) {}\n}',
    null,
  ],
  [
    'what it leads to by Deref',
    'impl std::ops::Deref for Mine {\n    type Target = Leaf;\n    fn deref(&self) -> &Leaf { &self.0 }\n}',
    LEAF,
  ],
])('a type has the methods of %s', async (_, more, meant) => {
  expect(await run('Mine(Leaf).run();', `struct Mine(Leaf);\n${more}`)).toBe(meant);
});

it('takes arguments of a type for its parameters', async () => {
  const more = 'struct Held<A, B> { a: A, b: B }\nimpl<X, Y> Held<X, Y> {\n    fn second(&self) -> &Y { &self.b }\n}';
  expect(await run('fn inner(held: Held<Other, Leaf>) { held.second().run() }', more)).toBe(LEAF);
  expect(await run('fn inner(held: Held<Other, Leaf>) { held.a.run() }', more)).toBe('src/types.rs Other.run');
  const either = 'enum Either<L, R> {\n    Left(L),\n    Right(R),\n}';
  expect(await run('fn inner(one: Either<Other, Leaf>) { if let Either::Right(x) = one { x.run() } }', either)).toBe(
    LEAF,
  );
});

it('a trait has a method for all its types, unless one has its own', async () => {
  const sources = {
    'src/lib.rs': `pub trait Visit {
    fn walk(&self) {}
}
struct A;
struct B;
impl Visit for A {}
impl Visit for B {
    fn walk(&self) {}
}

fn user(a: A, b: B) {
    a.walk();
    b.walk();
}
`,
  };
  expect(await links(sources, 'walk')).toEqual({
    'src/lib.rs:12': 'src/lib.rs Visit.walk',
    'src/lib.rs:13': 'src/lib.rs B.walk',
  });
});

it('a case of an enum in a pattern is a use of it, and no struct of its name with braces is meant', async () => {
  const sources = {
    'src/lib.rs': `enum Kind {
    Plain(u8),
    Packed(Packed),
    None,
}
struct Packed { size: u8 }

fn user(kind: Kind) -> u8 {
    use self::Kind::*;
    match kind {
        Kind::Plain(size) => size,
        Packed(ref packed) => packed.size,
        _ => 0,
    }
}
`,
  };
  expect(await links(sources, 'Plain', 'use')).toEqual({ 'src/lib.rs:11': 'src/lib.rs Kind.Plain' });
  expect((await links(sources, 'Packed', 'use'))['src/lib.rs:12']).not.toBe('src/lib.rs Packed');
});

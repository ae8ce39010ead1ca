/** Local declarations with a qualified type: what the type begins with is no variable. */

import { expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

const SOURCES: readonly [string, Record<string, string>, string][] = [
  [
    'Go',
    {
      'go.mod': 'module example.com/app\n',
      'side/side.go': 'package side\n\ntype Muxer struct{}\n\nfunc NewMuxer(n int) *Muxer { return nil }\n',
      'use.go': `package app

import "example.com/app/side"

func one() any { var x *side.Muxer; x = side.NewMuxer(1); return x }
func two() any {
	var x side.Muxer
	x = side.NewMuxer(1)
	return x
}
func three() any {
	var a, b []*side.Muxer
	a = append(b, side.NewMuxer(1))
	return a
}
func four() any {
	var x map[string]*side.Muxer = nil
	x["a"] = side.NewMuxer(1)
	return x
}
func five() any {
	var (
		n int
		x *side.Muxer
		f func(m *side.Muxer, c chan side.Muxer) (a side.Muxer)
	)
	x = side.NewMuxer(1)
	return x
}
func six() any {
	const x side.Muxer = 1
	type T struct {
		m *side.Muxer
	}
	type U = side.Muxer
	return side.NewMuxer(1)
}
func seven() any {
	x, y := []side.Muxer{}, map[string]side.Muxer{}
	return side.NewMuxer(1)
}
`,
    },
    'NewMuxer',
  ],
  [
    'C++',
    {
      'side.h':
        'namespace ns {\nstruct side {\n  struct Part {};\n  static side make_muxer(int n) { return {}; }\n};\n}\n',
      'use.cpp': `#include "side.h"
namespace ns {
int zero() { return side::make_muxer(1); }
int one() { std::vector<side::Part> x; x.push_back(side::make_muxer(1)); return 1; }
int two() { const side::Part x = side::make_muxer(1); return 1; }
int three() {
  static side::Part x;
  std::map<int, side::Part> y;
  const std::map<const int, const side::Part> z;
  x = side::make_muxer(1);
  return 1;
}
}
`,
    },
    'make_muxer',
  ],
  [
    'C#',
    {
      'Side.cs':
        'namespace App;\n\npublic class Muxer {\n  public class Part {}\n  public static Muxer MakeMuxer(int n) { return null; }\n}\n',
      'Use.cs': `namespace App;

class Use {
  object One() { Muxer.Part x = null; x = Muxer.MakeMuxer(1); return x; }
  object Two() { const Muxer.Part x = null; return Muxer.MakeMuxer(1); }
  object Three() { List<Muxer.Part> x; Dictionary<string, Muxer.Part> y; return Muxer.MakeMuxer(1); }
}
`,
    },
    'MakeMuxer',
  ],
  [
    'Java',
    {
      'a/Muxer.java':
        'package a;\n\npublic class Muxer {\n  public static class Part {}\n  public static Muxer makeMuxer(int n) { return null; }\n}\n',
      'a/Use.java': `package a;

class Use {
  Object one() { Muxer.Part x = null; return Muxer.makeMuxer(1); }
  Object two() { final Muxer.Part x = null; return Muxer.makeMuxer(1); }
  Object three() { List<Muxer.Part> x; Map<String, Muxer.Part> y; return Muxer.makeMuxer(1); }
}
`,
    },
    'makeMuxer',
  ],
  [
    'Rust',
    {
      'Cargo.toml': '[package]\nname = "app"\n',
      'src/lib.rs': 'pub mod side;\npub mod other;\n',
      'src/side.rs': 'pub struct Muxer;\npub fn make_muxer(n: i32) -> Muxer { Muxer }\n',
      'src/other.rs': `use crate::side;

fn one() { let x: side::Muxer; x = side::make_muxer(1); }
fn two() { let x: Vec<side::Muxer> = vec![]; side::make_muxer(1); }
fn three() { let (a, b): (side::Muxer, side::Muxer); side::make_muxer(1); }
fn four() { let mut x: &side::Muxer; side::make_muxer(1); }
`,
    },
    'make_muxer',
  ],
  [
    'TypeScript',
    {
      'side.ts': 'export class Muxer {}\nexport function makeMuxer(n: number): Muxer { return new Muxer(); }\n',
      'use.ts': `import * as side from './side';

export function one() { let x: side.Muxer; x = side.makeMuxer(1); return x; }
export function two() { const x: Map<string, side.Muxer> = new Map(); return side.makeMuxer(1); }
export function three() { const [a, b]: side.Muxer[] = []; return side.makeMuxer(1); }
export function four() { const { a, b }: side.Muxer = x(); return side.makeMuxer(1); }
export function five() { let x: [side.Muxer, side.Muxer]; return side.makeMuxer(1); }
`,
    },
    'makeMuxer',
  ],
  [
    'Python',
    {
      'side.py': 'class Muxer:\n    pass\n\n\ndef make_muxer(n):\n    return Muxer()\n',
      'use.py': `import side


def one():
    x: side.Muxer = None
    x = side.make_muxer(1)
    return x


def two():
    x: dict[str, side.Muxer] = {}
    return side.make_muxer(1)


def three():
    x: side.Muxer
    return side.make_muxer(1)
`,
    },
    'make_muxer',
  ],
  [
    'Kotlin',
    {
      'a/Side.kt': 'package a\n\nobject Side {\n  class Muxer\n  fun makeMuxer(n: Int): Muxer = Muxer()\n}\n',
      'a/Use.kt': `package a

fun one(): Any { var x: Side.Muxer; x = Side.makeMuxer(1); return x }
fun two(): Any { val x: List<Side.Muxer>? = null; return Side.makeMuxer(1) }
fun three(): Any { val x: Map<String, Side.Muxer>; return Side.makeMuxer(1) }
`,
    },
    'makeMuxer',
  ],
  [
    'Swift',
    {
      'Side.swift': 'enum Side {\n  class Muxer {}\n  static func makeMuxer(_ n: Int) -> Muxer { return Muxer() }\n}\n',
      'Use.swift': `func one() -> Any { var x: Side.Muxer; x = Side.makeMuxer(1); return x }
func two() -> Any { let x: [Side.Muxer] = []; return Side.makeMuxer(1) }
func three() -> Any { let x: [String: Side.Muxer]; return Side.makeMuxer(1) }
func four() -> Any { let x: Side.Muxer?; return Side.makeMuxer(1) }
`,
    },
    'makeMuxer',
  ],
];

it.each(SOURCES)(
  '%s: a module or a class in the type of a local variable is still what calls mean',
  async (_, sources, name) => {
    const found = await links(sources, name);
    const calls = Object.values(sources)
      .join('\n')
      .match(/(?:\.|::)(?:make_?|Make|New)muxer\(1/gi);
    expect(Object.keys(found)).toHaveLength(calls!.length);
    expect(Object.entries(found).filter(([, target]) => target === null)).toEqual([]);
  },
);

it('Go: a variable that is called like the package hides it', async () => {
  const use = `package app

import "example.com/app/side"

func one() any {
	var side Other
	return side.NewMuxer(1)
}
func two() any {
	var (
		a int
		n, side Other
	)
	return side.NewMuxer(1)
}
`;
  const [, sources] = SOURCES[0]!;
  expect(await links({ ...sources, 'use.go': use }, 'NewMuxer')).toEqual({ 'use.go:7': null, 'use.go:14': null });
});

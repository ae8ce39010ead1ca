/** Java and PHP: places where classes are used as types, fields as receivers, what imports of classes bring. */

import { expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

it('Java: a class is used as a type in casts, bounds, arrays, literals, and after a modifier', async () => {
  const sources = {
    'a/Box.java': 'package a;\n\npublic class Box {\n  public static class Lid {}\n}\n',
    'a/Lid.java': 'package a;\n\npublic class Lid {}\n',
    'a/Use.java': `package a;

class Use<T extends Box> {
  private Box box;
  public static Box[] make(Box... all) throws Box {
    Class<?> type = Box.class;
    if (all[0] instanceof Box) return new Box[2];
    Box.Lid lid = new Box.Lid();
    return (Box[]) all;
  }
  Lid other(Class<? extends Box> type) {
    return run(Lid::new);
  }
}
`,
  };
  const box = 'a/Box.java Box';
  expect(await links(sources, 'Box', 'type')).toEqual(
    Object.fromEntries([3, 4, 5, 6, 7, 8, 9, 11].map((line) => [`a/Use.java:${line}`, box])),
  );
  expect(await links(sources, 'Lid', 'type')).toEqual({
    'a/Use.java:8': 'a/Box.java Box.Lid',
    'a/Use.java:11': 'a/Lid.java Lid',
  });
  expect(await links(sources, 'Lid')).toEqual({
    'a/Use.java:8': 'a/Box.java Box.Lid',
    'a/Use.java:12': 'a/Lid.java Lid',
  });
});

it('Java: a field has the type of its declaration, unless a variable hides it; a field is not called', async () => {
  const sources = {
    'a/Engine.java': 'package a;\n\npublic class Engine {\n  public void start() {}\n}\n',
    'a/Other.java': 'package a;\n\npublic class Other {\n  public void start() {}\n}\n',
    'a/Car.java': `package a;

class Car {
  private final Engine engine = new Engine();
  private int speed;
  int speed() { return speed; }
  void run(Other other) {
    engine.start();
    var fresh = new Other();
    fresh.start();
    each(engine -> engine.start());
    switch (speed()) {
      case 1 -> run(other);
    }
  }
  void hidden(Other engine) {
    engine.start();
  }
}
`,
  };
  expect(await links(sources, 'start')).toEqual({
    'a/Car.java:8': 'a/Engine.java Engine.start',
    'a/Car.java:10': 'a/Other.java Other.start',
    'a/Car.java:11': null,
    'a/Car.java:17': 'a/Other.java Other.start',
  });
  expect(await links(sources, 'run')).toEqual({ 'a/Car.java:13': 'a/Car.java Car.run' });
  const speed = await links(sources, 'speed');
  expect(speed).toEqual({ 'a/Car.java:12': 'a/Car.java Car.speed' });
});

it('Java: static imports, imports of what is in a class, and calls behind calls', async () => {
  const sources = {
    'src/main/java/a/Tool.java': `package a;

public class Tool {
  public static void turn() {}
  public static class Part {
    public static class Tiny {
      public static class Least {}
    }
  }
}
`,
    'src/main/java/b/One.java': `package b;

import static a.Tool.turn;
import a.Tool.Part.Tiny.Least;

class One {
  void run(Least least) {
    turn();
    make(of("(", deep(1))).turn();
  }
}
`,
    'src/main/java/b/All.java': `package b;

import a.Tool;
import a.Tool.*;

class All {
  Part part;
  Tool tool;
}
`,
  };
  expect(await links(sources, 'turn')).toEqual({
    'src/main/java/b/One.java:8': 'src/main/java/a/Tool.java Tool.turn',
    'src/main/java/b/One.java:9': null,
  });
  expect(await links(sources, 'turn', 'import')).toEqual({
    'src/main/java/b/One.java:3': 'src/main/java/a/Tool.java Tool.turn',
  });
  expect(await links(sources, 'Least', 'type')).toEqual({
    'src/main/java/b/One.java:7': 'src/main/java/a/Tool.java Tool.Part.Tiny.Least',
  });
  expect(await links(sources, 'Part', 'type')).toEqual({
    'src/main/java/b/All.java:7': 'src/main/java/a/Tool.java Tool.Part',
  });
  expect(await links(sources, 'Tool', 'type')).toMatchObject({
    'src/main/java/b/All.java:8': 'src/main/java/a/Tool.java Tool',
  });
});

it('PHP: the prefixes of composer.json name folders; instanceof, and what new makes in brackets', async () => {
  const sources = {
    'composer.json': '{ "autoload": { "psr-4": { "Acme\\\\": "src/", "Acme\\\\Extra\\\\": ["more/"] } } }\n',
    'src/Token.php': '<?php\n\nnamespace Acme;\n\nclass Token {\n  public function text() {}\n}\n',
    'more/Token.php': '<?php\n\nnamespace Acme\\Extra;\n\nclass Token {\n  public function text() {}\n}\n',
    'tests/use.php': `<?php

use Acme\\Token;

function f($any) {
  if ($any instanceof Token) {}
  (new Token($any))->text();
}
`,
    'tests/extra.php':
      '<?php\n\nuse Acme\\Extra\\Token;\n\nfunction f(Token $token) {}\n\nfunction g(\\Acme\\Token $t) {}\n',
  };
  expect(await links(sources, 'Token', 'type')).toEqual({
    'tests/extra.php:5': 'more/Token.php Token',
    'tests/extra.php:7': null,
    'tests/use.php:6': 'src/Token.php Token',
  });
  expect(await links(sources, 'Token', 'import')).toEqual({
    'tests/extra.php:3': 'more/Token.php Token',
    'tests/use.php:3': 'src/Token.php Token',
  });
  expect(await links(sources, 'text')).toEqual({ 'tests/use.php:7': 'src/Token.php Token.text' });
});

import { describe, expect, it } from 'vitest';
import { lineSegments } from '../../../../src/chunk/lineSegments.ts';
import { outline, sourceFrom } from './outline.ts';

const read = (language: string, text: string) => outline(lineSegments(sourceFrom(text, language)));

describe('definitions by line rules', () => {
  it('Dockerfile: stages', () => {
    expect(
      read(
        'dockerfile',
        '# syntax=docker/dockerfile:1\nARG V=20\n\n# Builds all.\nFROM --platform=linux/amd64 node:$V AS build\nCOPY . .\nRUN npm ci \\\n  && npm test\n\nFROM nginx@sha256:abc\nCOPY --from=build /app/dist ./html\n',
      ),
    ).toMatchInlineSnapshot(`
      "4-8 section build (build) "Builds all." → link node:$V
      10-11 section nginx (nginx) → link nginx@sha256:abc, link build"
    `);
  });

  it('Makefile: targets, not variables', () => {
    expect(
      read(
        'makefile',
        'include config.mk\nCC := gcc\nX ::= 1\n\n## Everything.\n.PHONY: all\nall: build test\n\t@echo done\n\nbuild: src/main.c\n\t$(CC) -o x\n\n\t# still build\n\ttrue\n\ndefine HELP\n  text\nendef\n',
      ),
    ).toMatchInlineSnapshot(`
      "1-3 text  → link config.mk
      5-8 function all (all) "Everything." → call build, call test
      10-14 function build (build) → link src/main.c
      16-18 function HELP (HELP)"
    `);
  });

  it('SQL: statements, and nothing inside of dollar quotes', () => {
    expect(
      read(
        'sql',
        `-- People.
CREATE TABLE IF NOT EXISTS "app"."users" (
  id int REFERENCES accounts (id)
);
INSERT INTO users VALUES (1);
ALTER TABLE users ADD COLUMN x int;

CREATE OR REPLACE FUNCTION touch() RETURNS trigger AS $$
BEGIN
CREATE TABLE never_a_segment (x int);
END;
$$ LANGUAGE plpgsql;

create unique index concurrently by_id on users (id);
`,
      ),
    ).toMatchInlineSnapshot(`
      "1-4 type users (users) "People." → type accounts
      5-6 text  → type users
      8-12 function touch (touch)
      14-14 type by_id (by_id)"
    `);
  });

  it('GraphQL', () => {
    expect(
      read(
        'graphql',
        '"""\nA person.\n"""\ntype User implements Node & Named {\n  id: ID!\n  posts(first: Int): [Post!]!\n}\n\nenum Role { ADMIN }\n\nquery GetUser($id: ID!) {\n  user(id: $id) { ...UserParts }\n}\n',
      ),
    ).toMatchInlineSnapshot(`
      "1-7 type User (User) "A person." → inherit Node, inherit Named, type ID, type Int, type Post
      9-9 enum Role (Role)
      11-13 function GetUser (GetUser) → type ID, type UserParts"
    `);
  });

  it('Protobuf: nested messages, services with methods', () => {
    expect(
      read(
        'protobuf',
        `syntax = "proto3";
package shop.v1;
import "shop/money.proto";

// An order.
message Order {
  repeated Item items = 1;
  map<string, Price> prices = 2;

  // One position.
  message Item {
    string sku = 1;
  }
  enum State { OPEN = 0; }
}

service Orders {
  /* Places it. */
  rpc Place(Order) returns (stream PlaceResponse) {
    option (google.api.http) = { post: "/v1" };
  }
  rpc Cancel(Order) returns (Empty);
}
`,
      ),
    ).toMatchInlineSnapshot(`
      "1-3 text  → import shop/money.proto, link shop/money.proto
      5-15 class Order (Order) "An order." → type Item, type Price
        10-13 class Order/Item (Item) "One position."
        14-14 enum Order/State (State)
      17-23 interface Orders (Orders)
        18-21 method Orders/Place (Place) "Places it." → type Order, type PlaceResponse, type google.api.http
        22-22 method Orders/Cancel (Cancel) → type Order, type Empty"
    `);
  });

  it('Groovy and Gradle', () => {
    expect(
      read(
        'groovy',
        `import spock.lang.Specification

/** Says hello. */
@Narrative
class HelloSpec extends Specification implements A, B {
    def "it says hello"() {
        expect:
        greet("x") == 1
    }

    private static List<String> names(int n) {
        return []
    }
}

project(':core') {
    dependencies {
        implementation "org.slf4j:slf4j-api:2.0"
        testImplementation project(':util')
    }
    tasks.register("jarAll") {
        doLast { }
    }
}

if (x) {
    println 1
}
`,
      ),
    ).toMatchInlineSnapshot(`
      "1-1 text  → import spock.lang.Specification
      3-14 class HelloSpec (HelloSpec) "Says hello." → inherit Specification
        6-9 function HelloSpec/it says hello (it says hello) → call greet
        11-13 function HelloSpec/names (names)
      16-24 object project.core (project.core) → call project, link core, link org.slf4j:slf4j-api, link util
        21-23 function project.core/jarAll (jarAll) → call register"
    `);
  });

  it('CMake, Julia, Lisp, Erlang, INI', () => {
    expect(
      [
        read(
          'cmake',
          'project(app C)\ninclude(cmake/Flags.cmake)\n\n# Adds one.\nfunction(add_one target)\n  set(x 1)\nendfunction()\n\nadd_library(core STATIC\n  a.c)\n',
        ),
        read(
          'julia',
          'module Geo\nusing LinearAlgebra\n\n"""\n    area(s)\n"""\nfunction area(s::Shape)\n    return norm(s)\nend\n\nscale(s, k) = k * s\n\nstruct Box <: Shape\n    a\nend\n\nend\n',
        ),
        read(
          'clojure',
          '(ns app.core\n  (:require [app.db :as db]))\n\n;; Finds one.\n(defn find-user\n  [id]\n  (db/query id))\n\n(def limit 10)\n\n(defrecord User [id])\n',
        ),
        read(
          'erlang',
          '-module(shop).\n-behaviour(gen_server).\n-export([total/1]).\n\n%% Adds up.\n-spec total([item()]) ->\n    number().\ntotal([]) -> 0;\ntotal([H | T]) ->\n    price(H) + lists:sum(T).\n\nprice(X) -> X.\n',
        ),
        read('ini', '; all of it\n[core]\nbare = false\n\n[remote "origin"]\nurl = x\n'),
      ].join('\n--\n'),
    ).toMatchInlineSnapshot(`
      "1-1 module app (app) → call project
      2-2 text  → link cmake/Flags.cmake, call include
      4-7 function add_one (add_one) "Adds one." → call endfunction
      9-10 object core (core) → call add_library
      --
      1-1 module Geo (Geo)
      2-2 text  → import LinearAlgebra
      4-9 function Geo/area (area) "area(s)" → call norm
      11-11 function Geo/scale (scale)
      13-15 class Geo/Box (Box) → inherit Shape
      --
      1-2 module app.core (app.core) → import app.db
      4-7 function app.core/find-user (find-user) "Finds one." → call db:query
      9-9 constant app.core/limit (limit)
      11-11 class app.core/User (User) → call defrecord
      --
      1-1 module shop (shop) → call module
      2-3 text  → inherit gen_server, call behaviour, call export
      5-10 function shop/total (total) "Adds up." → call item, call number, call price, call lists:sum
      12-12 function shop/price (price)
      --
      1-3 object core (core) "all of it"
      5-6 object remote (remote)"
    `);
  });

  it('XML: named elements below the root, not what they hold', () => {
    expect(
      read(
        'xml',
        `<?xml version="1.0"?>
<project name="all">
  <!-- Compiles. -->
  <target name="compile"
      depends="init">
    <javac name="never"/>
  </target>
  <bean id="clock" class="org.acme.time.Clock"/>
</project>
`,
      ),
    ).toMatchInlineSnapshot(`
      "2-9 object all (all)
        3-7 object all/compile (compile) "Compiles."
        8-8 object all/clock (clock) → type Clock"
    `);
  });

  it('SCSS', () => {
    expect(
      read(
        'scss',
        '@use "base";\n\n// Shade.\n@mixin shade($c) {\n  color: $c;\n}\n\n.card,\n.box > a:hover {\n  @include shade(red);\n}\n',
      ),
    ).toMatchInlineSnapshot(`
      "1-1 text  → import base
      3-6 function shade (shade) "Shade."
      8-11 object .box > a:hover (.box > a:hover) → call shade"
    `);
  });
});

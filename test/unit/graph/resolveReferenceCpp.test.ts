/** Which definition a reference in C and C++ means, on small sources: headers, tags, fields and bases. */

import { expect, it } from 'vitest';
import { typeInherited } from '../../../src/graph/variables.ts';
import { links } from '../../helpers/links.ts';

const HEADER = `#pragma once
namespace app {
class Log {
 public:
  void write(int line);
  class Cursor {
   public:
    void advance();
  };
};

class Cursor {
 public:
  void advance();
};

class Base {
 public:
  void open();
 protected:
  Log* const shared_;
};

class Store : public Base {
 public:
  Store(const Store& other);
  ~Store();
  void save(const Store* from);
 private:
  Log log_ GUARDED_BY(mutex_);
  std::unique_ptr<Log> owned_;
  Cursor* cursor_;
  Log::Cursor inner_;
};
}  // namespace app
`;

const SOURCE = `#include "store.hpp"
namespace app {
void Store::save(const Store* from) {
  log_.write(1);
  owned_->write(2);
  this->log_.write(3);
  shared_->write(4);
  cursor_->advance();
  inner_.advance();
  Store* next = other();
  if (from != 0 && next->log_.write(5)) next->open();
  open();
}
}  // namespace app
`;

const CPP = { 'store.hpp': HEADER, 'store.cpp': SOURCE };

it('C++: fields have the types that the class in a header declares, also those of a base', async () => {
  expect(await links(CPP, 'write')).toEqual({
    'store.cpp:4': 'store.hpp app.Log.write',
    'store.cpp:5': 'store.hpp app.Log.write',
    'store.cpp:6': 'store.hpp app.Log.write',
    'store.cpp:7': 'store.hpp app.Log.write',
    'store.cpp:11': 'store.hpp app.Log.write',
  });
});

it('C++: methods are inherited from the bases that a header names', async () => {
  expect(await links(CPP, 'open')).toEqual({
    'store.cpp:11': 'store.hpp app.Base.open',
    'store.cpp:12': 'store.hpp app.Base.open',
  });
});

it('C++: a class in a class is not the one in the namespace', async () => {
  expect(await links(CPP, 'advance')).toEqual({
    'store.cpp:8': 'store.hpp Cursor.advance',
    'store.cpp:9': 'store.hpp app.Log.Cursor.advance',
  });
});

it('C++: a type is mentioned behind const, before :: and in a cast, not by its constructors', async () => {
  const sources = {
    ...CPP,
    'use.cpp':
      '#include "store.hpp"\nstatic app::Store* make(void* p) {\n  return static_cast<app::Store*>(p);\n}\nvoid f() {\n  const app::Store s;\n}\n',
  };
  expect(await links(sources, 'Store', 'type')).toEqual({
    'store.hpp:26': 'store.hpp app.Store',
    'store.hpp:28': 'store.hpp app.Store',
    'store.cpp:3': 'store.hpp app.Store',
    'store.cpp:10': 'store.hpp app.Store',
    'use.cpp:2': 'store.hpp app.Store',
    'use.cpp:3': 'store.hpp app.Store',
    'use.cpp:6': 'store.hpp app.Store',
  });
});

it('C++: two types of one name on lines of one chunk are told by what stands before them', async () => {
  const sources = {
    'a.hpp': 'class Entry {\n public:\n  enum Flag { A };\n};\n',
    'b.hpp': 'class Group {\n public:\n  enum Flag { B };\n};\n',
    'use.cpp':
      '#include "a.hpp"\n#include "b.hpp"\nvoid f(int i) {\n  g(static_cast<Entry::Flag>(i),\n    static_cast<Group::Flag>(i));\n}\n',
  };
  expect(await links(sources, 'Flag', 'type')).toEqual({
    'use.cpp:4': 'a.hpp Entry.Flag',
    'use.cpp:5': 'b.hpp Group.Flag',
  });
});

it('C++: a header whose name ends with .h has namespaces, too', async () => {
  const sources = {
    'store.h': HEADER,
    'use.cpp': '#include "store.h"\nnamespace app {\nvoid f() {\n  Store s;\n  s.save(0);\n}\n}\n',
  };
  expect(await links(sources, 'Store', 'type')).toMatchObject({ 'use.cpp:4': 'store.h app.Store' });
  expect(await links(sources, 'save')).toEqual({ 'use.cpp:5': 'store.h app.Store.save' });
});

it('C: struct, union and enum are types wherever they stand; a member or a variable of that name is none', async () => {
  const sources = {
    'grid.h': 'struct grid {\n  int size;\n  struct grid *next;\n};\nenum mode { ON, OFF };\n',
    'list.h': 'struct grid;\nvoid draw(const struct grid *g);\n',
    'use.c':
      '#include "grid.h"\nstatic struct grid *make(enum mode m) {\n  struct view *v = 0;\n  struct grid *g = (struct grid *)malloc(sizeof(struct grid));\n  g = v->grid;\n  v->grid = g;\n  return g;\n}\n',
  };
  expect(await links(sources, 'grid', 'type')).toEqual({
    'grid.h:3': 'grid.h grid',
    'list.h:2': 'grid.h grid',
    'use.c:2': 'grid.h grid',
    'use.c:4': 'grid.h grid',
  });
  expect(await links(sources, 'mode', 'type')).toEqual({ 'use.c:2': 'grid.h mode' });
});

it('C++: a field is looked for in a limited number of bases', () => {
  function* endless() {
    for (;;) yield { name: 'Base', from: null };
  }
  expect(typeInherited('field', 'Own', endless(), () => null)).toBeNull();
});

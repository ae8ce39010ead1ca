/** Which definition a place in Python means where other files must be read: bases, fields, results, re-exports. */

import { expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

const PACKAGE = {
  'app/__init__.py': 'from app.base import Repo\nfrom lib.errors import Broken\n',
  'app/base.py': `import abc
from typing import Generic, Optional, TypeVar

T = TypeVar("T")


class Base(abc.ABC):
    def close(self):
        pass

    def name(self):
        return "base"


class Left(Base):
    pass


class Right(Base):
    def name(self):
        return "right"


class Repo(Left, Right, Generic[T]):
    def find(self, key: str) -> "Optional[Repo]":
        return None

    async def later(self) -> Repo:
        return self

    def again(self):
        return self
`,
  'lib/errors.py': 'class Broken(Exception):\n    pass\n',
};

it('looks for members in bases of other files, in the order of Python', async () => {
  const sources = {
    ...PACKAGE,
    'app/use.py': `from app import Repo


class Mine(Repo[int]):
    def run(self):
        self.close()
        super().name()
        Mine().again().close()
        super(Right, self).name()
`,
  };
  expect(await links(sources, 'close')).toEqual({
    'app/use.py:6': 'app/base.py Base.close',
    'app/use.py:8': 'app/base.py Base.close',
  });
  // Left has none, and Right comes before the base of both.
  expect(await links(sources, 'name')).toEqual({
    'app/use.py:7': 'app/base.py Right.name',
    'app/use.py:9': 'app/base.py Base.name',
  });
});

it('reads the classes of fields, properties, parameters, results and loops', async () => {
  const sources = {
    ...PACKAGE,
    'app/holder.py': `from contextlib import contextmanager
from typing import Iterator

from app.base import Repo
from app.names import Names


class Holder:
    def __init__(self, repo: Repo | None, names):
        self._repo = repo
        self._names = names or Names()
        self.any = names

    @property
    def repo(self) -> Repo:
        return self._repo

    def all(self) -> list[Repo]:
        return []

    @contextmanager
    def opened(self) -> Iterator[Repo]:
        yield self._repo
`,
    'app/names.py': 'class Names:\n    def find(self, key):\n        pass\n',
    'test/test_holder.py': `from app.holder import Holder


async def test(holder: Holder, other):
    holder.repo.find("a")
    holder._repo.find("b").close()
    holder._names.find("c")
    holder.any.find("d")
    for one in holder.all():
        one.find("e")
    with holder.opened() as repo:
        repo.find("f")
    (await holder.repo.later()).find("g")
    late = await holder.repo.later()
    late.find("h")
    holder.repo.later().find("i")
    holder.all()[0].find("j")
    [x.find("k") for x in holder.all()]
`,
  };
  const repo = 'app/base.py Repo.find';
  expect(await links(sources, 'find')).toEqual({
    'test/test_holder.py:5': repo,
    'test/test_holder.py:6': repo,
    'test/test_holder.py:7': null,
    'test/test_holder.py:8': null,
    'test/test_holder.py:10': repo,
    'test/test_holder.py:12': repo,
    'test/test_holder.py:13': repo,
    'test/test_holder.py:15': repo,
    'test/test_holder.py:16': null,
    'test/test_holder.py:17': repo,
    'test/test_holder.py:18': repo,
  });
});

it('knows which assignment or condition counts at a place', async () => {
  const sources = {
    ...PACKAGE,
    'app/names.py': 'class Names:\n    def find(self, key):\n        pass\n',
    'app/use.py': `from app.base import Repo
from app.names import Names


def f(flag, either):
    one = Names()
    one = Repo()
    one.find("a")
    if flag:
        two = Names()
    else:
        two = Repo()
    two.find("b")
    g(
        one=Names,
    )
    one.find("c")
    if isinstance(either, Repo):
        either.find("d")
    either.find("e")
    if flag and isinstance(flag, Repo):
        flag.find("f")
    first, one = Names(), flag
    one.find("g")


def made() -> Repo: ...


made().find("h")
`,
  };
  expect(await links(sources, 'find')).toEqual({
    'app/use.py:8': 'app/base.py Repo.find',
    'app/use.py:13': null,
    'app/use.py:17': 'app/base.py Repo.find',
    'app/use.py:19': 'app/base.py Repo.find',
    'app/use.py:20': null,
    'app/use.py:22': null,
    'app/use.py:24': null,
    'app/use.py:30': 'app/base.py Repo.find',
  });
});

it('follows what a module passes on, and circles of imports end', async () => {
  const sources = {
    ...PACKAGE,
    'main.py': 'import app.names\nfrom app import Broken\n\nraise Broken()\n\napp.names.Missing().find("a")\n',
    'app/names.py': 'from app.circle import Missing\nfrom app.circle import *\n',
    'app/circle.py': 'from app.names import Missing\nfrom app.names import *\n',
  };
  expect(await links(sources, 'Broken', 'import')).toMatchObject({ 'main.py:2': 'lib/errors.py Broken' });
  expect(await links(sources, 'Broken')).toEqual({ 'main.py:4': 'lib/errors.py Broken' });
  expect(await links(sources, 'find')).toEqual({ 'main.py:6': null });
});

it('sees code in f-strings, types in unions, and bases with parameters', async () => {
  const sources = {
    'a.py': `class Item:
    pass


class Box(list[Item]):
    pass


def show(item: Item | None, more: "dict[str, Item]", box: dict[str, Box] | None = None) -> str:
    return f"{{show}} {show(item)!r:>10} {'show(item)'}"
`,
    'b.py': `import a


class Item(
    a.Item, a.Box
):
    pass
`,
  };
  expect(await links(sources, 'show')).toEqual({ 'a.py:10': 'a.py show' });
  expect(await links(sources, 'Item', 'type')).toEqual({ 'a.py:5': 'a.py Item', 'a.py:9': 'a.py Item' });
  expect(await links(sources, 'Box', 'type')).toEqual({ 'a.py:9': 'a.py Box' });
  expect(await links(sources, 'Item', 'inherit')).toEqual({ 'b.py:5': 'a.py Item' });
});

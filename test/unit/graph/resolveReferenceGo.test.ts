/** Which definition a reference in Go means, on small sources: by packages, declared types and chains of calls. */

import { expect, it } from 'vitest';
import { links } from '../../helpers/links.ts';

it('Go: packages are folders, receivers have types, other modules are libraries', async () => {
  const sources = {
    'go.mod': 'module example.com/app/v2\n\ngo 1.22\n',
    'store/store.go': `package store

type Store struct{}

func New() *Store { return &Store{} }

func (s *Store) Get(key string) string {
	return s.read(key)
}

func (s *Store) read(key string) string { return key }
`,
    'store/more.go': 'package store\n\nfunc again() *Store {\n\treturn New()\n}\n',
    'main.go': `package main

import (
	kv "example.com/app/v2/store"
	"github.com/other/store/lib"
)

func main() {
	s := kv.New()
	lib.New()
	s.Get("a")
}

func use(s *kv.Store) {
	s.Get("b")
}
`,
  };
  expect(await links(sources, 'New')).toEqual({
    'main.go:9': 'store/store.go New',
    'main.go:10': null,
    'store/more.go:4': 'store/store.go New',
  });
  expect(await links(sources, 'Get')).toEqual({
    'main.go:11': 'store/store.go Store.Get',
    'main.go:15': 'store/store.go Store.Get',
  });
  expect(await links(sources, 'read')).toEqual({ 'store/store.go:8': 'store/store.go Store.read' });
});

it('Go: every place of a type is a mention, a value or a key of its name is none', async () => {
  const sources = {
    'go.mod': 'module example.com/app\n',
    'store/store.go': 'package store\n\ntype Client struct{}\n',
    'kinds.go': `package app

import "example.com/app/store"

type (
	Node interface{ Parent() Node }
	Client struct {
		nodes []Node
		byName map[string]*Client
		open func() (Client, error)
		quote string
	}
)

var quote = ${'`\\`'} + ${'`"`'}

func one(all ...Client) (Node, error) {
	var a Client
	b := store.Client{}
	switch c := any(a).(type) {
	case *Client:
		return c.nodes[0], nil
	}
	_ = (*Client)(nil)
	Client := b
	use(Client, other{Client: a.open})
	return new(Box[Client]).Client, nil
}

type Holder struct {
	Client
}

func hold() Holder { return Holder{Client: b} }

func two() store.Client { return store.Client{} }
func three() func() Client { return nil }
`,
  };
  const own = await links(sources, 'Client', 'type');
  expect(own).toEqual({
    ...{ 'kinds.go:9': 'kinds.go Client', 'kinds.go:10': 'kinds.go Client', 'kinds.go:17': 'kinds.go Client' },
    ...{ 'kinds.go:18': 'kinds.go Client', 'kinds.go:21': 'kinds.go Client', 'kinds.go:24': 'kinds.go Client' },
    // There a variable has the name.
    ...{ 'kinds.go:26': null, 'kinds.go:27': null, 'kinds.go:37': 'kinds.go Client' },
  });
  expect(await links(sources, 'Node', 'type')).toEqual({
    'kinds.go:6': 'kinds.go Node',
    'kinds.go:8': 'kinds.go Node',
    'kinds.go:17': 'kinds.go Node',
  });
});

it('Go: a receiver gets its type from fields, results, variables and what it embeds', async () => {
  const sources = {
    'go.mod': 'module example.com/app\n',
    'log/log.go': `package log

type Logger struct{}

func (l *Logger) With(name string) *Logger { return l }
func (l *Logger) Write(text string)        {}

type Writer interface {
	Write(text string)
}
`,
    'store/store.go': `package store

import "example.com/app/log"

type base struct{ *log.Logger }
type Store struct {
	base
	log, other *log.Logger
	out        log.Writer
	parts      map[string][]*Part
}
type Part struct{}
type Parts = []*Part

func Open() (*Store, error)   { return nil, nil }
func (s *Store) All() Parts   { return nil }
func (p *Part) Write(n string) {}

var Default = &Store{}

func List[T any](of T) []T { return nil }
`,
    'main.go': `package main

import (
	"example.com/app/store"
	"example.com/other/lib"
)

type server struct {
	*store.Store
	tests []struct{ one *store.Part }
}

func (s *server) run(
	any lib.Store,
) {
	db, err := store.Open()
	db.Write("embedded")
	db.log.
		With("a").
		Write("field")
	db.out.Write("interface")
	for _, part := range db.parts["a"] {
		part.Write("element")
	}
	db.All()[0].Write("alias")
	store.Default.other.Write("variable")
	s.Write("embedded twice")
	for _, test := range s.tests {
		test.one.Write("unnamed")
	}
	if part, ok := err.(*store.Part); ok {
		part.Write("asserted")
	}
	func() { db := any.Open(); db.Write("elsewhere") }()
	store.List(db)[0].Write("open")
	db.Logger().Write("open")
	err.Write("open")
}
`,
  };
  const LOGGER = 'log/log.go Logger.Write';
  const PART = 'store/store.go Part.Write';
  expect(await links(sources, 'Write')).toEqual({
    ...{ 'main.go:17': LOGGER, 'main.go:20': LOGGER, 'main.go:21': 'log/log.go Writer.Write', 'main.go:23': PART },
    ...{ 'main.go:25': PART, 'main.go:26': LOGGER, 'main.go:27': LOGGER, 'main.go:29': PART, 'main.go:32': PART },
    ...{ 'main.go:34': null, 'main.go:35': null, 'main.go:36': null, 'main.go:37': null },
  });
  expect(await links(sources, 'With')).toEqual({ 'main.go:19': 'log/log.go Logger.With' });
});

it('Go: a chain of calls of many methods, each of which is read for the next', async () => {
  const all = Array.from({ length: 24 }, (_, at) => at);
  const sources = {
    'go.mod': 'module example.com/app\n',
    'a.go': `package app\n\nfunc f() {\n\tNew()${all.map((at) => `.Set${at}()`).join('')}.Run()\n}\n`,
    'b.go': `package app\n\ntype Pool struct{}\n\nfunc New() *Pool { return nil }\n\nfunc (p *Pool) Run() {}\n`,
    ...Object.fromEntries(
      all.map((at) => [`s${at}.go`, `package app\n\nfunc (p *Pool) Set${at}() *Pool { return p }\n`]),
    ),
  };
  expect(await links(sources, 'Run')).toEqual({ 'a.go:4': 'b.go Pool.Run' });
});

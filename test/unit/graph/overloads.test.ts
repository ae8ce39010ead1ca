/** Overloads in C# and Kotlin, and what the parameters of a class are in C#. */

import { expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf } from '../../helpers/links.ts';

/** Returns for each line of the file that calls the name where the target begins. */
async function targets(sources: Record<string, string>, name: string, path: string) {
  const hits = await findReferences(await contextOf(sources), name);
  const calls = hits.filter((hit) => hit.kind === 'call' && hit.path === path);
  return Object.fromEntries(calls.map(({ line, target }) => [line, target?.startLine ?? null]));
}

const SENDER = `namespace Acme;

public class Sender
{
    public void Send(string a) { }
    public void Send(string a, int b) { }
    public void Send(int a) { }
    public void Send(IFormatProvider a, string b, params object[] more) { }
    public void Send<T>(Exception a, string b, T c) { }
    public void Send(Exception a, string b, params object[] more) { }
    public static Sender Open() => null;
    public static Sender Open<T>() => null;
    public static Sender Open<T, U>() => null;
    public static Sender Open(bool isFast = false) => null;
}
`;

it('chooses among overloads of C# by number and types of arguments', async () => {
  const calls = [
    ...['Send("a")', 'Send("a", 2)', 'Send(2)', 'Send(one)', 'Send(other)', 'Send(new Exception(), "b", "c")'],
    ...['Send(given, "b", "c", "d")', 'Send(null, "b", "c", "d")', 'Send<int>(x, "b", 3)'],
  ];
  const lines = calls.map((call) => `        to.${call};`);
  const use = `using Acme;
namespace Other;

public class Use
{
    public void Run(Sender to, int one, Exception given)
    {
${lines.join('\n')}
        Sender.Open().Send(1);
        Sender.Open<int>();
        Sender.Open(true);
        Sender.Open<int, List<int>>();
        all.ForEach(to.Send);
    }
}
`;
  const sources = { 'src/Sender.cs': SENDER, 'src/Use.cs': use };
  expect(await targets(sources, 'Send', 'src/Use.cs')).toEqual({
    ...{ 8: 5, 9: 6, 10: 7, 11: null, 12: null, 13: 9 },
    ...{ 14: 10, 15: null, 16: 9, 17: 7 },
  });
  expect(await targets(sources, 'Open', 'src/Use.cs')).toEqual({ 17: 11, 18: 12, 19: 14, 20: 13 });
});

it('leaves open which overload of C# a conversion chooses, and reads no receiver as an argument', async () => {
  const store = `namespace Acme;

public class Store
{
    public void Add(object a) { }
    public void Add(int a) { }
    public void Keep(Animal a, string b = "") { }
    public void Keep(object a) { }
}

public static class StoreExtensions
{
    public static void Put(this Store to, Key a, int b = 0) { }
    public static void Put(this Store to, int a) { }
    public static void Put(this string to, Store a) { }
}
`;
  const calls = [`Add('a')`, 'Add(1)', 'Keep(new Dog())', 'Keep(new Animal())', 'Put(1)', 'Put(new Key())'];
  const lines = [...calls.map((call) => `to.${call};`), 'StoreExtensions.Put(to, 1);'];
  const use = `using Acme;\n\npublic class Use\n{\n    public void Run(Store to)\n    {\n${lines.join('\n')}\n    }\n}\n`;
  const sources = { 'src/Store.cs': store, 'src/Use.cs': use };
  expect(await targets(sources, 'Add', 'src/Use.cs')).toEqual({ 7: null, 8: 6 });
  expect(await targets(sources, 'Keep', 'src/Use.cs')).toEqual({ 9: null, 10: 7 });
  expect(await targets(sources, 'Put', 'src/Use.cs')).toEqual({ 11: 14, 12: 13, 13: 14 });
});

it('knows the parameters of a class of C# in methods and properties', async () => {
  const use = `using Acme;
namespace Other;

public class Use(Sender first, Sender second) : Unknown(first)
{
    private readonly Sender _third = second;
    public void Run() { first.Send(1); }
    public int Size => second.Send("a", 2);
    public void Go() => _third.Send(2);
    public void Other(List<Sender> second) { second.Send(1); }
    public void Made() { Sender.Open().Send(1); }
}
`;
  const sources = { 'src/Sender.cs': SENDER, 'src/Use.cs': use };
  expect(await targets(sources, 'Send', 'src/Use.cs')).toEqual({ 7: 7, 8: 6, 9: 7, 10: null, 11: 7 });
});

it('chooses among overloads of Kotlin', async () => {
  const sources = {
    'src/Sender.kt': `package acme

class Sender {
  fun send(a: String) {}
  fun send(a: Int) {}
  fun send(a: Int, b: String = "") {}
  fun send(a: Int, block: () -> Unit) {}
}
`,
    'src/Use.kt': `package acme

class Use(private val to: Sender) {
  fun run(any: Any) {
    to.send("a")
    to.send(1)
    to.send(1, "b")
    to.send(1) { }
    to.send(any)
  }
}
`,
  };
  expect(await targets(sources, 'send', 'src/Use.kt')).toEqual({ 5: 4, 6: 5, 7: 6, 8: 7, 9: null });
});

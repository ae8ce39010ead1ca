/** Members in Java, PHP, C# and Kotlin that the declared type of a receiver tells: inherited ones, fields, and results of calls. */

import { expect, it } from 'vitest';
import { findReferences } from '../../../src/graph/symbols.ts';
import { contextOf, links } from '../../helpers/links.ts';

const JAVA = {
  'src/main/java/app/Base.java': `package app;

import lib.Client;

public abstract class Base<T> {
  protected Client client;

  protected void close() {}

  static Base<String> open() { return null; }
}
`,
  'src/main/java/app/Middle.java': 'package app;\n\nabstract class Middle extends Base<Integer> {}\n',
  'src/main/java/lib/Client.java': `package lib;

public class Client implements Sender {
  public Client again(int times) { return this; }

  public Client again() { return this; }

  public static Builder builder() { return new Builder(); }

  public static class Builder {
    public Client build() { return null; }
  }

  public <T> T any(T one) { return one; }

  public void twice(String text) {}
}
`,
  'src/main/java/lib/Sender.java': `package lib;

public interface Sender {
  default void send(String text) {}

  default void twice(byte[] text) {}
}
`,
};

it('finds members of Java that other files declare', async () => {
  const sources = {
    ...JAVA,
    'src/test/java/app/Use.java': `package app;

import static lib.Client.builder;

import lib.Client;
import other.Thing;

class Use extends Middle {
  void run(Thing thing, Sender near) {
    client.again(1).again().send("a");
    this.client.send("b");
    new Client().send("c");
    Client.builder().build().send("d");
    builder().build().send("e");
    var made = Client.builder().build();
    made.send("f");
    ((Client) thing.get()).send("g");
    thing.client().send("h");
    client.any(client).send("i");
    items.forEach(client -> client.send("j"));
    super.client.send("k");
    near.send("l");
  }

  class Inner {
    void run() { close(); }
  }
}
`,
    'src/main/java/app/Far.java': `package app;

class Far extends other.Unknown implements lib.Sender {
  void run() { send("a"); this.send("b"); new Far().again(); }
}
`,
  };
  const meant = 'src/main/java/lib/Sender.java Sender.send';
  const found = await links(sources, 'send');
  const use = (lines: number[], target: string | null) =>
    Object.fromEntries(lines.map((line) => [`src/test/java/app/Use.java:${line}`, target]));
  expect(found).toEqual({
    ...use([10, 11, 12, 13, 14, 16, 17, 21], meant),
    ...use([18, 19, 20, 22], null),
    'src/main/java/app/Far.java:4': null,
  });
  expect(await links(sources, 'close')).toEqual({
    'src/test/java/app/Use.java:26': 'src/main/java/app/Base.java Base.close',
  });
});

it('leaves overloads of Java open that several classes define', async () => {
  const sources = {
    ...JAVA,
    'src/main/java/lib/Sub.java': 'package lib;\n\nclass Sub extends Client {}\n',
    'src/main/java/lib/Use.java':
      'package lib;\n\nclass Use {\n  void run(Sub a) { a.twice(data); }\n  void other(Sub a) { a.again(1, 2); a.again(1); }\n}\n',
  };
  expect(await links(sources, 'twice')).toEqual({ 'src/main/java/lib/Use.java:4': null });
  expect((await links(sources, 'again'))['src/main/java/lib/Use.java:5']).toBe(
    'src/main/java/lib/Client.java Client.again',
  );
});

const PHP = {
  'src/Base.php': `<?php
namespace App;

use App\\Http\\Client as HttpClient;

/**
 * @property-read \\App\\Http\\Request $request
 */
abstract class Base
{
    use Greets;

    /** @var HttpClient */
    protected $client;

    public function __construct(private HttpClient $typed) {}

    public static function make(): static { return new static(); }

    /**
     * @return HttpClient|null
     */
    #[Pure]
    protected function client() { return $this->client; }

    public function close() {}
}
`,
  'src/Greets.php': '<?php\nnamespace App;\n\ntrait Greets\n{\n    public function greet() {}\n}\n',
  'src/Http/Client.php': `<?php
namespace App\\Http;

class Client
{
    public function send($text): self { return $this; }
}
`,
  'src/Http/Request.php': '<?php\nnamespace App\\Http;\n\nclass Request\n{\n    public function send() {}\n}\n',
};

it('finds members of PHP that other files and comments declare', async () => {
  const sources = {
    ...PHP,
    'src/Use.php': `<?php
namespace App;

class Other extends Base
{
    /** @param Http\\Unknown $unknown */
    public function run($unknown, array $all)
    {
        $this->client->send(1)->send(2);
        $this->client()->send(3);
        $client = $this->client();
        $client->send(4);
        (new \\App\\Http\\Client)->send(5);
        $this->request->send(6);
        foreach ($all as $one) $one->send(7);
        $unknown->send(8);
        $next = $this->client();
        $next = $next->send(9);
        $mixed = $all ? $client : $unknown;
        $mixed->send(10);
        array_map(function ($client) { $client->send(11); }, $all);
        $this->typed->send(12);
        parent::close();
        self::make()->greet();
        static::make()->close();
    }
}
`,
  };
  const client = 'src/Http/Client.php Client.send';
  const use = (lines: number[], target: string | null) =>
    Object.fromEntries(lines.map((line) => [`src/Use.php:${line}`, target]));
  expect(await links(sources, 'send')).toEqual({
    ...use([9, 10, 13, 22], client),
    ...use([14], 'src/Http/Request.php Request.send'),
    ...use([15, 16, 18, 20, 21], null),
    ...use([12], client),
  });
  expect(await links(sources, 'close')).toEqual(use([23, 25], 'src/Base.php Base.close'));
  expect(await links(sources, 'greet')).toEqual(use([24], 'src/Greets.php Greets.greet'));
});

it('is open for classes that inherit from themselves or from too many', async () => {
  const chain = (count: number) => ({
    'A.java': `${Array.from({ length: count }, (_, at) => `class C${at} extends C${at + 1} {}`).join('\n')}\nclass C${count} { void f() {} }\n`,
    'Use.java': 'class Use extends A { void g(A.C0 a) { h(); } }\n',
    'B.java': 'class B extends D { void h(D d) { d.f(); } }\n',
    'D.java': 'class D extends B {}\n',
  });
  expect(await links(chain(100), 'f')).toEqual({ 'B.java:1': null });
});

it('takes no argument for the receiver where a member is called like a keyword', async () => {
  const php = `<?php
class A
{
    public function f() {}
    public function run($b)
    {
        $b->or(new A())->f();
        if ($b) (new A())->f();
    }
}
`;
  expect(await links({ 'A.php': php }, 'f')).toEqual({ 'A.php:7': null, 'A.php:8': 'A.php A.f' });
  const java = `class A {
  void f() {}
  void run(B b) {
    b.or(new A()).f();
    if (b != null) new A().f();
  }
}
`;
  expect(await links({ 'A.java': java }, 'f')).toEqual({ 'A.java:4': null, 'A.java:5': 'A.java A.f' });
});

const CSHARP = {
  'src/Client.cs': `namespace Acme.Net;

public partial class Client : Sender<string>, IDisposable
{
    public static Client Open(string host, int port = 80) => new();
    public async Task<Client> AgainAsync(CancellationToken token) { return this; }
    public Sender<string>? Inner { get; private set; }
}
`,
  'src/Client.Parts.cs':
    'namespace Acme.Net;\n\npublic partial class Client\n{\n    public Client Other() => this;\n}\n',
  'src/Sender.cs': `namespace Acme.Net
{
    public abstract class Sender<T> where T : class
    {
        public void Send(string text) { }
    }

    public static class SenderExtensions
    {
        public static void SendAll(this Client client, params string[] texts) { }
    }
}
`,
  'src/Other/Client.cs':
    'namespace Acme.Other;\n\npublic class Client\n{\n    public void Send(int a) { }\n    public void SendAll() { }\n}\n',
};

it('finds members of C# that other files declare, by the namespaces that a file uses', async () => {
  const sources = {
    ...CSHARP,
    'test/Use.cs': `using Acme.Net;

namespace Acme.Tests;

class Use
{
    private readonly Client? _client;
    async Task Run(Client given, List<Client> all, object any)
    {
        given.Send("a");
        _client!.Other().Send("b");
        var made = Client.Open("c");
        made.Inner?.Send("d");
        var again = await made.AgainAsync(default).ConfigureAwait(false);
        var next = await made.AgainAsync(default);
        next.Send("e");
        this._client.Send("f");
        foreach (var one in all) one.Send("g");
        all.ForEach(each => each.Send("h"));
        any.Send("i");
        new Client().Send("j");
        next.SendAll("k", "l");
    }
}
`,
    'test/Far.cs': 'namespace Acme.Far;\n\nclass Far\n{\n    void Run(Client a) { a.Other().Send("a"); }\n}\n',
  };
  const use = (lines: number[], target: string | null) =>
    Object.fromEntries(lines.map((line) => [`test/Use.cs:${line}`, target]));
  const found = await links(sources, 'Send');
  expect(found).toMatchObject({
    ...use([10, 11, 13, 16, 17, 21], 'src/Sender.cs Acme.Sender.Send'),
    ...use([18, 19, 20], null),
    'test/Far.cs:5': null,
  });
  expect(await links(sources, 'SendAll')).toEqual(use([22], 'src/Sender.cs Acme.SenderExtensions.SendAll'));
});

const KOTLIN = {
  'core/common/src/acme/net/Clients.kt': `package acme.net

interface Sender {
    fun send(text: String, times: Int = 1) {}
    fun sendAll(texts: List<String>, each: (String) -> Unit) {}
}

abstract class Base<T : Any>(protected val inner: Sender) : Sender

class Client(inner: Sender, val name: Name) : Base<String>(inner), Sender by inner {
    val other: Client? = null
    fun again(): Client = this
    companion object {
        fun open(host: String): Client = Client(host)
    }
}

class Name

fun Client.extended() {}
`,
  'core/jvm/src/acme/other/Clients.kt':
    'package acme.other\n\nclass Client {\n    fun send(text: String) {}\n    fun extended() {}\n}\n',
};

it('finds members of Kotlin that other files declare, but none of the class in blocks of calls', async () => {
  const sources = {
    ...KOTLIN,
    'core/jvm/test/acme/Use.kt': `package acme

import acme.net.Base
import acme.net.Client
import acme.net.extended

class Use(private val own: Client, sender: acme.net.Sender) : Base<String>(sender) {
    fun run(given: Client, all: List<Client>) {
        given.other?.again()?.send("a")
        own.send("b", 2)
        val made = given
            .again()
            .again()
        made.send("c")
        made.sendAll(listOf("d")) { println(it) }
        inner.send("e")
        all.forEach { each -> each.send("f") }
        for (made in all) made.send("g")
        send("h")
        if (all.isEmpty()) { send("i") }
        given.apply { send("j") }
        given.again().extended()
    }

    fun Client.inside() { send("k") }
}
`,
  };
  const use = (lines: number[], target: string | null) =>
    Object.fromEntries(lines.map((line) => [`core/jvm/test/acme/Use.kt:${line}`, target]));
  const clients = 'core/common/src/acme/net/Clients.kt';
  expect(await links(sources, 'send')).toMatchObject({
    ...use([9, 10, 14, 16, 19, 20], `${clients} Sender.send`),
    ...use([17, 18, 21, 25], null),
  });
  expect(await links(sources, 'sendAll')).toEqual(use([15], `${clients} Sender.sendAll`));
  expect(await links(sources, 'extended')).toMatchObject(use([22], `${clients} Client.extended`));
});

it('leaves names of Kotlin open that mean something else than the class around declares', async () => {
  const use = `package acme

import acme.net.Base
import acme.net.Client
import acme.net.Sender
import java.util.Timer

class Use(val own: Client, val timer: Timer, sender: Sender) : Base<String>(sender) {
    fun run(all: List<Pair<Any, Any>>) {
        own.again().apply { send("a") }
        all.get(0).apply { send("b") }
        for ((own, other) in all) own.send("c")
        timer.cancel()
    }
    val got: Any get() { send("d") }
}

class Box<in Client : Any, Name>(val one: Client, val name: Name) {
    fun run() { one.send("e") }
}
`;
  const timer = 'package acme\n\nclass Timer {\n    fun cancel() {}\n}\n';
  const sources = { ...KOTLIN, 'Use.kt': use, 'Timer.kt': timer };
  const clients = 'core/common/src/acme/net/Clients.kt';
  expect(await links(sources, 'send')).toMatchObject({
    ...{ 'Use.kt:10': null, 'Use.kt:11': null, 'Use.kt:12': null, 'Use.kt:19': null },
    'Use.kt:15': `${clients} Sender.send`,
  });
  expect(await links(sources, 'cancel')).toEqual({ 'Use.kt:13': null });
});

it('tells properties of Kotlin from methods of their name, and finds what overrides a method', async () => {
  const sources = {
    'Timer.kt': `package acme

open class Timeout {
    open fun wait(times: Int = 1, name: String = "") {}
}

class Timer : Timeout() {
    private var nanos = 0L
    fun nanos(): Long = 0L
    override fun wait(times: Int, name: String) {}
}
`,
    'Use.kt': 'package acme\n\nfun run(a: Timer) {\n    a.nanos()\n    a.wait(2)\n}\n',
  };
  const found = await findReferences(await contextOf(sources), 'nanos');
  expect(found.find(({ path }) => path === 'Use.kt')?.target).toMatchObject({ kind: 'method', startLine: 9 });
  expect(await links(sources, 'wait')).toMatchObject({ 'Use.kt:5': 'Timer.kt Timer.wait' });
});

import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `library app.store;

import 'dart:async';
import 'package:shelf/shelf.dart' as shelf show Handler;
export 'src/user.dart';
part 'store.g.dart';

/// A user id.
typedef UserId = int;
typedef Callback = void Function(int x);

const int maxAge = 120;
final registry = <String, User>{};

/// How loud.
enum Level {
  low(1),
  high(2);
  const Level(this.weight);
  final int weight;
  String label() => name;
}

/// Keeps users.
///
/// Long.
@immutable
class UserStore<T extends User> extends BaseStore<T> with Logging implements Closeable {
  final Client client;
  static const limit = 10;

  UserStore(this.client, {int size = 3}) : super(client);
  UserStore.empty() : client = Client();
  factory UserStore.of(Client c) => UserStore(c);

  /// Finds one user.
  @override
  Future<User?> find(UserId id) async {
    final hit = cache[id];
    return hit ?? await client.load(id);
  }

  int get count => cache.length;
  set count(int v) { cache.length = v; }
  bool operator ==(Object other) => true;
  void close();
}

abstract class Shape { double area(); }

mixin Logging on BaseStore { void log(String s) => print(s); }

extension Shout on String {
  String shout() => toUpperCase();
}

String topLevel(int x) {
  return helper(x).toString();
}

int get answer => 42;
`;

test('Dart: definitions, documentation and references', async () => {
  expect(await outlineOf('dart', SAMPLE)).toMatchInlineSnapshot(`
    "
    8-9 type UserId | typedef UserId = int | "A user id."
    10-10 type Callback | typedef Callback = void Function(int x)
    12-12 constant maxAge | const int maxAge = 120
    13-13 constant registry | final registry = <String, User>{}
    15-22 enum Level | enum Level | "How loud."
      17-17 constant Level.low | low(1)
      18-18 constant Level.high | high(2)
      19-19 method Level.Level | const Level(this.weight)
      20-20 constant Level.weight | final int weight
      21-21 method Level.label | String label()
    24-47 class UserStore | class UserStore<T extends User> extends BaseStore<T> with Logging implements Closeable | "Keeps users.\\n\\nLong."
      29-29 constant UserStore.client | final Client client
      30-30 constant UserStore.limit | static const limit = 10
      32-32 method UserStore.UserStore | UserStore(this.client, {int size = 3}) : super(client)
      33-33 method UserStore.empty | UserStore.empty() : client = Client()
      34-34 method UserStore.of | factory UserStore.of(Client c)
      36-41 method UserStore.find | Future<User?> find(UserId id) | "Finds one user."
      43-43 method UserStore.count | int get count
      44-44 method UserStore.count | set count(int v)
      45-45 method UserStore.== | bool operator ==(Object other)
      46-46 method UserStore.close | void close()
    49-49 class Shape | abstract class Shape
      49-49 method Shape.area | double area()
    51-51 class Logging | mixin Logging on BaseStore
      51-51 method Logging.log | void log(String s)
    53-55 class Shout | extension Shout on String
      54-54 method Shout.shout | String shout()
    57-59 function topLevel | String topLevel(int x)
    61-61 function answer | int get answer
    3: import dart:async of dart:async
    4: import shelf of package:shelf/shelf.dart
    5: import user of src/user.dart
    6: import store.g of store.g.dart
    9: type UserId, type int
    10: type Callback, type int
    12: type int
    13: type String, type User
    20: type int
    21: type String
    27: type immutable
    28: type User, inherit BaseStore, type BaseStore, inherit Logging, type Logging, inherit Closeable, type Closeable
    29: type Client
    32: type int
    33: call Client
    34: type Client, call UserStore
    38: type Future, type User, type UserId
    40: call load of client
    43: type int
    44: type int
    45: type bool, type Object
    49: type double
    51: inherit BaseStore, type BaseStore, type String, call print
    53: type String
    54: type String, call toUpperCase
    57: type String, type int
    58: call helper, call toString of ()
    61: type int
    "
  `);
});

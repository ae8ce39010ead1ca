import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `package com.example
package app

import scala.collection.mutable.{Map => MMap, Set}
import cats.implicits._
import java.util.UUID

/** How loud. */
sealed trait Level extends Product with Serializable
object Level {
  case object Low extends Level
  final case class High(weight: Int) extends Level
}

/**
 * Keeps users.
 */
@deprecated("old", "1.0")
class UserStore[F[_]: Sync](client: Client[F])(implicit ec: ExecutionContext) extends BaseStore[User](client) with Closeable {
  type UserId = Long
  private val cache = MMap.empty[UserId, User]
  val MaxAge: Int = 120
  var n = 0

  /** Finds one user. */
  @tailrec
  final def find(id: UserId): F[Option[User]] =
    client.load(id).map(remember)

  def close(): Unit = { client.close(); new Cursor(this) }
  def this(x: Int) = this(new Client(x))
}

trait Functor[F[_]] {
  def map[A, B](fa: F[A])(f: A => B): F[B]
}

implicit class Ops(val s: String) extends AnyVal {
  def shout: String = s.toUpperCase
}

package object util { def helper = 1 }

enum Color(val rgb: Int):
  case Red extends Color(0xFF0000)
  case Green, Blue

given intOrd: Ordering[Int] with
  def compare(x: Int, y: Int): Int = x - y

extension (s: String)
  def twice: String = s + s

def topLevel(x: Int): Int = x + 1
`;

test('Scala: definitions, documentation and references', async () => {
  expect(await outlineOf('scala', SAMPLE)).toMatchInlineSnapshot(`
    "
    8-9 interface Level | sealed trait Level extends Product with Serializable | "How loud."
    10-13 class Level | object Level
      11-11 class Level.Low | case object Low extends Level
      12-12 class Level.High | final case class High(weight: Int) extends Level
    15-32 class UserStore | class UserStore[F[_]: Sync](client: Client[F])(implicit ec: ExecutionContext) extends BaseStore[User](client) with Closeable | "Keeps users."
      20-20 type UserStore.UserId | type UserId = Long
      21-21 constant UserStore.cache | private val cache = MMap.empty[UserId, User]
      22-22 constant UserStore.MaxAge | val MaxAge: Int = 120
      23-23 constant UserStore.n | var n = 0
      25-28 method UserStore.find | final def find(id: UserId): F[Option[User]] | "Finds one user."
      30-30 method UserStore.close | def close(): Unit
      31-31 method UserStore.this | def this(x: Int)
    34-36 interface Functor | trait Functor[F[_]]
      35-35 method Functor.map | def map[A, B](fa: F[A])(f: A => B): F[B]
    38-40 class Ops | implicit class Ops(val s: String) extends AnyVal
      39-39 method Ops.shout | def shout: String
    42-42 module util | package object util
      42-42 function util.helper | def helper
    44-46 enum Color | enum Color(val rgb: Int)
      45-45 constant Color.Red | case Red extends Color(0xFF0000)
      46-46 constant Color.Green | case Green
      46-46 constant Color.Blue | Blue
    48-49 class intOrd | given intOrd: Ordering[Int] with
      49-49 method intOrd.compare | def compare(x: Int, y: Int): Int
    51-52 class (String) | extension (s: String)
      52-52 method String.twice | def twice: String
    54-54 function topLevel | def topLevel(x: Int): Int
    4: import Map of scala.collection.mutable, import Set of scala.collection.mutable
    5: import implicits of cats.implicits
    9: inherit Product, type Product, inherit Serializable, type Serializable
    11: inherit Level, type Level
    12: type Int, inherit Level, type Level
    18: type deprecated
    19: type Sync, type Client, type ExecutionContext, inherit BaseStore, type BaseStore, type User, inherit Closeable, type Closeable
    20: type UserId, type Long
    21: type UserId, type User
    22: type Int
    26: type tailrec
    27: type UserId, type Option, type User
    28: call load of client, call map of load
    30: type Unit, call close of client, call Cursor, type Cursor
    31: type Int, call Client, type Client
    38: type String, inherit AnyVal, type AnyVal
    39: type String
    44: type Int
    45: inherit Color, type Color
    48: type Ordering, type Int
    49: type Int
    51: type String
    52: type String
    54: type Int
    "
  `);
});

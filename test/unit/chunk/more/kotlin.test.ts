import { expect, test } from 'vitest';
import { definedIn, outlineOf } from './outlineOf.ts';

const SAMPLE = `package com.example.app

import com.example.db.Client
import com.example.util.*
import kotlin.math.max as biggest

/** A user id. */
typealias UserId = Long

const val MAX_AGE = 120

/** How loud. */
enum class Level(val weight: Int) {
    LOW(1),
    HIGH(2) { override fun label() = "high" };

    open fun label(): String = name
}

sealed interface Shape { fun area(): Double }

/**
 * Keeps users.
 * @property client where they live
 */
@Service
class UserStore(private val client: Client) : BaseStore<User>(client), Closeable {
    private val cache = HashMap<UserId, User>()

    init { println("hi") }

    constructor() : this(Client())

    /** Finds one user. */
    @Throws(IOException::class)
    suspend fun find(id: UserId): User? {
        return cache[id] ?: client.load(id).also { remember(it) }
    }

    override fun close() = client.close()

    companion object Factory {
        const val LIMIT = 10
        fun create(): UserStore = UserStore()
    }

    inner class Cursor {
        fun next() {
            val local = 1
        }
    }
}

object Registry : Lookup {
    val all = listOf<User>()
}

data class User(val id: UserId, val name: String)

fun String.shout(times: Int = 1): String = uppercase().repeat(times)

fun interface Handler { operator fun invoke(x: Int) }

annotation class Fancy
`;

const NEWER = `class Wrapper(private val inner: Store) : Store by inner {
    fun <T> both(x: T & Any, run: (T?.() -> Unit)?): Int = when (x) {
        is Small if x.ok -> 1
        else -> 2
    }
}

fun pick(a: Int?) = when {
    a == null -> none()
    (a as? Long)?.isBig() == true -> many()
    else -> a eq other
}
`;

test('Kotlin: definitions, documentation and references', async () => {
  expect(await outlineOf('kotlin', SAMPLE)).toMatchInlineSnapshot(`
    "
    7-8 type UserId | typealias UserId = Long | "A user id."
    10-10 constant MAX_AGE | const val MAX_AGE = 120
    12-18 enum Level | enum class Level(val weight: Int) | "How loud."
      14-14 constant Level.LOW | LOW(1)
      15-15 constant Level.HIGH | HIGH(2) { override fun label() = "high" }
        15-15 function Level.HIGH.label | override fun label()
      17-17 method Level.label | open fun label(): String
    20-20 interface Shape | sealed interface Shape
      20-20 method Shape.area | fun area(): Double
    22-52 class UserStore | class UserStore(private val client: Client) : BaseStore<User>(client), Closeable | "Keeps users.\\n@property client where they live"
      28-28 constant UserStore.cache | private val cache = HashMap<UserId, User>()
      32-32 method UserStore.constructor | constructor() : this(Client())
      34-38 method UserStore.find | suspend fun find(id: UserId): User? | "Finds one user."
      40-40 method UserStore.close | override fun close()
      42-45 class UserStore.Factory | companion object Factory
        43-43 constant UserStore.Factory.LIMIT | const val LIMIT = 10
        44-44 method UserStore.Factory.create | fun create(): UserStore
      47-51 class UserStore.Cursor | inner class Cursor
        48-50 method UserStore.Cursor.next | fun next()
    54-56 class Registry | object Registry : Lookup
      55-55 constant Registry.all | val all = listOf<User>()
    58-58 class User | data class User(val id: UserId, val name: String)
    60-60 method String.shout | fun String.shout(times: Int = 1): String
    62-62 interface Handler | fun interface Handler
      62-62 method Handler.invoke | operator fun invoke(x: Int)
    64-64 class Fancy | annotation class Fancy
    3: import Client of com.example.db.Client
    4: import util of com.example.util
    5: import max of kotlin.math.max
    8: type Long
    13: type Int
    17: type String
    20: type Double
    26: type Service
    27: type Client, inherit BaseStore, type BaseStore, type User, inherit Closeable, type Closeable
    28: call HashMap, type UserId, type User
    30: call println
    32: call Client
    35: type Throws
    36: type UserId, type User
    37: call load of client, call also of load, call remember
    40: call close of client
    44: type UserStore, call UserStore
    54: inherit Lookup, type Lookup
    55: call listOf, type User
    58: type UserId, type String
    60: type String, type Int, call uppercase, call repeat of uppercase
    62: type Int
    "
  `);
});

test('reads what is newer than the grammar', async () => {
  expect(await outlineOf('kotlin', NEWER)).toMatchInlineSnapshot(`
    "
    1-6 class Wrapper | class Wrapper(private val inner: Store) : Store by inner
      2-5 method Wrapper.both | fun <T> both(x: T & Any, run: (T?.() -> Unit)?): Int
    8-12 function pick | fun pick(a: Int?)
    1: type Store, inherit Store
    2: type Unit, type Int
    3: type Small
    8: type Int
    9: call none
    10: type Long, call isBig of (), call many
    11: call eq
    "
  `);
});

test('a value inside of a function is no definition', async () => {
  expect(await definedIn('kotlin', SAMPLE)).not.toContain('local');
});

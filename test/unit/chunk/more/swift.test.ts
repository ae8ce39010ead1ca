import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `import Foundation
@testable import struct Alamofire.Request

/// A user id.
public typealias UserId = Int

let maxAge = 120

/// How loud.
enum Level: String, CaseIterable {
    case low = "l"
    case high
    var label: String { rawValue }
}

/// Can be drawn.
protocol Shape: AnyObject {
    associatedtype Canvas
    var area: Double { get }
    func draw(on canvas: Canvas)
}

/**
 Keeps users.
 */
@MainActor
open class UserStore: BaseStore<User>, Closeable {
    private let client: Client
    var count: Int { cache.count }

    init(client: Client) {
        self.client = client
        super.init()
    }

    deinit { close() }

    /// Finds one user.
    @discardableResult
    public func find(_ id: UserId, retry: Bool = true) async throws -> User? {
        if let hit = cache[id] { return hit }
        return try await client.load(id)
    }

    static func create() -> UserStore { UserStore(client: Client()) }

    subscript(id: UserId) -> User? { cache[id] }

    struct Cursor {
        mutating func next() {}
    }
}

extension UserStore: Shape where User: Codable {
    func draw(on canvas: Canvas) { canvas.fill() }
}

actor Bank { func pay() {} }

infix operator <+>: AdditionPrecedence
func <+> (a: Int, b: Int) -> Int { a + b }

func shout(_ s: String) -> String { s.uppercased() }

@propertyWrapper
struct Clamped<T> { var wrappedValue: T }
`;

test('Swift: definitions, documentation and references', async () => {
  expect(await outlineOf('swift', SAMPLE)).toMatchInlineSnapshot(`
    "
    4-5 type UserId | public typealias UserId = Int | "A user id."
    7-7 constant maxAge | let maxAge = 120
    9-14 enum Level | enum Level: String, CaseIterable | "How loud."
      11-11 constant Level.low | case low = "l"
      12-12 constant Level.high | case high
      13-13 method Level.label | var label: String
    16-21 interface Shape | protocol Shape: AnyObject | "Can be drawn."
      18-18 type Shape.Canvas | associatedtype Canvas
      19-19 constant Shape.area | var area: Double { get }
      20-20 method Shape.draw | func draw(on canvas: Canvas)
    23-52 class UserStore | open class UserStore: BaseStore<User>, Closeable | "Keeps users."
      28-28 constant UserStore.client | private let client: Client
      29-29 method UserStore.count | var count: Int
      31-34 method UserStore.init | init(client: Client)
      36-36 method UserStore.deinit | deinit
      38-43 method UserStore.find | public func find(_ id: UserId, retry: Bool = true) async throws -> User? | "Finds one user."
      45-45 method UserStore.create | static func create() -> UserStore
      47-47 method UserStore.subscript | subscript(id: UserId) -> User?
      49-51 class UserStore.Cursor | struct Cursor
        50-50 method UserStore.Cursor.next | mutating func next()
    54-56 class (UserStore) | extension UserStore: Shape where User: Codable
      55-55 method UserStore.draw | func draw(on canvas: Canvas)
    58-58 class Bank | actor Bank
      58-58 method Bank.pay | func pay()
    61-61 function <+> | func <+> (a: Int, b: Int) -> Int
    63-63 function shout | func shout(_ s: String) -> String
    65-66 class Clamped | struct Clamped<T>
      66-66 constant Clamped.wrappedValue | var wrappedValue: T
    1: import Foundation of Foundation
    2: type testable, import Request of Alamofire.Request
    5: type Int
    10: inherit String, type String, inherit CaseIterable, type CaseIterable
    13: type String
    17: inherit AnyObject, type AnyObject
    19: type Double
    20: type Canvas
    26: type MainActor
    27: type BaseStore, inherit BaseStore, type User, inherit Closeable, type Closeable
    28: type Client
    29: type Int
    31: type Client
    33: call init of super
    36: call close
    39: type discardableResult
    40: type UserId, type Bool, type User
    42: call load of client
    45: type UserStore, call UserStore, call Client
    47: type UserId, type User
    54: type UserStore, inherit Shape, type Shape, type Codable
    55: type Canvas, call fill of canvas
    61: type Int
    63: type String, call uppercased of s
    65: type propertyWrapper
    "
  `);
});

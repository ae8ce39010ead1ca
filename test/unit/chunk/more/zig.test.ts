import { expect, test } from 'vitest';
import { definedIn, outlineOf } from './outlineOf.ts';

const SAMPLE = `//! Keeps users.
const std = @import("std");
const Allocator = std.mem.Allocator;
const util = @import("util.zig");

/// Oldest age.
pub const max_age: u32 = 120;

/// How loud.
pub const Level = enum(u8) {
    low,
    high,

    pub fn label(self: Level) []const u8 {
        return @tagName(self);
    }
};

pub const Error = error{ NotFound, Closed };

/// Keeps users.
pub const Store = struct {
    client: *Client,
    count: usize = 0,

    const Self = @This();
    pub const Cursor = struct {
        pub fn next(self: *Cursor) ?User { _ = self; return null; }
    };

    /// Finds one user.
    pub fn find(self: *Self, id: u64) !?User {
        const hit = try self.client.load(id);
        util.log("find", .{id});
        return hit;
    }
};

const Value = union(enum) { int: i64, none };
const Opaque = opaque {};

pub fn List(comptime T: type) type {
    return struct {
        items: []T,
        pub fn push(self: *@This(), x: T) void { _ = self; _ = x; }
    };
}

extern fn puts(s: [*:0]const u8) c_int;
var counter: usize = 0;

test "find works" {
    try std.testing.expect(true);
}

comptime { _ = Store; }
`;

test('Zig: definitions, documentation and references', async () => {
  expect(await outlineOf('zig', SAMPLE)).toMatchInlineSnapshot(`
    "
    3-3 constant Allocator | const Allocator = std.mem.Allocator
    6-7 constant max_age | pub const max_age: u32 = 120 | "Oldest age."
    9-17 enum Level | pub const Level = enum(u8) | "How loud."
      14-16 method Level.label | pub fn label(self: Level) []const u8
    19-19 enum Error | pub const Error = error
    21-37 class Store | pub const Store = struct | "Keeps users."
      26-26 constant Store.Self | const Self = @This()
      27-29 class Store.Cursor | pub const Cursor = struct
        28-28 method Store.Cursor.next | pub fn next(self: *Cursor) ?User
      31-36 method Store.find | pub fn find(self: *Self, id: u64) !?User | "Finds one user."
    39-39 class Value | const Value = union(enum)
    40-40 class Opaque | const Opaque = opaque
    42-47 class List | pub fn List(comptime T: type) type
      45-45 method List.push | pub fn push(self: *@This(), x: T) void
    49-49 function puts | extern fn puts(s: [*:0]const u8) c_int
    50-50 constant counter | var counter: usize = 0
    52-54 function (find works) | test "find works"
    2: import std of std
    4: import zig of util.zig
    14: type Level
    23: type Client
    28: type Cursor, type User
    32: type Self, type User
    33: call load of self.client
    34: call log of util
    53: call expect of std.testing
    "
  `);
});

test('an imported file is no constant', async () => {
  expect(await definedIn('zig', SAMPLE)).not.toContain('std');
});

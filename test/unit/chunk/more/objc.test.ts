import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `#import <Foundation/Foundation.h>
#import "Client.h"
@import UIKit;
@class User;

NS_ASSUME_NONNULL_BEGIN

#define MAX_AGE 120
typedef long UserId;
typedef void (^Completion)(NSError *error);
static NSString * const kName = @"name";

typedef NS_ENUM(NSUInteger, Level) {
    LevelLow,
    LevelHigh,
};

typedef struct { int x; } Point;

/// Can be drawn.
@protocol Shape <NSObject>
@required
- (double)area;
@optional
@property (nonatomic, readonly) double scale;
@end

/**
 Keeps users.
 */
NS_CLASS_AVAILABLE_IOS(8_0)
@interface UserStore : BaseStore <Closeable, Shape>
@property (nonatomic, strong) Client *client;
- (nullable User *)findUser:(UserId)identifier retry:(BOOL)retry NS_DESIGNATED_INITIALIZER;
+ (instancetype)create;
@end

@interface UserStore ()
@property int n;
@end

@interface NSString (Shout)
- (NSString *)shout;
@end

static int helper(int x) { return x + 1; }

@implementation UserStore

#pragma mark - Finding

/// Finds one user.
- (User *)findUser:(UserId)identifier retry:(BOOL)retry {
    User *hit = [self.client loadUser:identifier];
    [self log:@"x" level:1];
    helper(1);
    return hit;
}

#pragma mark Creating

+ (instancetype)create {
    return [[self alloc] init];
}
@end

@implementation NSString (Shout)
- (NSString *)shout { return [self uppercaseString]; }
@end

NS_ASSUME_NONNULL_END
`;

test('Objective-C: definitions, documentation and references', async () => {
  expect(await outlineOf('objc', SAMPLE)).toMatchInlineSnapshot(`
    "
    8-8 constant MAX_AGE | #define MAX_AGE 120
    9-9 type UserId | typedef long UserId
    10-10 type Completion | typedef void (^Completion)(NSError *error)
    11-11 constant kName | static NSString * const kName = @"name"
    13-16 enum Level | typedef NS_ENUM(NSUInteger, Level)
      14-14 constant Level.LevelLow | LevelLow
      15-15 constant Level.LevelHigh | LevelHigh
    18-18 type Point | typedef struct { int x; } Point
    20-26 interface Shape | @protocol Shape <NSObject> | "Can be drawn."
      23-23 method Shape.area | - (double)area
      25-25 constant Shape.scale | @property (nonatomic, readonly) double scale
    32-36 class UserStore | @interface UserStore : BaseStore <Closeable, Shape>
      33-33 constant UserStore.client | @property (nonatomic, strong) Client *client
      34-34 method UserStore.findUser:retry: | - (nullable User *)findUser:(UserId)identifier retry:(BOOL)retry NS_DESIGNATED_INITIALIZER
      35-35 method UserStore.create | + (instancetype)create
    38-40 class (UserStore) | @interface UserStore ()
      39-39 constant UserStore.n | @property int n
    42-44 class (NSString) | @interface NSString (Shout)
      43-43 method NSString.shout | - (NSString *)shout
    46-46 function helper | static int helper(int x)
    48-65 class UserStore | @implementation UserStore
      52-58 method UserStore.findUser:retry: | - (User *)findUser:(UserId)identifier retry:(BOOL)retry | "Finds one user."
      62-64 method UserStore.create | + (instancetype)create
    67-69 class (NSString) | @implementation NSString (Shout)
      68-68 method NSString.shout | - (NSString *)shout
    1: import Foundation of Foundation/Foundation.h
    2: import Client of Client.h
    3: import UIKit of UIKit
    9: type UserId
    10: type Completion, type NSError
    11: type NSString
    13: type Level
    18: type Point
    21: inherit NSObject
    32: inherit BaseStore, inherit Closeable, type Closeable, inherit Shape, type Shape
    33: type Client
    34: type User, type UserId
    35: type instancetype
    43: type NSString
    53: type User, type UserId
    54: type User, call loadUser: of self.client
    55: call log:level: of self
    56: call helper
    62: type instancetype
    63: call alloc of self, call init of ()
    68: type NSString, call uppercaseString of self
    "
  `);
});

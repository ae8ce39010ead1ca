import { describe, expect, it } from 'vitest';
import { lineSegments } from '../../../../src/chunk/lineSegments.ts';
import { outline, sourceFrom } from './outline.ts';

const haskell = (text: string) => lineSegments(sourceFrom(text, 'haskell'));

describe('Haskell by layout', () => {
  it('keeps signature, equations, pragma and comment together, and imports apart', () => {
    const segments = haskell(`{-# LANGUAGE CPP #-}
-- |
-- Module: Data.Shape
module Data.Shape
    ( area
    , Shape(..)
    ) where

import qualified Data.Map as M
import Data.List (sortBy, nub)

-- | The area of a shape,
-- in square metres.
area :: Shape -> Double
area (Circle r) = pi * square r
area (Box a b)  = a * b
  where
    unused = M.empty
{-# INLINE area #-}

square x = x * x
`);
    expect(outline(segments)).toMatchInlineSnapshot(`
      "1-7 module Data.Shape (Data.Shape) "Module: Data.Shape"
      9-10 module  → import Data.Map, import Data.List, import Data.List:sortBy, import Data.List:nub
      12-19 function area (area) "The area of a shape, | in square metres." → type Shape, type Double, type Circle, call square, type Box, call M:empty
      21-21 function square (square)"
    `);
    expect(segments[2]!.signature).toBe('area :: Shape -> Double');
  });

  it('finds constructors, fields, classes with methods, instances', () => {
    const segments = haskell(`data Shape
  = Circle { radius :: Double -- ^ in metres
           }
  | Box Double Double
  deriving (Eq, Show)

newtype Wrapper a = Wrapper { unwrap, rewrap :: a }

type Name = String

class Monoid a => Group a where
  -- | The opposite.
  invert :: a -> a
  infixl 6 <->
  (<->) :: a -> a -> a
  a <-> b = a <> invert b

instance {-# OVERLAPPING #-} (Group a, Group b)
      => Group (a, b) where
    invert (a, b) = (invert a, invert b)
    a <-> b = undefined

deriving instance Ord Shape
`);
    expect(outline(segments)).toMatchInlineSnapshot(`
      "1-5 type Shape (Shape, Circle, radius, Box) → type Double, type Show
      7-7 type Wrapper (Wrapper, unwrap, rewrap)
      9-9 type Name (Name) → type String
      11-16 class Group (Group) → inherit Monoid
        12-14 method Group/invert (invert) "The opposite."
        15-16 method Group/<-> (<->)
      18-21 class Group (a, b) → inherit Group
        20-20 method Group (a, b)/invert
        21-21 method Group (a, b)/<->
      23-23 class Ord Shape → inherit Ord, inherit Shape"
    `);
  });

  it('reads operators, several names, equations written infix, and splices', () => {
    const segments = haskell(`infixr 5 .=
(.=), (.?=) :: Key -> Value -> Pair
(.=) = pair
name .?= value = pair name value

x \`orElse\` y = x <|> y

go' n
  | n > 0 = go' (n - 1)
  | otherwise = 0

deriveJSON defaultOptions ''Shape
`);
    expect(segments.map(({ startLine, endLine, symbol }) => [startLine, endLine, symbol])).toEqual([
      [1, 4, '.='],
      [6, 6, 'orElse'],
      [8, 10, "go'"],
      [12, 12, ''],
    ]);
  });

  it('goes on over directives and blank lines inside of a declaration, and never into comments', () => {
    const segments = haskell(`instance Monad P where
    return = pure

#if !MIN_VERSION_base(4,13,0)
    fail = bad
#endif

{- not :: A -> Type
not a = definition
-}

-- | Says why.

bad :: String -> P a
#ifdef DEBUG
bad = trace
#else
bad = err
#endif

next = 1
`);
    expect(segments.map(({ startLine, endLine, symbol, doc }) => [startLine, endLine, symbol, doc])).toEqual([
      [1, 6, 'Monad P', ''],
      [12, 19, 'bad', 'Says why.'],
      [21, 21, 'next', ''],
    ]);
  });

  it('does not take local names, strings and comments for references', () => {
    const [segment] = haskell(`run cfg = do
  conn <- connect (host cfg) "connectString quoted"
  -- commented call
  mapM_ (\\row -> Json.encode row conn) rows
`);
    expect(segment!.references.map(({ name, from }) => (from === undefined ? name : `${from}.${name}`))).toEqual([
      'connect',
      'host',
      'mapM_',
      'Json.encode',
      'rows',
    ]);
  });

  it('reads Elm the same way', () => {
    const segments = lineSegments(
      sourceFrom(
        'module Main exposing (main)\n\nimport Html exposing (text)\n\n\nmain : Html msg\nmain =\n    text "hi"\n',
        'elm',
      ),
    );
    expect(outline(segments)).toMatchInlineSnapshot(`
      "1-1 module Main (Main)
      3-3 module  → import Html, import Html:text
      6-8 function main (main) → type Html, call msg, call text"
    `);
  });
});

import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `// SPDX-License-Identifier: MIT
pragma solidity ^0.8.0;

import "./Base.sol";
import {ERC20, IERC20 as Token} from "solmate/tokens/ERC20.sol";
import * as Lib from "./Lib.sol";

type UserId is uint256;
uint256 constant MAX_AGE = 120;
error NotFound(uint256 id);

/// @title A shape.
interface IShape {
    event Drawn(address indexed who);
    function area() external view returns (uint256);
}

library MathLib {
    function max(uint256 a, uint256 b) internal pure returns (uint256) { return a > b ? a : b; }
}

/**
 * @notice Keeps users.
 */
contract UserStore is Base(1), IShape {
    using MathLib for uint256;
    enum Level { Low, High }
    struct User { uint256 id; string name; }
    mapping(uint256 => User) public users;
    uint256 public constant LIMIT = 10;
    event Added(uint256 id);
    error Closed();

    constructor(address owner) Base(1) { emit Added(0); }

    modifier onlyOwner() { require(msg.sender == owner(), "no"); _; }

    /// @notice Finds one user.
    /// @param id the id
    function find(uint256 id) public view override onlyOwner returns (User memory) {
        if (id == 0) revert NotFound(id);
        return users[id.max(1)];
    }

    receive() external payable {}
    fallback() external {}
}

abstract contract Shaped { function x() virtual public; }

function free(uint256 x) pure returns (uint256) { return MathLib.max(x, 1); }
`;

test('Solidity: definitions, documentation and references', async () => {
  expect(await outlineOf('solidity', SAMPLE)).toMatchInlineSnapshot(`
    "
    8-8 type UserId | type UserId is uint256
    9-9 constant MAX_AGE | uint256 constant MAX_AGE = 120
    10-10 type NotFound | error NotFound(uint256 id)
    12-16 interface IShape | interface IShape | "@title A shape."
      14-14 type IShape.Drawn | event Drawn(address indexed who)
      15-15 method IShape.area | function area() external view returns (uint256)
    18-20 module MathLib | library MathLib
      19-19 function MathLib.max | function max(uint256 a, uint256 b) internal pure returns (uint256)
    22-47 class UserStore | contract UserStore is Base(1), IShape | "@notice Keeps users."
      27-27 enum UserStore.Level | enum Level { Low, High }
      28-28 class UserStore.User | struct User { uint256 id; string name; }
      29-29 constant UserStore.users | mapping(uint256 => User) public users
      30-30 constant UserStore.LIMIT | uint256 public constant LIMIT = 10
      31-31 type UserStore.Added | event Added(uint256 id)
      32-32 type UserStore.Closed | error Closed()
      34-34 method UserStore.constructor | constructor(address owner) Base(1)
      36-36 method UserStore.onlyOwner | modifier onlyOwner()
      38-43 method UserStore.find | function find(uint256 id) public view override onlyOwner returns (User memory) | "@notice Finds one user.\\n@param id the id"
      45-45 method UserStore.receive | receive() external payable
      46-46 method UserStore.fallback | fallback() external
    49-49 class Shaped | abstract contract Shaped
      49-49 method Shaped.x | function x() virtual public
    51-51 function free | function free(uint256 x) pure returns (uint256)
    4: import Base of ./Base.sol
    5: import ERC20 of solmate/tokens/ERC20.sol, import IERC20 of solmate/tokens/ERC20.sol
    6: import Lib of ./Lib.sol
    25: inherit Base, inherit IShape
    26: type MathLib
    29: type User
    34: call Base, call Added
    36: call require, call owner
    40: call onlyOwner, type User
    41: call NotFound
    42: call max of id
    51: call max of MathLib
    "
  `);
});

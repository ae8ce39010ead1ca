import { expect, test } from 'vitest';
import { definedIn, outlineOf } from './outlineOf.ts';

const SAMPLE = `-- Keeps users.
-- @module store
local util = require("app.util")
local M = {}

M.MAX_AGE = 120
local LIMIT = 10

---@class User
---@field id number
local User = {}
User.__index = User

--- Finds one user.
---@param id number
function M.find(id)
  return util.load(id) or M.create({ id = id })
end

local function helper(x) return x + 1 end

function User:rename(name)
  self.name = name
  helper(1)
end

M.create = function(opts)
  return setmetatable(opts, User)
end

local shout = function(s) return s:upper() end

M.handlers = {
  on_open = function() util.log("open") end,
  close = function(a) end,
}

function global_fn() end

return M
`;

test('Lua: definitions, documentation and references', async () => {
  expect(await outlineOf('lua', SAMPLE)).toMatchInlineSnapshot(`
    "
    4-4 constant M | local M = {}
    6-6 constant M.MAX_AGE | M.MAX_AGE = 120
    7-7 constant LIMIT | local LIMIT = 10
    9-11 constant User | local User = {} | "@class User\\n@field id number"
    14-18 method M.find | function M.find(id) | "Finds one user.\\n@param id number"
    20-20 function helper | local function helper(x)
    22-25 method User.rename | function User:rename(name)
    27-29 method M.create | M.create = function(opts)
    31-31 function shout | local shout = function(s)
    33-36 constant M.handlers | M.handlers =
      34-34 function M.handlers.on_open | on_open = function()
      35-35 function M.handlers.close | close = function(a) end
    38-38 function global_fn | function global_fn() end
    3: import util of app.util
    17: call load of util, call create of M
    24: call helper
    28: call setmetatable
    31: call upper of s
    34: call log of util
    "
  `);
});

test('a required module is imported, not defined', async () => {
  expect(await definedIn('lua', SAMPLE)).not.toContain('util');
});

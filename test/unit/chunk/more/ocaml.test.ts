import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `(* Copyright. *)
open Base
open! Core.Std
module U = Util.Make (Int)
include Comparable

(** A user id. *)
type user_id = int

(** How loud. *)
type level = Low | High of int [@@deriving show]

type user = { id : user_id; mutable name : string }

type shape = ..
exception Not_found_user of int

let max_age = 120

(** Finds one user. *)
let find ?(retry = true) ~client id =
  match Client.load client id with
  | Some u -> remember u
  | None -> raise (Not_found_user id)

let rec even n = n = 0 || odd (n - 1)
and odd n = n <> 0 && even (n - 1)

module type Store = sig
  type t
  val find : t -> user_id -> user option
end

(** In memory. *)
module Memory : Store = struct
  type t = (user_id, user) Hashtbl.t
  let create () = Hashtbl.create 10
  let find t id = Hashtbl.find_opt t id
end

module Make (C : Client) = struct
  let run () = C.run ()
end

class counter init = object (self)
  inherit base
  val mutable n = init
  method incr = n <- n + 1
  method private get = self#incr; n
end

external puts : string -> unit = "puts"

let () = print_endline "hi"
let ( >>= ) = bind
`;

const INTERFACE = `(* Copyright somebody, all rights reserved. *)

open Base

type t
(** A store. *)

val find : t -> int -> string option
(** [find t id] finds one user. *)

module Cursor : sig
  val next : t -> unit
end
`;

test('OCaml: definitions, documentation and references', async () => {
  expect(await outlineOf('ocaml', SAMPLE)).toMatchInlineSnapshot(`
    "
    4-4 module U | module U = Util.Make (Int)
    7-8 type user_id | type user_id = int | "A user id."
    10-11 type level | type level = Low | High of int [@@deriving show] | "How loud."
      11-11 constant level.Low | Low
      11-11 constant level.High | High of int
    13-13 type user | type user
    15-15 type shape | type shape = ..
    16-16 type Not_found_user | exception Not_found_user of int
    18-18 constant max_age | let max_age = 120
    20-24 function find | let find ?(retry = true) ~client id | "Finds one user."
    26-26 function even | let rec even n
    27-27 function odd | and odd n
    29-32 interface Store | module type Store
      30-30 type Store.t | type t
      31-31 method Store.find | val find : t -> user_id -> user option
    34-39 module Memory | module Memory : Store | "In memory."
      36-36 type Memory.t | type t = (user_id, user) Hashtbl.t
      37-37 function Memory.create | let create ()
      38-38 function Memory.find | let find t id
    41-43 module Make | module Make (C : Client)
      42-42 function Make.run | let run ()
    45-50 class counter | class counter init
      48-48 method counter.incr | method incr
      49-49 method counter.get | method private get
    52-52 function puts | external puts : string -> unit = "puts"
    55-55 constant >>= | let (>>=) = bind
    2: import Base of Base
    3: import Std of Core.Std
    4: call Make of Util
    5: import Comparable of Comparable
    8: type int
    11: type int
    13: type user_id, type string
    16: type int
    22: call load of Client
    23: call remember
    24: call raise
    26: call odd
    27: call even
    31: type t, type user_id, type user, type option
    35: inherit Store
    36: type user_id, type user, type t
    37: call create of Hashtbl
    38: call find_opt of Hashtbl
    41: type Client
    42: call run of C
    46: inherit base
    49: call incr of self
    52: type string, type unit
    54: call print_endline
    "
  `);
});

test('reads an interface', async () => {
  expect(await outlineOf('ocaml', INTERFACE)).toMatchInlineSnapshot(`
    "
    5-5 type t | type t
    8-8 function find | val find : t -> int -> string option
    11-13 module Cursor | module Cursor : sig
      12-12 function Cursor.next | val next : t -> unit
    3: import Base of Base
    8: type t, type int, type string, type option
    12: type t, type unit
    "
  `);
});

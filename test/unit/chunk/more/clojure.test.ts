import { expect, test } from 'vitest';
import { outlineOf } from './outlineOf.ts';

const SAMPLE = `(ns my.store.core
  "Keeps rows."
  (:require [clojure.string :as str]
            [my.log :refer [info warn]]
            my.plain)
  (:import (java.util Date List)
           java.io.File))

;; The most rows.
(def max-rows 100)
(def ^:private ^String secret "x")
(defonce state (atom {}))

(defn add
  "Adds a row."
  [store row]
  (swap! store conj row)
  (str/upper-case row)
  (my.log/debug row)
  (.getTime (Date.))
  (info "added"))

(defn- helper [x] (let [y (inc x)] (max-rows y)))

(defmacro with-store [name & body] \`(let [~name 1] ~@body))
(defprotocol Store
  "A store."
  (put [this k v])
  (fetch [this k]))
(defrecord MemStore [m]
  Store
  (put [this k v] (assoc m k v))
  (fetch [_ k] (get m k)))
(deftype Pair [a b])
(defmulti area :shape)
(defmethod area :circle [s] (* 3 (:r s)))
(extend-type String Store (put [s k v] s))
(deftest adds-rows
  (is (= 1 (add 1 2))))
(comment (add 1 2))
#_(defn gone [] 1)
`;

test('definitions and references', async () => {
  expect(await outlineOf('clojure', SAMPLE)).toMatchInlineSnapshot(`
    "
    1-7 module my.store.core | (ns my.store.core | "Keeps rows."
    9-10 constant max-rows | (def max-rows | "The most rows."
    11-11 constant secret | (def ^:private ^String secret
    12-12 constant state | (defonce state
    14-21 function add | (defn add "Adds a row." [store row] | "Adds a row."
    23-23 function helper | (defn- helper [x]
    25-25 function with-store | (defmacro with-store [name & body]
    26-29 interface Store | (defprotocol Store | "A store."
      28-28 method Store.put | (put [this k v])
      29-29 method Store.fetch | (fetch [this k])
    30-33 class MemStore | (defrecord MemStore [m]
      32-32 method MemStore.put | (put [this k v]
      33-33 method MemStore.fetch | (fetch [_ k]
    34-34 class Pair | (deftype Pair [a b])
    35-35 function area | (defmulti area
    36-36 function area | (defmethod area :circle [s]
    37-37 class (String) | (extend-type String
      37-37 method String.put | (put [s k v]
    38-39 function adds-rows | (deftest adds-rows
    3: import string of clojure.string
    4: import log of my.log, import info of my.log, import warn of my.log
    5: import plain of my.plain
    6: import Date of java.util, import List of java.util
    7: import File of java.io.File
    12: call atom
    17: call swap!
    18: call upper-case of str
    19: call debug of my.log
    21: call info
    23: call inc, call max-rows
    28: call put
    29: call fetch
    31: inherit Store
    32: call put, call assoc
    33: call fetch, call get
    37: inherit Store, call put
    39: call add
    40: call add
    "
  `);
});

test('reader conditionals and forms without a name do no harm', async () => {
  expect(
    await outlineOf(
      'clojure',
      `#?(:clj (defn a [x] x))
(defn f
  ([x] (f x 1))
  ([x y] (str x y)))
(println (f 1))
{:a 1}
`,
    ),
  ).toMatchInlineSnapshot(`
    "
    2-4 function f | (defn f
    3: call f
    4: call str
    5: call println, call f
    "
  `);
});

(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defmodule")) @definition.module
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defprotocol")) @definition.interface
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defimpl")) @container.class

; The head of a function is a name, a call, an operator, or one of these with a guard.
(call target: (identifier) @_def
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
  ])
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp")) @definition.function
(call target: (identifier) @_def (arguments . (binary_operator operator: _ @name)) (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop") (#not-eq? @name "when")) @definition.function

(unary_operator operator: "@" operand: (call target: (identifier) @_type
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))
  (#any-of? @_type "type" "typep" "opaque"))) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @_callback
  (arguments . [
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")
    (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")
  ])
  (#any-of? @_callback "callback" "macrocallback"))) @definition.method
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . (_))
  (#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "impl" "behaviour"
    "deprecated" "since" "dialyzer" "compile" "tag" "moduletag" "describetag" "optional_callbacks" "before_compile"
    "after_compile" "on_load" "derive" "enforce_keys" "shortdoc" "external_resource"))) @definition.constant
(call target: (identifier) @_test (arguments . (string (quoted_content) @name)) (do_block) @body
  (#any-of? @_test "test" "property" "feature" "describe")) @container.function

(comment) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . [(string) (sigil)])
  (#any-of? @_doc "doc" "typedoc"))) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (#any-of? @_doc "spec" "impl" "deprecated" "since" "tag" "dialyzer"))) @decorator
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . (boolean)) (#any-of? @_doc "doc" "typedoc"))) @decorator
(call target: (identifier) @_def (do_block . (unary_operator operator: "@"
  operand: (call target: (identifier) @_doc (arguments [(string (quoted_content) @doc) (sigil (quoted_content) @doc)]))))
  (#any-of? @_def "defmodule" "defprotocol") (#eq? @_doc "moduledoc"))

(call target: (identifier) @_import (arguments . (alias) @reference.import) (#any-of? @_import "import" "alias" "require" "use"))
(call target: (identifier) @_import (arguments . (dot left: (alias) @from right: (tuple (alias) @name)))
  (#any-of? @_import "import" "alias" "require" "use")) @reference.import
(call target: (identifier) @_def (arguments . (alias) @reference.inherit) (#eq? @_def "defimpl"))
(unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments . (alias) @reference.inherit)
  (#eq? @_behaviour "behaviour")))
(call target: (dot left: (_) @from right: (identifier) @name) (#not-eq? @name "t")) @reference.call

; A call of a local function looks like the head of a definition: only where an expression stands.
(do_block (call target: (identifier) @reference.call
  (#not-match? @reference.call "^(def|import$|alias$|require$|use$|if$|unless$|case$|cond$|with$|for$|quote$|unquote$|raise$|test$|describe$|setup$)")))
(stab_clause right: (body (call target: (identifier) @reference.call (#not-match? @reference.call "^(def|if$|unless$|case$|cond$|with$|for$|quote$|raise$)"))))
(else_block (call target: (identifier) @reference.call))
(pair value: (call target: (identifier) @reference.call))
(binary_operator operator: ["|>" "=" "<-" "<>" "++" "&&" "||" "and" "or" "in" "==" "|"] right: (call target: (identifier) @reference.call
  (#not-match? @reference.call "^(if|unless|case|cond|with|for|quote)$")))
(binary_operator operator: ["|>" "<>" "++" "&&" "||" "and" "or" "in" "=="] left: (call target: (identifier) @reference.call))
(tuple (call target: (identifier) @reference.call))
(list (call target: (identifier) @reference.call))
(call target: (identifier) @_outer (arguments (call target: (identifier) @name)) (#not-match? @_outer "^(def|spec$|type|opaque$|callback$|macrocallback$)")) @reference.call
(call target: (dot) (arguments (call target: (identifier) @reference.call)))
(unary_operator operator: ["not" "!" "&"] operand: (call target: (identifier) @reference.call))
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.call operator: "/"))

(struct (alias) @reference.type)
(call target: (dot left: (alias) @reference.type right: (identifier) @_t) (#eq? @_t "t"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source) (body) (do_block) (after_block) (rescue_block) (catch_block) (else_block)] @statements

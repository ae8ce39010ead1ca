(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "<<-" "=" ":="]
  rhs: (function_definition body: (_) @body)) @definition.function
(argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.function
(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "="] rhs: (call function: [
    (identifier) @_class
    (namespace_operator rhs: (identifier) @_class)
  ])
  (#any-of? @_class "R6Class" "setRefClass" "setClass" "ggproto" "new_class")) @definition.class
(program (call function: (identifier) @_set arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @_set "setClass" "setRefClass")) @definition.class)
(program (call function: (identifier) @_set arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @_set "setGeneric" "setMethod" "setValidity" "setReplaceMethod")) @definition.function)
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @definition.constant)
(call function: (identifier) @_test arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @_test "test_that" "describe" "it")) @container.function

(comment) @comment

(call function: (identifier) @_library
  arguments: (arguments . (argument value: [(identifier) @name (string content: (_) @name)]))
  (#any-of? @_library "library" "require" "requireNamespace" "loadNamespace")) @reference.import
(call function: (identifier) @_source arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_source "source" "sys.source")) @reference.import
(argument name: (identifier) @_inherit value: (identifier) @reference.inherit (#eq? @_inherit "inherit"))
(argument name: (identifier) @_inherit value: (namespace_operator lhs: (_) @from rhs: (identifier) @name) (#eq? @_inherit "inherit")) @reference.inherit
(argument name: (identifier) @_contains value: (string content: (_) @name) (#eq? @_contains "contains")) @reference.inherit
(call function: (identifier) @name
  (#not-any-of? @name "library" "require" "requireNamespace" "source" "c" "list" "return" "setClass" "setRefClass" "setGeneric" "setMethod"
    "setValidity" "standardGeneric" "representation")) @reference.call
(call function: (namespace_operator lhs: (identifier) @from rhs: (identifier) @name)) @reference.call
(call function: (extract_operator lhs: (_) @from rhs: (identifier) @name)) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (braced_expression)] @statements

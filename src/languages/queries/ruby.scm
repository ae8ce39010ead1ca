(method name: (_) @name) @definition.function
(singleton_method object: (_) @scope name: (_) @name) @definition.method
(class name: (constant) @name) @definition.class
(class name: (scope_resolution) @name) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution) @name) @definition.module
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)
(call method: (identifier) @_macro arguments: (argument_list . (simple_symbol) @name) block: (_) (#any-of? @_macro "define_method" "scope" "task" "namespace")) @definition.function
(call method: (identifier) @_test arguments: (argument_list . (string (string_content) @name)) block: (_) (#any-of? @_test "describe" "it" "context" "specify" "test")) @container.function

(comment) @comment

(call !receiver method: (identifier) @reference.call)
(call receiver: (_) @from method: (identifier) @name) @reference.call
(superclass (constant) @reference.inherit)
(superclass (scope_resolution scope: (_) @from name: (constant) @name) @reference.inherit)
(call method: (identifier) @_mixin arguments: (argument_list (constant) @reference.inherit) (#any-of? @_mixin "include" "extend" "prepend"))
(call method: (identifier) @_mixin arguments: (argument_list (scope_resolution scope: (_) @from name: (constant) @name) @reference.inherit) (#any-of? @_mixin "include" "extend" "prepend"))
(call receiver: (constant) @reference.type)
(call method: (identifier) @_require arguments: (argument_list . (string) @reference.import) (#any-of? @_require "require" "require_relative" "load" "autoload"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (body_statement) (block_body) (then) (else) (ensure) (do) (begin) (case) (case_match)] @statements

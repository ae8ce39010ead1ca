(package_statement (package_name) @name body: (block) @body) @definition.module
(package_statement (package_name) @name !body) @definition.module
(function_definition name: (identifier) @name body: (block) @body) @definition.function
(use_constant_statement constant: (identifier) @name) @definition.constant
(source_file (binary_expression variable: (variable_declaration (scope) @_our variable_name: (_) @name)
  (#eq? @_our "our")) @definition.constant)

(comments) @comment
(pod_statement) @comment

(use_no_statement package_name: (package_name) @reference.import
  (#not-match? @reference.import "^(strict|warnings|utf8|feature|base|parent|lib|vars|integer|bytes|overload|constant)$"))
(require_statement (package_name) @reference.import)
(use_parent_statement [(string_single_quoted) (string_double_quoted) (list_item)] @reference.inherit)
(use_parent_statement (word_list_qw (list_item) @reference.inherit))
(use_no_statement package_name: (package_name) @_base (word_list_qw (list_item) @reference.inherit) (#any-of? @_base "base" "parent"))
(use_no_statement package_name: (package_name) @_base [(string_single_quoted) (string_double_quoted)] @reference.inherit
  (#any-of? @_base "base" "parent"))
(method_invocation object_return_value: (_) @from function_name: (identifier) @name) @reference.call
(method_invocation package_name: (package_name) @from function_name: (identifier) @name) @reference.call
(call_expression_with_bareword package_name: (package_name) @from function_name: (identifier) @name) @reference.call
(call_expression_with_bareword . function_name: (identifier) @name
  (#not-match? @name "^(push|pop|shift|unshift|splice|print|printf|sprintf|join|split|keys|values|each|exists|defined|delete|scalar|ref|die|warn|open|close|length|substr|index|lc|uc|chomp|sort|map|grep|reverse|eval|sprintf|local|my|our)$")) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block)] @statements

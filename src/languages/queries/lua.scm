(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @scope field: (identifier) @name) body: (_)? @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @scope method: (identifier) @name) body: (_)? @body) @definition.function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .))) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @scope field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list) @_value)
  (#not-match? @_value "^require\\b")) @definition.constant)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.constant)
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (_) @scope field: (identifier) @name))
  (#not-match? @name "^__")) @definition.constant)

(comment) @comment

(function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @name)) (#eq? @_require "require")) @reference.import
(function_call name: (identifier) @_pcall arguments: (arguments . (identifier) @_require . (string content: (_) @name))
  (#eq? @_pcall "pcall") (#eq? @_require "require")) @reference.import
(function_call name: (identifier) @name (#not-any-of? @name "require" "pcall")) @reference.call
(function_call name: (dot_index_expression table: (_) @from field: (identifier) @name)) @reference.call
(function_call name: (method_index_expression table: (_) @from method: (identifier) @name)) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(chunk) (block)] @statements

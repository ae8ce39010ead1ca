(block (identifier) @_kind . (string_lit (template_literal) @scope) . (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "resource" "data" "ephemeral")) @definition.object
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "variable" "output")) @definition.constant
(config_file (body (block (identifier) . (string_lit (template_literal) @name) . (block_start) @body) @definition.object))
(config_file (body (block (identifier) @name . (block_start) @body (#not-eq? @name "locals")) @definition.object))
(block (identifier) @_locals (body (attribute (identifier) @name) @definition.constant) (#eq? @_locals "locals"))
(config_file (body (attribute (identifier) @name) @definition.constant))

(comment) @comment

(block (identifier) @_kind (body (attribute (identifier) @_source (expression (literal_value (string_lit) @name))))
  (#eq? @_kind "module") (#eq? @_source "source")) @reference.import
(function_call (identifier) @reference.call)
(expression (variable_expr (identifier) @from) . (get_attr (identifier) @name) (#any-of? @from "var" "local" "module")) @reference.call
(expression (variable_expr (identifier) @from) . (get_attr (identifier) @name) (#not-any-of? @from "var" "local" "module" "data" "each" "count" "self" "path" "terraform")) @reference.call
(expression (variable_expr (identifier) @_data) . (get_attr (identifier) @from) . (get_attr (identifier) @name) (#eq? @_data "data")) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
(body) @statements

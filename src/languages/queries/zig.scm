(variable_declaration . (identifier) @name [(struct_declaration "{" @body) (union_declaration "{" @body) (opaque_declaration "{" @body)]) @definition.class
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @definition.enum
(function_declaration name: (identifier) @name type: (builtin_type) @_type body: (_) @body (#eq? @_type "type")) @definition.class
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(test_declaration (string (string_content) @name) (block) @body) @container.function
(test_declaration (identifier) @name (block) @body) @container.function
(source_file (variable_declaration . (identifier) @name) @definition.constant (#not-match? @definition.constant "= *@import\\("))
(struct_declaration (variable_declaration . (identifier) @name) @definition.constant)
(union_declaration (variable_declaration . (identifier) @name) @definition.constant)
(enum_declaration (variable_declaration . (identifier) @name) @definition.constant)
(opaque_declaration (variable_declaration . (identifier) @name) @definition.constant)

(comment) @comment

(builtin_function (builtin_identifier) @_import (arguments (string (string_content) @name)) (#any-of? @_import "@import" "@cImport" "@embedFile")) @reference.import
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression object: (_) @from member: (identifier) @name)) @reference.call
(parameter type: (identifier) @reference.type)
(container_field type: (identifier) @reference.type)
(pointer_type (identifier) @reference.type)
(slice_type (identifier) @reference.type)
(nullable_type (identifier) @reference.type)
(function_declaration type: (error_union_type ok: (identifier) @reference.type))
(function_declaration type: (identifier) @reference.type)
(struct_initializer (identifier) @reference.type)
(parameter type: (field_expression object: (_) @from member: (identifier) @name)) @reference.type
(pointer_type (field_expression object: (_) @from member: (identifier) @name)) @reference.type
(error_union_type (field_expression object: (_) @from member: (identifier) @name)) @reference.type

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block) (struct_declaration) (enum_declaration) (union_declaration) (switch_expression)] @statements

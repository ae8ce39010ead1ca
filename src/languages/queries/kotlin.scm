(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "class" (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(companion_object (type_identifier) @name (class_body)? @body) @definition.class
(type_alias . (modifiers)? . (type_identifier) @name) @definition.type
(function_declaration [(user_type) (nullable_type) (parenthesized_type)] @scope . "." . (simple_identifier) @name (function_body)? @body) @definition.function
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (statements)? @body) @definition.method
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(enum_entry (simple_identifier) @name) @definition.constant

(line_comment) @comment
(multiline_comment) @comment
(file_annotation) @decorator

(import_header (identifier (simple_identifier) @name .) @from .) @reference.import
(import_header (identifier (simple_identifier) @name .) @from (import_alias)) @reference.import
(import_header (identifier) @name (wildcard_import)) @reference.import
(call_expression (simple_identifier) @reference.call)
(call_expression (navigation_expression (_) @from (navigation_suffix (simple_identifier) @name))) @reference.call
(infix_expression (_) . (simple_identifier) @reference.call . (_))
(delegation_specifier (user_type (type_identifier) @reference.inherit .))
(delegation_specifier (user_type (type_identifier) @reference.inherit . (type_arguments)))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.inherit)))
(delegation_specifier (explicit_delegation (user_type (type_identifier) @reference.inherit)))
(user_type (type_identifier) @reference.type)
(callable_reference (simple_identifier) @reference.call)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (class_body) (enum_class_body) (statements) (import_list) (when_expression)] @statements

(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration "extension" name: (user_type (type_identifier) @name . (type_arguments)? .) body: (_) @body) @container.class
(class_declaration ["class" "struct" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration . (modifiers)? . name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(function_declaration "func" . (_) @name (function_body) @body) @definition.function
(protocol_function_declaration "func" . (_) @name) @definition.method
(init_declaration name: "init" @name body: (_)? @body) @definition.method
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.method
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @definition.function
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant
(enum_entry name: (simple_identifier) @name) @definition.constant

(comment) @comment
(multiline_comment) @comment

(import_declaration (identifier . (simple_identifier) @name .)) @reference.import
(import_declaration (identifier (simple_identifier) (simple_identifier) @name .) @from) @reference.import
(call_expression . (simple_identifier) @reference.call . (call_suffix [(value_arguments . "(") (lambda_literal)]))
(call_expression . (navigation_expression target: (_) @from suffix: (navigation_suffix suffix: (simple_identifier) @name))) @reference.call
(call_expression . (prefix_expression target: (simple_identifier) @reference.call))
(inheritance_specifier inherits_from: (user_type . (type_identifier) @reference.inherit .))
(inheritance_specifier inherits_from: (user_type . (type_identifier) @reference.inherit . (type_arguments)))
(inheritance_constraint inherits_from: (user_type (type_identifier) @reference.inherit))
(user_type (type_identifier) @reference.type)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (class_body) (enum_class_body) (protocol_body) (statements) (switch_statement)] @statements

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @scope)) name: (field_identifier) @name body: (_) @body) @definition.method
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body))) @definition.class
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type))) @definition.interface
(type_declaration (type_spec name: (type_identifier) @name)) @definition.type
(type_declaration (type_alias name: (type_identifier) @name)) @definition.type
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.constant))
(method_spec name: (field_identifier) @name) @definition.method

(comment) @comment

(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression operand: (_) @from field: (field_identifier) @name)) @reference.call
(composite_literal type: (type_identifier) @reference.call)
(composite_literal type: (qualified_type package: (_) @from name: (type_identifier) @name)) @reference.call
(field_declaration !name type: (type_identifier) @reference.inherit)
([
  (_ result: (type_identifier) @reference.type)
  (parameter_declaration type: (type_identifier) @reference.type)
  (variadic_parameter_declaration type: (type_identifier) @reference.type)
  (field_declaration name: (_) type: (type_identifier) @reference.type)
  (var_spec type: (type_identifier) @reference.type)
  (const_spec type: (type_identifier) @reference.type)
  (type_spec type: (type_identifier) @reference.type)
  (type_alias type: (type_identifier) @reference.type)
  (generic_type type: (type_identifier) @reference.type)
  (type_assertion_expression type: (type_identifier) @reference.type)
  (slice_type (type_identifier) @reference.type)
  (array_type (type_identifier) @reference.type)
  (implicit_length_array_type (type_identifier) @reference.type)
  (pointer_type (type_identifier) @reference.type)
  (map_type (type_identifier) @reference.type)
  (channel_type (type_identifier) @reference.type)
  (parenthesized_type (type_identifier) @reference.type)
  (type_arguments (type_identifier) @reference.type)
  (constraint_elem (type_identifier) @reference.type)
  (type_case (type_identifier) @reference.type)
  (argument_list (type_identifier) @reference.type)
  (call_expression function: (parenthesized_expression (identifier) @reference.type))
  (call_expression function: (parenthesized_expression (unary_expression operator: "*" operand: (identifier) @reference.type)))
] (#not-any-of? @reference.type "any" "bool" "byte" "error" "float32" "float64" "int" "int8" "int16" "int32" "int64" "rune" "string" "uint" "uint8" "uint16" "uint32" "uint64" "uintptr"))
(call_expression function: (parenthesized_expression (unary_expression operator: "*" operand: (selector_expression operand: (identifier) @from field: (field_identifier) @name)))) @reference.type
(qualified_type package: (_) @from name: (type_identifier) @name) @reference.type
(import_spec path: (_) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block) (expression_case) (default_case) (type_case) (communication_case) (expression_switch_statement) (type_switch_statement) (select_statement) (field_declaration_list) (interface_type) (import_spec_list) (const_declaration) (var_declaration) (type_declaration)] @statements

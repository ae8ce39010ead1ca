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
(parameter_declaration type: (type_identifier) @reference.type)
(parameter_declaration type: (pointer_type (type_identifier) @reference.type))
(field_declaration name: (_) type: (type_identifier) @reference.type)
(field_declaration name: (_) type: (pointer_type (type_identifier) @reference.type))
(qualified_type package: (_) @from name: (type_identifier) @name) @reference.type
(var_spec type: (type_identifier) @reference.type)
(import_spec path: (_) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block) (expression_case) (default_case) (type_case) (communication_case) (expression_switch_statement) (type_switch_statement) (select_statement) (field_declaration_list) (interface_type) (import_spec_list) (const_declaration) (var_declaration) (type_declaration)] @statements

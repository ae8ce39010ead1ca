(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.module
(struct_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(user_defined_type_definition name: (identifier) @name) @definition.type
(event_definition name: (identifier) @name) @definition.type
(error_declaration name: (identifier) @name) @definition.type
(constant_variable_declaration name: (identifier) @name) @definition.constant
(state_variable_declaration name: (identifier) @name) @definition.constant
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.function
(constructor_definition "constructor" @name body: (_) @body) @definition.method
(fallback_receive_definition ["receive" "fallback"] @name body: (_) @body) @definition.method

(comment) @comment

(import_directive import_name: (identifier) @name source: (string) @from) @reference.import
(import_directive . source: (string) @name) @reference.import
(import_directive "*" alias: (identifier) source: (string) @name) @reference.import
(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @from property: (identifier) @name)) @reference.call
(emit_statement name: (identifier) @reference.call)
(emit_statement name: (member_expression object: (_) @from property: (identifier) @name)) @reference.call
(revert_statement error: (identifier) @reference.call)
(revert_statement error: (member_expression object: (_) @from property: (identifier) @name)) @reference.call
(modifier_invocation (identifier) @reference.call)
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.inherit .))
(using_directive (type_alias (identifier) @reference.type))
(type_name (user_defined_type (identifier) @reference.type .))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (contract_body) (function_body) (block_statement) (struct_declaration) (yul_block)] @statements

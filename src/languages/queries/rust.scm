(function_item name: (identifier) @name body: (_) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name body: (_) @body) @definition.class
(struct_item name: (type_identifier) @name) @definition.class
(union_item name: (type_identifier) @name body: (_) @body) @definition.class
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.interface
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name) (scoped_type_identifier name: (type_identifier) @name) (generic_type type: (scoped_type_identifier name: (type_identifier) @name))] body: (_) @body) @container.class
(enum_variant name: (identifier) @name) @definition.constant
(associated_type name: (type_identifier) @name) @definition.type
(type_item name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant
(macro_definition name: (identifier) @name) @definition.function

(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator

(call_expression function: (identifier) @reference.call)
(call_expression function: (scoped_identifier path: (_) @from name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @from field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (scoped_identifier path: (_) @from name: (identifier) @name))) @reference.call
(call_expression function: (generic_function function: (field_expression value: (_) @from field: (field_identifier) @name))) @reference.call
(macro_invocation macro: (identifier) @reference.call)
(struct_expression name: (type_identifier) @reference.call)
(impl_item trait: (type_identifier) @reference.inherit)
(impl_item trait: (generic_type type: (type_identifier) @reference.inherit))
(impl_item trait: (scoped_type_identifier path: (_) @from name: (type_identifier) @name) @reference.inherit)
(trait_bounds (type_identifier) @reference.type)
(trait_bounds (generic_type type: (type_identifier) @reference.type))
(parameter type: (type_identifier) @reference.type)
(parameter type: (reference_type type: (type_identifier) @reference.type))
(parameter type: (generic_type type: (type_identifier) @reference.type))
(field_declaration type: (type_identifier) @reference.type)
(field_declaration type: (generic_type type: (type_identifier) @reference.type))
(function_item return_type: (type_identifier) @reference.type)
(function_item return_type: (generic_type type: (type_identifier) @reference.type))
(type_arguments (type_identifier) @reference.type)
(use_declaration argument: (scoped_identifier path: (_) @from name: (_) @name) @reference.import)
(use_declaration argument: (identifier) @reference.import)
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @from name: (_) @name)) @reference.import)
(use_declaration argument: (use_wildcard (_) @reference.import))
(scoped_use_list path: (_) @from list: (use_list [(identifier) @name (scoped_identifier name: (identifier) @name) (use_as_clause path: (identifier) @name)])) @reference.import

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (declaration_list) (block) (match_block) (field_declaration_list) (enum_variant_list)] @statements

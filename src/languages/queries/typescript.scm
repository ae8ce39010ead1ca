(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.constant

; Constants that are exported, and those of namespaces.
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)

(decorator (identifier) @reference.call)
(extends_clause value: (identifier) @reference.inherit)
(extends_clause value: (member_expression object: (_) @from property: (property_identifier) @name)) @reference.inherit
(implements_clause (type_identifier) @reference.inherit)
(implements_clause (generic_type name: (type_identifier) @reference.inherit))
(extends_type_clause (type_identifier) @reference.inherit)
(extends_type_clause (generic_type name: (type_identifier) @reference.inherit))
([(type_annotation (type_identifier) @reference.type) (type_arguments (type_identifier) @reference.type) (generic_type name: (type_identifier) @reference.type)
  (union_type (type_identifier) @reference.type) (intersection_type (type_identifier) @reference.type) (array_type (type_identifier) @reference.type)
  (tuple_type (type_identifier) @reference.type) (parenthesized_type (type_identifier) @reference.type) (readonly_type (type_identifier) @reference.type)
  (lookup_type (type_identifier) @reference.type) (index_type_query (type_identifier) @reference.type) (conditional_type (type_identifier) @reference.type)
  (constraint (type_identifier) @reference.type) (default_type (type_identifier) @reference.type) (type_alias_declaration value: (type_identifier) @reference.type)
  (function_type return_type: (type_identifier) @reference.type) (type_predicate (type_identifier) @reference.type) (mapped_type_clause type: (type_identifier) @reference.type)
  (as_expression (type_identifier) @reference.type) (satisfies_expression (type_identifier) @reference.type)])
(nested_type_identifier module: (_) @from name: (type_identifier) @name) @reference.type
(nested_type_identifier module: (identifier) @reference.type)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (interface_body) (enum_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements

(function_definition name: (name) @name body: (_) @body) @definition.function
(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.class
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(method_declaration name: (name) @name body: (_) @body) @definition.method
(method_declaration name: (name) @name) @definition.method
(namespace_definition name: (_) @name body: (_) @body) @container.module
(const_declaration (const_element (name) @name)) @definition.constant
(property_declaration (property_element (variable_name (name) @name))) @definition.constant
(enum_case name: (name) @name) @definition.constant

(comment) @comment

(function_call_expression function: (name) @reference.call)
(function_call_expression function: (qualified_name (name) @reference.call))
(member_call_expression object: (_) @from name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @from name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @from name: (name) @name) @reference.call
(object_creation_expression (name) @reference.call)
(object_creation_expression (qualified_name (name) @reference.call))
(base_clause (name) @reference.inherit)
(base_clause (qualified_name (name) @reference.inherit))
(class_interface_clause (name) @reference.inherit)
(class_interface_clause (qualified_name (name) @reference.inherit))
(use_declaration (name) @reference.inherit)
(named_type (name) @reference.type)
(named_type (qualified_name) @reference.type)
(binary_expression operator: "instanceof" right: (name) @reference.type)
(binary_expression operator: "instanceof" right: (qualified_name) @reference.type)
(attribute (name) @reference.type)
(namespace_use_clause (qualified_name) @reference.import)
(namespace_use_clause (name) @reference.import)
(namespace_use_declaration (namespace_name) @from (namespace_use_group (namespace_use_group_clause (namespace_name (name) @name .)))) @reference.import

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (compound_statement) (declaration_list) (enum_declaration_list) (switch_block) (case_statement) (default_statement) (colon_block) (match_block)] @statements

(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration name: (identifier) @name !body) @definition.class
(struct_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name !body) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration name: (identifier) @name !body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type
(namespace_declaration name: (_) @name body: (_) @body) @container.module
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(destructor_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function
(property_declaration name: (identifier) @name accessors: (_) @body) @definition.constant
(property_declaration name: (identifier) @name) @definition.constant
(event_field_declaration (variable_declaration (variable_declarator . (identifier) @name))) @definition.constant
(field_declaration (variable_declaration (variable_declarator . (identifier) @name))) @definition.constant
(enum_member_declaration name: (identifier) @name) @definition.constant

(comment) @comment

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name (identifier) @reference.call))
(invocation_expression function: (member_access_expression expression: [(_) "this" "base"] @from name: (identifier) @name)) @reference.call
(invocation_expression function: (member_access_expression expression: [(_) "this" "base"] @from name: (generic_name (identifier) @name))) @reference.call
(invocation_expression function: (conditional_access_expression condition: [(_) "this"] @from (member_binding_expression name: (identifier) @name))) @reference.call
(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name (identifier) @reference.call))
(base_list (identifier) @reference.inherit)
(base_list (generic_name (identifier) @reference.inherit))
(base_list (qualified_name (identifier) @reference.inherit .))
(base_list (primary_constructor_base_type type: (identifier) @reference.inherit))
(base_list (primary_constructor_base_type type: (generic_name (identifier) @reference.inherit)))
(attribute name: (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(variable_declaration type: (identifier) @reference.type)
(variable_declaration type: (generic_name (identifier) @reference.type))
(property_declaration type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(using_directive !name [(identifier) (qualified_name)] @reference.import)
(using_directive name: (_) "=" [(identifier) (qualified_name)] @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(compilation_unit) (declaration_list) (preproc_if) (preproc_elif) (preproc_else) (block) (switch_body) (switch_section) (accessor_list) (enum_member_declaration_list)] @statements

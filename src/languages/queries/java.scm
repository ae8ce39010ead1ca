(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(enum_constant name: (identifier) @name) @definition.constant

(line_comment) @comment
(block_comment) @comment

(method_invocation !object name: (identifier) @reference.call)
(method_invocation object: (_) @from name: (identifier) @name) @reference.call
(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type (type_identifier) @reference.call))
(object_creation_expression type: [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))]) @reference.call
(method_reference . (_) @from (identifier) @name .) @reference.call
(method_reference . (identifier) @reference.call "new")
(superclass (type_identifier) @reference.inherit)
(superclass (generic_type (type_identifier) @reference.inherit))
(superclass [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))]) @reference.inherit
(super_interfaces (type_list (type_identifier) @reference.inherit))
(super_interfaces (type_list (generic_type (type_identifier) @reference.inherit)))
(super_interfaces (type_list [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))] @reference.inherit))
(extends_interfaces (type_list (type_identifier) @reference.inherit))
(extends_interfaces (type_list (generic_type (type_identifier) @reference.inherit)))
(extends_interfaces (type_list [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))] @reference.inherit))
(permits (type_list (type_identifier) @reference.type))
(marker_annotation name: [(identifier) @name (scoped_identifier scope: (_) @from name: (identifier) @name)]) @reference.type
(annotation name: [(identifier) @name (scoped_identifier scope: (_) @from name: (identifier) @name)]) @reference.type
[
  (field_declaration type: (type_identifier) @reference.type)
  (constant_declaration type: (type_identifier) @reference.type)
  (local_variable_declaration type: (type_identifier) @reference.type)
  (formal_parameter type: (type_identifier) @reference.type)
  (spread_parameter (type_identifier) @reference.type)
  (catch_type (type_identifier) @reference.type)
  (enhanced_for_statement type: (type_identifier) @reference.type)
  (resource type: (type_identifier) @reference.type)
  (method_declaration type: (type_identifier) @reference.type)
  (annotation_type_element_declaration type: (type_identifier) @reference.type)
  (throws (type_identifier) @reference.type)
  (cast_expression type: (type_identifier) @reference.type)
  (instanceof_expression right: (type_identifier) @reference.type)
  (type_pattern (type_identifier) @reference.type)
  (record_pattern . (identifier) @reference.type)
  (array_creation_expression type: (type_identifier) @reference.type)
  (array_type element: (type_identifier) @reference.type)
  (class_literal (type_identifier) @reference.type)
  (generic_type (type_identifier) @reference.type)
  (type_arguments (type_identifier) @reference.type)
  (wildcard (type_identifier) @reference.type)
  (type_bound (type_identifier) @reference.type)
  (scoped_type_identifier . (type_identifier) @reference.type)
]
(scoped_type_identifier (_) @from (type_identifier) @name .) @reference.type
(import_declaration (scoped_identifier) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (block) (class_body) (interface_body) (enum_body) (enum_body_declarations) (constructor_body) (annotation_type_body) (switch_block) (switch_block_statement_group) (module_body)] @statements

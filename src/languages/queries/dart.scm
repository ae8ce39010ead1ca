(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @definition.class
(extension_declaration name: (identifier) @name body: (_) @body) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias (type_identifier) @name . "=") @definition.type
(type_alias (type_identifier) @name . (type_parameters) . "=") @definition.type
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type
(type_alias (type_identifier) @name . (type_parameters) . (formal_parameter_list)) @definition.type

(_ (function_signature name: (identifier) @name) @definition.function . (function_body) @body @definition.function)
(_ (getter_signature name: (identifier) @name) @definition.function . (function_body) @body @definition.function)
(_ (setter_signature name: (identifier) @name) @definition.function . (function_body) @body @definition.function)
(program [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
] @definition.function)
(_ (method_signature [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature (binary_operator) @name)
  (constructor_signature name: (identifier) @name .)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.function . (function_body) @body @definition.function)
(declaration [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature (binary_operator) @name)
  (constructor_signature name: (identifier) @name . parameters: (_))
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.function
(declaration (static_final_declaration_list . (static_final_declaration . (identifier) @name))) @definition.constant
(declaration (initialized_identifier_list . (initialized_identifier . (identifier) @name))) @definition.constant
(program (static_final_declaration_list . (static_final_declaration . (identifier) @name)) @definition.constant)
(program (initialized_identifier_list . (initialized_identifier . (identifier) @name)) @definition.constant)

(comment) @comment
(documentation_comment) @comment
(program (annotation) @decorator)
(class_body (annotation) @decorator)
(enum_body (annotation) @decorator)
(extension_body (annotation) @decorator)

(import_specification (configurable_uri) @reference.import)
(library_export (configurable_uri) @reference.import)
(part_directive (uri) @reference.import)
((identifier) @reference.call . (selector (argument_part)))
(_ (_) @from . (selector (_ . (identifier) @name)) . (selector (argument_part))) @reference.call
(cascade_section (cascade_selector (identifier) @reference.call) . (argument_part))
(new_expression (type_identifier) @reference.call)
(const_object_expression (type_identifier) @reference.call)
(annotation name: (identifier) @reference.type (#not-eq? @reference.type "override"))
(superclass . (type_identifier) @reference.inherit)
(mixins (type_identifier) @reference.inherit)
(interfaces (type_identifier) @reference.inherit)
(mixin_declaration (type_identifier) @reference.inherit)
(type_identifier) @reference.type

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (block) (class_body) (extension_body) (enum_body) (switch_block) (switch_statement_case) (switch_statement_default)] @statements
[(program (function_body) @statement.end) (class_body (function_body) @statement.end) (extension_body (function_body) @statement.end)]

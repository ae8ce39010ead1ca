(module_binding name: (module_name) @name body: [(structure) (functor)]? @body) @definition.module
(module_binding name: (module_name) @name (signature) @body) @definition.module
(module_type_definition name: (module_type_name) @name body: (_)? @body (#not-eq? @name "I__")) @definition.interface
(type_definition (type_binding name: (type_constructor) @name body: (record_declaration)? @body) @definition.type)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(type_binding body: (variant_declaration (constructor_declaration (constructor_name) @name) @definition.constant))
(class_binding name: (class_name) @name body: (_)? @body) @definition.class
(class_type_binding name: (class_type_name) @name body: (_)? @body) @definition.interface
(method_definition name: (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(external . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
(value_specification . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] . (parameter) body: (_)? @body) @definition.function))
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] body: [(function_expression) (fun_expression)]) @definition.function))
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] . (parameter) body: (_)? @body) @definition.function))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] body: [(function_expression) (fun_expression)]) @definition.function))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant))

(comment) @comment

(open_module (module_path) @reference.import)
(include_module (module_path) @reference.import)
(let_open_expression (open_module (module_path) @reference.import))
(application_expression function: (value_path . (value_name) @reference.call))
(application_expression function: (value_path (module_path) @from (value_name) @name)) @reference.call
(infix_expression operator: [(rel_operator) (concat_operator)] right: (value_path . (value_name) @reference.call))
(infix_expression operator: [(rel_operator) (concat_operator)] right: (value_path (module_path) @from (value_name) @name)) @reference.call
(method_invocation (_) @from (method_name) @name) @reference.call
(new_expression (class_path (class_name) @reference.call))
(module_application functor: (module_path (module_path) @from (module_name) @name)) @reference.call
(module_application functor: (module_path . (module_name) @reference.call))
(inheritance_definition (class_path (class_name) @reference.inherit))
(module_binding (module_type_path (module_type_name) @reference.inherit))
(type_constructor_path (type_constructor) @reference.type)
(module_parameter (module_type_path (module_type_name) @reference.type))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(compilation_unit) (structure) (signature) (sequence_expression) (match_expression) (function_expression)] @statements

(package_object name: (_) @name body: (_) @body) @definition.module
(class_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name body: (_)? @body) @definition.class
(trait_definition name: (_) @name body: (_)? @body) @definition.interface
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function
(given_definition name: (_) @name body: (with_template_body) @body) @definition.class
(given_definition name: (_) @name) @definition.constant
(extension_definition parameters: (parameters (parameter type: (_) @name))) @container.class
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.constant)
(template_body (val_definition pattern: (identifier) @name) @definition.constant)
(template_body (var_definition pattern: (identifier) @name) @definition.constant)
(template_body (val_declaration name: (identifier) @name) @definition.constant)
(template_body (var_declaration name: (identifier) @name) @definition.constant)

(comment) @comment
(block_comment) @comment

(import_declaration path: [(identifier) "."]+ @from (namespace_selectors [(identifier) @name (arrow_renamed_identifier name: (identifier) @name)])) @reference.import
(import_declaration path: [(identifier) "."]+ @name (namespace_wildcard)) @reference.import
(import_declaration path: [(identifier) "."]+ @name .) @reference.import
(call_expression function: (identifier) @reference.call (#not-eq? @reference.call "this"))
(call_expression function: (field_expression value: (_) @from field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (field_expression value: (_) @from field: (identifier) @name))) @reference.call
(infix_expression operator: (identifier) @reference.call)
(instance_expression (type_identifier) @reference.call)
(instance_expression (generic_type type: (type_identifier) @reference.call))
(extends_clause (type_identifier) @reference.inherit)
(extends_clause (generic_type type: (type_identifier) @reference.inherit))
(extends_clause (compound_type (type_identifier) @reference.inherit))
((type_identifier) @reference.type (#not-match? @reference.type "^[A-Z][0-9]?$"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(compilation_unit) (template_body) (enum_body) (block) (indented_block) (case_block) (indented_cases) (case_clause)] @statements

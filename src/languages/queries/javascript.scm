(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.constant

; Classes and objects that are assigned to a name.
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (class !name body: (_) @body))) @definition.class)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object) @body) (#eq? @name "prototype")) @definition.class)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object) @body) (#eq? @name "exports")) @container.object)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object) @body) (#not-any-of? @name "prototype" "exports")) @definition.object)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (class name: (_) body: (_) @body)) (#not-eq? @name "exports")) @definition.class)
(program (expression_statement (assignment_expression left: (member_expression property: (property_identifier) @_exports) right: (class name: (_) @name body: (_) @body)) (#eq? @_exports "exports")) @definition.class)

; Exported constants.
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant))

(class_heritage (identifier) @reference.inherit)
(class_heritage (member_expression object: (_) @from property: (property_identifier) @name)) @reference.inherit

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements

; Behind a macro, `EXPORT type name(void) {` and `EXPORT type name(int a) {` leave the name where another one belongs.
((function_definition type: (type_identifier) @name declarator: (parenthesized_declarator (identifier) @_parameter) body: (_) @body) @definition.function (#eq? @_parameter "void"))
(function_definition declarator: (function_declarator declarator: (identifier) (ERROR (identifier) @name .) . parameters: (_)) body: (_) @body) @definition.function
(function_definition declarator: (_ declarator: (identifier) @name) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) body: (_) @body) @definition.function
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @definition.function
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(type_definition type: (struct_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.class
(type_definition type: (union_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.class
(type_definition type: (enum_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(preproc_function_def name: (identifier) @name) @definition.function
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(enumerator name: (identifier) @name) @definition.constant
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)])) @definition.constant)

(comment) @comment

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression argument: (_) @from field: (field_identifier) @name)) @reference.call
(_ type: (type_identifier) @reference.type)
(struct_specifier name: (type_identifier) @reference.type !body)
(union_specifier name: (type_identifier) @reference.type !body)
(enum_specifier name: (type_identifier) @reference.type !body)
(preproc_include path: (_) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(translation_unit) (compound_statement) (case_statement) (declaration_list) (field_declaration_list) (enumerator_list) (preproc_if) (preproc_ifdef) (preproc_elif) (preproc_else)] @statements

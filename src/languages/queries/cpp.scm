(function_definition declarator: (function_declarator declarator: (_) @name) body: (_) @body) @definition.function
(function_definition declarator: (_ (function_declarator declarator: (_) @name)) body: (_) @body) @definition.function
(function_definition declarator: (_ (_ (function_declarator declarator: (_) @name))) body: (_) @body) @definition.function
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @definition.function
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (qualified_identifier scope: (_) @scope name: (identifier) @name)) body: (_) @body) @definition.function
(template_declaration (function_definition declarator: (function_declarator declarator: (_) @name) body: (_) @body)) @definition.function
(template_declaration (function_definition declarator: (_ (function_declarator declarator: (_) @name)) body: (_) @body)) @definition.function
(function_definition declarator: (function_declarator declarator: (_) @name)) @definition.function
(field_declaration declarator: (function_declarator declarator: (_) @name)) @definition.method
(field_declaration declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @definition.method
(field_declaration_list (declaration declarator: (function_declarator declarator: (_) @name)) @definition.method)
(field_declaration_list (template_declaration [(declaration declarator: (function_declarator declarator: (_) @name)) (field_declaration declarator: (function_declarator declarator: (_) @name)) (declaration declarator: (_ (function_declarator declarator: (_) @name)))]) @definition.method)
(class_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_) @body) @definition.class
(struct_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_) @body) @definition.class
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.class
(template_declaration (class_specifier name: (_) @name body: (_) @body)) @definition.class
(template_declaration (struct_specifier name: (_) @name body: (_) @body)) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(namespace_definition name: (_) @name body: (_) @body) @container.module
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(template_declaration (alias_declaration name: (type_identifier) @name)) @definition.type
(type_definition type: (struct_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.class
(type_definition type: (enum_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(preproc_function_def name: (identifier) @name) @definition.function
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(enumerator name: (identifier) @name) @definition.constant
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)])) @definition.constant)
(declaration_list (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])) @definition.constant)

(comment) @comment

(call_expression function: (identifier) @reference.call)
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (qualified_identifier scope: (_) @from name: (identifier) @name)) @reference.call
(call_expression function: (qualified_identifier scope: (_) @from name: (template_function name: (identifier) @name))) @reference.call
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @from name: (identifier) @name))) @reference.call
(call_expression function: (field_expression argument: (_) @from field: (field_identifier) @name)) @reference.call
(call_expression function: (field_expression argument: (_) @from field: (template_method name: (field_identifier) @name))) @reference.call
(new_expression type: (type_identifier) @reference.call)
(base_class_clause (type_identifier) @reference.inherit)
(base_class_clause (qualified_identifier name: (type_identifier) @reference.inherit))
(base_class_clause (template_type name: (type_identifier) @reference.inherit))
(_ type: (type_identifier) @reference.type)
(qualified_identifier scope: (_) @from name: (type_identifier) @name) @reference.type
(template_type name: (type_identifier) @reference.type)
(class_specifier name: (type_identifier) @reference.type !body)
(struct_specifier name: (type_identifier) @reference.type !body)
(union_specifier name: (type_identifier) @reference.type !body)
(enum_specifier name: (type_identifier) @reference.type !body)
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (qualified_identifier scope: (_) @reference.type)))
((qualified_identifier scope: (namespace_identifier) @reference.type) (#not-eq? @reference.type "std"))
(preproc_include path: (_) @reference.import)
(using_declaration (qualified_identifier) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(translation_unit) (compound_statement) (case_statement) (declaration_list) (field_declaration_list) (enumerator_list) (preproc_if) (preproc_ifdef) (preproc_elif) (preproc_else)] @statements

(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(method_definition name: (_) @name body: (_) @body) @definition.method
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.constant

; Arrow functions and function expressions that are assigned to a name.
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)])) @definition.function
(expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: [(function_expression name: (_) body: (_) @body) (generator_function name: (_) body: (_) @body)]) (#not-eq? @name "exports")) @definition.function
(expression_statement (assignment_expression left: (member_expression property: (property_identifier) @_exports) right: [(function_expression name: (_) @name body: (_) @body) (generator_function name: (_) @name body: (_) @body)]) (#eq? @_exports "exports")) @definition.function
(expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (assignment_expression right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.function
(expression_statement (assignment_expression right: (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) (#not-eq? @name "exports"))) @definition.function
(expression_statement (assignment_expression right: (assignment_expression left: (member_expression property: (property_identifier) @_exports) right: (function_expression name: (_) @name body: (_) @body)) (#eq? @_exports "exports"))) @definition.function
(expression_statement (assignment_expression left: (identifier) @name right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @definition.function
(pair key: (_) @name value: [(arrow_function body: (statement_block) @body) (function_expression body: (_) @body)]) @definition.method

; Constants of the module, but for names of what `require` brings and of namespaces.
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) (#not-match? @_value "^require\\s*\\([^()]*\\)(\\.\\w+)*$")) @definition.constant)
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) (#not-match? @_value "^require\\s*\\([^()]*\\)(\\.\\w+)*$")) @definition.constant)
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)

; A large table is cut at its keys.
(program (lexical_declaration (variable_declarator value: (object (pair key: (_) @name) @container.constant))))
(export_statement declaration: (lexical_declaration (variable_declarator value: (object (pair key: (_) @name) @container.constant))))

; Exported objects and functions without a name.
(export_statement "default" @name value: [(object) @body (arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)]) @container.object

; Test cases have no name in the code's sense; their titles tell them apart.
(expression_statement (call_expression function: (identifier) @_test arguments: (arguments . (string (string_fragment) @name) . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))
  (#any-of? @_test "describe" "it" "test" "suite" "context")) @container.function

(comment) @comment
(decorator) @decorator

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @from property: (property_identifier) @name)) @reference.call
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression object: (_) @from property: (property_identifier) @name)) @reference.call
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
(import_statement (import_clause (identifier) @name) source: (string) @from) @reference.import
(import_statement (import_clause (namespace_import (identifier) @name)) source: (string) @from) @reference.import
(import_statement (import_clause (named_imports (import_specifier name: (identifier) @name))) source: (string) @from) @reference.import
(import_statement . source: (string) @reference.import)
(export_statement (export_clause (export_specifier name: (identifier) @name)) source: (string) @from) @reference.import
(export_statement "*" source: (string) @reference.import)
(variable_declarator name: (identifier) @name value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @name)) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (identifier) @name value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from))) (#eq? @_require "require")) @reference.import
(call_expression function: (import) arguments: (arguments . (string) @reference.import))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (interface_body) (enum_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements

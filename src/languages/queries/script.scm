; The patterns that JavaScript and TypeScript share. Each has its own ones behind these.
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_definition name: (_) @name body: (_) @body) @definition.method

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

; Constants of the module, but for names of what `require` brings.
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) (#not-match? @_value "^require\\s*\\([^()]*\\)(\\.\\w+)*$")) @definition.constant)
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) (#not-match? @_value "^require\\s*\\([^()]*\\)(\\.\\w+)*$")) @definition.constant)

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
(import_statement (import_clause (identifier) @name) source: (string) @from) @reference.import
(import_statement (import_clause (namespace_import (identifier) @name)) source: (string) @from) @reference.import
(import_statement (import_clause (named_imports (import_specifier name: (identifier) @name))) source: (string) @from) @reference.import
(import_statement . source: (string) @reference.import)
(export_statement (export_clause (export_specifier name: (identifier) @name)) source: (string) @from) @reference.import
(export_statement "*" source: (string) @reference.import)
(variable_declarator name: (identifier) @name value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @name)) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (identifier) @name value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from))) (#eq? @_require "require")) @reference.import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(call_expression function: (import) arguments: (arguments . (string) @reference.import))

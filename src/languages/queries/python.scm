(function_definition name: (identifier) @name body: (_) @body) @definition.function
(decorated_definition definition: (function_definition name: (identifier) @name body: (_) @body)) @definition.function
(class_definition name: (identifier) @name body: (_) @body) @definition.class
(decorated_definition definition: (class_definition name: (identifier) @name body: (_) @body)) @definition.class
(module (expression_statement (assignment left: (identifier) @name)) @definition.constant)
(class_definition body: (block (expression_statement (assignment left: (identifier) @name)) @definition.constant))
(type_alias_statement . (type (identifier) @name)) @definition.type

(function_definition body: (block . (expression_statement (string) @doc)))
(class_definition body: (block . (expression_statement (string) @doc)))
(comment) @comment

(call function: (identifier) @reference.call)
(call function: (attribute object: (_) @from attribute: (identifier) @name)) @reference.call
(decorator (identifier) @reference.call)
(decorator (attribute object: (_) @from attribute: (identifier) @name)) @reference.call
(class_definition superclasses: (argument_list (identifier) @reference.inherit))
(class_definition superclasses: (argument_list (attribute object: (_) @from attribute: (identifier) @name) @reference.inherit))
(class_definition superclasses: (argument_list (subscript value: (identifier) @reference.inherit)))
(class_definition superclasses: (argument_list (subscript value: (attribute object: (_) @from attribute: (identifier) @name) @reference.inherit)))
(class_definition superclasses: (argument_list (subscript subscript: (_) @reference.types)))
(import_statement name: (dotted_name) @reference.import)
(import_statement name: (aliased_import name: (dotted_name) @reference.import))
(import_from_statement module_name: (_) @from name: (dotted_name) @name) @reference.import
(import_from_statement module_name: (_) @from name: (aliased_import name: (dotted_name) @name)) @reference.import
(import_from_statement module_name: (_) @reference.import (wildcard_import))
(type (identifier) @reference.type)
(type (attribute object: (_) @from attribute: (identifier) @name)) @reference.type
(type (generic_type (identifier) @reference.type))
(type [(binary_operator) (subscript) (list) (tuple)] @reference.types)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(module) (block)] @statements

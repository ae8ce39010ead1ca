(class_interface "@interface" . (identifier) @name . "(") @container.class
(class_interface "@interface" . (identifier) @name) @definition.class
(class_implementation "@implementation" . (identifier) @name . "(") @container.class
(class_implementation "@implementation" . (identifier) @name) @definition.class
(protocol_declaration "@protocol" . (identifier) @name) @definition.interface
(method_definition ((identifier) @name . (method_parameter ":" @name))+ (compound_statement) @body) @definition.method
(method_definition (identifier) @name . (compound_statement) @body) @definition.method
(method_declaration ((identifier) @name . (method_parameter ":" @name))+ ";" @body) @definition.method
(method_declaration (identifier) @name . ";" @body) @definition.method
(property_declaration (struct_declaration (struct_declarator [(identifier) @name (_ (identifier) @name)]))) @definition.constant
; Behind a macro, `EXPORT type name(void) {` and `EXPORT type name(int a) {` leave the name where another one belongs.
((function_definition type: (type_identifier) @name declarator: (parenthesized_declarator (identifier) @_parameter) body: (_) @body) @definition.function (#eq? @_parameter "void"))
(function_definition declarator: (function_declarator declarator: (identifier) (ERROR (identifier) @name .) . parameters: (_)) body: (_) @body) @definition.function
(function_definition declarator: (function_declarator declarator: (identifier) @name) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) body: (_) @body) @definition.function
(translation_unit (declaration declarator: (function_declarator declarator: (identifier) @name)) @definition.function)
(translation_unit (declaration declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) @definition.function)
(translation_unit (declaration declarator: (identifier) @name) @definition.constant)
(translation_unit (declaration declarator: (pointer_declarator declarator: (identifier) @name)) @definition.constant)
(translation_unit (declaration declarator: (init_declarator declarator: (identifier) @name)) @definition.constant)
(translation_unit (declaration declarator: (init_declarator declarator: (pointer_declarator declarator: (identifier) @name))) @definition.constant)
(preproc_def name: (identifier) @name) @definition.constant
(preproc_function_def name: (identifier) @name) @definition.function
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (_ declarator: (type_identifier) @name)))) @definition.type
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @definition.function
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(enumerator name: (identifier) @name) @definition.constant

(comment) @comment

(preproc_include path: (_) @reference.import)
(module_import path: (_) @reference.import)
(call_expression function: (identifier) @reference.call)
(message_expression receiver: (_) @from method: (identifier) @name . "]") @reference.call
(message_expression receiver: (_) @from ((identifier) @name . ":" @name . (_))+) @reference.call
(class_interface superclass: (identifier) @reference.inherit)
(class_interface (parameterized_arguments (type_name (type_identifier) @reference.inherit)))
(protocol_declaration (protocol_reference_list (identifier) @reference.inherit))
(type_identifier) @reference.type

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(translation_unit) (compound_statement) (case_statement) (declaration_list) (field_declaration_list) (enumerator_list) (preproc_if) (preproc_ifdef) (preproc_elif) (preproc_else) (class_interface) (class_implementation) (implementation_definition) (protocol_declaration)] @statements

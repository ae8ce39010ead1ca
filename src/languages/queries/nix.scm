(binding attrpath: (attrpath) @name expression: (function_expression body: (_) @body)) @definition.function
(source_code expression: (_ (binding_set (binding attrpath: (attrpath) @name) @definition.constant)))
(source_code expression: (_ body: (_ (binding_set (binding attrpath: (attrpath) @name) @definition.constant))))
(source_code expression: (_ body: (_ body: (_ (binding_set (binding attrpath: (attrpath) @name) @definition.constant)))))
(source_code expression: (_ body: (_ argument: (_ (binding_set (binding attrpath: (attrpath) @name) @definition.constant)))))
(source_code expression: (_ body: (_ body: (_ argument: (_ (binding_set (binding attrpath: (attrpath) @name) @definition.constant))))))
(binding attrpath: (attrpath) @name expression: (attrset_expression (binding_set))) @definition.object
(binding attrpath: (attrpath) @name expression: (rec_attrset_expression (binding_set))) @definition.object

(comment) @comment

(apply_expression function: (variable_expression name: (identifier) @_import) argument: (path_expression) @name (#eq? @_import "import")) @reference.import
(apply_expression function: (_ function: (variable_expression name: (identifier) @_import)) argument: (path_expression) @name (#eq? @_import "import")) @reference.import
(apply_expression function: (variable_expression name: (identifier) @_call) argument: (path_expression) @name (#any-of? @_call "callPackage" "callPackages")) @reference.import
(apply_expression function: (select_expression attrpath: (attrpath) @_call) argument: (path_expression) @name (#match? @_call "^callPackages?$")) @reference.import
(binding attrpath: (attrpath) @_imports expression: (list_expression element: (path_expression) @name) (#eq? @_imports "imports")) @reference.import
(inherit_from expression: (_) @from attrs: (inherited_attrs attr: (identifier) @name)) @reference.import
(apply_expression function: (variable_expression name: (identifier) @name) (#not-any-of? @name "import")) @reference.call
(apply_expression function: (select_expression expression: (_) @from attrpath: (attrpath attr: (identifier) @name .))) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
(binding_set) @statements

(function_definition name: (word) @name body: (_) @body (#match? @name "^·+$")) @container.function
(function_definition name: (word) @name body: (_) @body (#not-match? @name "^·+$")) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant)
(command name: (command_name) @_alias . argument: (word) @name (#eq? @_alias "alias")) @definition.constant
(command name: (command_name) @_alias . argument: (word) @_flag . argument: (word) @name (#eq? @_alias "alias") (#match? @_flag "^--?\\w*$")) @definition.constant

(comment) @comment

(command name: (command_name (word) @_source) . argument: [(word) (string) (concatenation) (raw_string)] @reference.import (#any-of? @_source "source" "." "load"))
(command name: (command_name (word) @name)
  (#not-any-of? @name "source" "." "load" "alias" "[" "set" "echo" "printf" "local" "test" "cd" "return" "exit" "shift" "true" "false" ":" "unset" "eval" "builtin")) @reference.call
(command name: (command_name (word) @_run) . argument: (word) @name (#any-of? @_run "run" "sudo" "exec" "command" "trap" "eval")) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (compound_statement) (subshell) (do_group) (case_statement) (case_item) (if_statement) (elif_clause) (else_clause)] @statements

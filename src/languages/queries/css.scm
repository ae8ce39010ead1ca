(rule_set (selectors) @name (block) @body) @definition.section
(media_statement "@media" @name (block) @body) @definition.section
(supports_statement "@supports" @name (block) @body) @definition.section
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.section
(at_rule (at_keyword) @name (block) @body) @definition.section
(declaration (property_name) @name (#match? @name "^--")) @definition.constant

(comment) @comment

(import_statement (string_value) @reference.import)
(import_statement (call_expression (arguments (_) @reference.import)))
(declaration (call_expression (function_name) @_url (arguments (_) @reference.link) (#eq? @_url "url")))
(call_expression (function_name) @_var (arguments . (plain_value) @reference.type) (#eq? @_var "var"))
(declaration (property_name) @_animation (plain_value) @reference.type (#any-of? @_animation "animation" "animation-name"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(stylesheet) (block) (keyframe_block_list)] @statements

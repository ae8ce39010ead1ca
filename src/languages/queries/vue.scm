(script_element (start_tag (tag_name) @name)) @container.section
(style_element (start_tag (tag_name) @name)) @container.section
(template_element (start_tag (tag_name) @name)) @container.section
(component (element (start_tag (tag_name) @name)) @container.section)
(element (start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) (#eq? @_id "id"))) @definition.section

(comment) @comment

(attribute (attribute_name) @_source (quoted_attribute_value) @reference.import (#eq? @_source "src"))
(start_tag (tag_name) @reference.call (#match? @reference.call "-|^[A-Z]"))
(self_closing_tag (tag_name) @reference.call (#match? @reference.call "-|^[A-Z]"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(component) (element) (template_element)] @statements

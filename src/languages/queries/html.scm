(element (start_tag (tag_name) @_heading (#match? @_heading "^[hH][1-6]$")) . (text) @name) @definition.section
(element (start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) (#eq? @_id "id"))) @definition.section
(element (self_closing_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) (#eq? @_id "id"))) @definition.section
(script_element (start_tag (attribute (attribute_name) @_id (quoted_attribute_value (attribute_value) @name)) (#eq? @_id "id"))) @definition.section
(element (start_tag (tag_name) @name (#match? @name "^(head|header|nav|main|article|section|aside|footer|form|table|dialog|template)$"))) @container.section
(script_element (start_tag (tag_name) @name)) @container.section
(style_element (start_tag (tag_name) @name)) @container.section

(comment) @comment

(script_element (start_tag (attribute (attribute_name) @_source (quoted_attribute_value) @reference.import (#eq? @_source "src"))))
(element (start_tag (tag_name) @_link (attribute (attribute_name) @_href (quoted_attribute_value) @reference.import))
  (#eq? @_link "link") (#eq? @_href "href"))
(element (start_tag (tag_name) @_tag (attribute (attribute_name) @_href (quoted_attribute_value (attribute_value) @reference.link)))
  (#not-eq? @_tag "link") (#any-of? @_href "href" "action" "src"))
(start_tag (tag_name) @reference.call (#match? @reference.call "-"))
(self_closing_tag (tag_name) @reference.call (#match? @reference.call "-"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(document) (element)] @statements

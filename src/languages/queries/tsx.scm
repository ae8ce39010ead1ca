
; What tsx has beside typescript; the two queries are joined.
(jsx_opening_element name: (identifier) @reference.call)
(jsx_self_closing_element name: (identifier) @reference.call)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (interface_body) (enum_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements


; What tsx has beside typescript; the two queries are joined.
(jsx_opening_element name: (identifier) @reference.call)
(jsx_self_closing_element name: (identifier) @reference.call)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program (_) @statement) (statement_block (_) @statement) (class_body (_) @statement) (interface_body (_) @statement) (enum_body (_) @statement) (switch_body (_) @statement) (switch_case (_) @statement) (switch_default (_) @statement) (class_static_block (_) @statement)]

; A signature ends behind the parameters, else before what follows the name.
(source (list_lit . value: (sym_lit name: (_) @_def) . value: (sym_lit name: (_) @name) value: (vec_lit) . value: (_) @body
  (#match? @_def "^def(n|macro|method|test)")) @definition.function)
(source (list_lit . value: (sym_lit name: (_) @_def) . value: (sym_lit name: (_) @name) . value: (_)? @body
  (#any-of? @_def "defprotocol" "definterface")) @definition.interface)
(source (list_lit . value: (sym_lit name: (_) @_def) . value: (sym_lit name: (_) @name) . value: (vec_lit) . value: (_)? @body
  (#any-of? @_def "defrecord" "deftype")) @definition.class)
(source (list_lit . value: (sym_lit name: (_) @_def) . value: (sym_lit name: (_) @name) . value: (_)? @body
  (#any-of? @_def "def" "defonce")) @definition.constant)
(source (list_lit . value: (sym_lit name: (_) @_def) . value: (sym_lit name: (_) @name) . value: (_)? @body
  (#match? @_def "^def") (#not-any-of? @_def "def" "defonce" "defprotocol" "definterface" "defrecord" "deftype")) @definition.function)
(source (list_lit . value: (sym_lit name: (_) @_ns) . value: (sym_lit name: (_) @name) . value: (_)? @body
  (#any-of? @_ns "ns" "in-ns")) @definition.module)
(list_lit . value: (sym_lit name: (_) @_type) value: (list_lit . value: (sym_lit name: (_) @name) . value: (vec_lit) . value: (_)? @body) @definition.method
  (#any-of? @_type "defprotocol" "definterface" "defrecord" "deftype" "extend-type" "extend-protocol"))
(source (list_lit . value: (sym_lit name: (_) @_extend) . value: (sym_lit name: (_) @name) . value: (_)? @body
  (#any-of? @_extend "extend-type" "extend-protocol")) @container.class)

(comment) @comment
(list_lit . value: (sym_lit name: (_) @_def) . value: (sym_lit) . value: (str_lit) @doc (#match? @_def "^(def(n|macro|protocol|multi)|ns$)"))

(list_lit . value: (kwd_lit name: (_) @_use) (vec_lit . value: (sym_lit name: (_) @reference.import))
  (#any-of? @_use "require" "use" "require-macros"))
(list_lit . value: (kwd_lit name: (_) @_use) value: (sym_lit name: (_) @reference.import)
  (#any-of? @_use "require" "use" "require-macros" "import"))
(list_lit . value: (kwd_lit name: (_) @_use)
  (vec_lit . value: (sym_lit name: (_) @from) value: (kwd_lit name: (_) @_refer) . value: (vec_lit value: (sym_lit name: (_) @name)))
  (#any-of? @_use "require" "use") (#eq? @_refer "refer")) @reference.import
(list_lit . value: (kwd_lit name: (_) @_import) (list_lit . value: (sym_lit name: (_) @from) value: (sym_lit name: (_) @name))
  (#eq? @_import "import")) @reference.import
(list_lit . value: (sym_lit !namespace name: (_) @name)
  (#match? @name "^[*]?[A-Za-z][^.]*$")
  (#not-match? @name "^(def|extend-|(ns|let|if|if-not|if-let|when|when-not|when-let|do|fn|loop|recur|cond|condp|case|for|doseq|comment|try|catch|finally|throw|quote|var|binding|is|are|testing)$)")) @reference.call
(list_lit . value: (sym_lit namespace: (_) @from name: (_) @name)) @reference.call
(list_lit . value: (sym_lit name: (_) @_type) . value: (sym_lit) . value: (vec_lit) value: (sym_lit name: (_) @reference.inherit)
  (#any-of? @_type "defrecord" "deftype"))
(list_lit . value: (sym_lit name: (_) @_extend) . value: (sym_lit) value: (sym_lit name: (_) @reference.inherit) (#eq? @_extend "extend-type"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
(source) @statements

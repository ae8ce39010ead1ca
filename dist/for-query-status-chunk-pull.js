import{O as escapeRegExp,Ot as beginsWithCapital,ct as getOrMake,j as folderOf,k as fileNameOf,nt as addTo}from"./for-start-query-status-chunk-pull-probe.js";import{createRequire}from"node:module";const require=createRequire(import.meta.url);var STRING=String.raw`"(?:\\.|[^"\\\n])*"?`;var SINGLE=String.raw`'(?:\\.|[^'\\\n])*'?`;var CHARACTER=String.raw`'(?:\\.[^'\n]{0,8}|[^'\\\n])'`;var BLOCK=String.raw`\/\*[^]*?(?:\*\/|$)`;var LINE_COMMENT=`\\/\\/[^\\n]*`;var TEMPLATE="`(?:\\\\.|\\$\\{(?:[^{}`]|`[^`]{0,300}`|\\{[^{}`]{0,300}\\}){0,300}\\}|[^`\\\\])*`?";var TRIPLE=`"""[^]*?(?:"""|$)`;var HASH=`(?<![$\\w{])#[^\\n]*`;var SLASH_MASK=[BLOCK,LINE_COMMENT,TRIPLE,STRING,SINGLE,TEMPLATE];var CHARACTER_MASK=[BLOCK,LINE_COMMENT,TRIPLE,STRING,CHARACTER,TEMPLATE];var RAW_MASK=[BLOCK,LINE_COMMENT,STRING,CHARACTER,"`[^`]*`?"];var HASH_MASK=[HASH,STRING,SINGLE];var DASH_MASK=[`--\\[\\[[^]*?(?:\\]\\]|$)`,`--[^\\n]*`,STRING,SINGLE];var PHP_MASK=[BLOCK,LINE_COMMENT,`#(?!\\[)[^\\n]*`,TRIPLE,STRING,SINGLE,TEMPLATE];function blank(text){return text.replace(/[^\n]/g,` `)}var TYPE_NAME=`(?<name>[A-Za-z_]\\w*)`;var NO_TYPE=`return|else|goto|new|case|throws?|await|instanceof|extends|implements|public|private|protected|internal|static|final|abstract|readonly`;function annotated(word){return new RegExp(`\\b${word}\\s*(?:[?!]\\s*)?:\\s*(?:&\\s*)?(?:'\\w+\\s+)?(?:mut\\s+)?(?:(?<from>\\w+)(?:\\.|::))?${TYPE_NAME}\\s*(?=[<,)=;{\\n?!]|$)`,`g`)}function constructed(word){return new RegExp(`\\b${word}\\s*(?::[^=\\n;]{0,300})?=\\s*new\\s+(?:(?<from>\\w+)\\.)?${TYPE_NAME}`,`g`)}function typed(word,sign=``,end=``){return new RegExp(`(?<![.\\w])(?:(?<from>\\w+)::)?(?!(?:${NO_TYPE})\\b|(?:var|auto)\\s+\\w+\\s*=\\s*new\\b)${TYPE_NAME}(?:<[^;=()]{0,300}>)?${sign}(?:\\s*[*&]+\\s*|\\s+)\\$?${word}\\s*(?=[=;,):${end}]|&&|$)`,`g`)}var TYPE_FIRST={parameter:word=>`[\\w>\\].][\\s*&]+\\$?${word}\\s*(?:[,)=[]|$)`,moreBindings:word=>`\\b(?!(?:${NO_TYPE})\\b)[\\w>\\]]{1,100}[\\s*&]+${word}\\s*(?:[=;,]|\\[)|\\(\\s*\\*\\s*${word}\\s*\\)`,declarations:word=>[typed(word),new RegExp(`\\b(?:var|auto)\\s+${word}\\s*=\\s*new\\s+(?:(?<from>\\w+)(?:\\.|::))?${TYPE_NAME}\\s*(?=[<({])`,`g`)]};var TYPE_LAST={declarations:word=>[annotated(word),new RegExp(`\\b(?:val|var|let)\\s+${word}\\s*=\\s*(?<name>[A-Z]\\w*)\\(`,`g`)]};var MAX_LINE=400;var CLOSER=/^(?:[)\]}]|end)/i;var SLASHES={comments:[`//`,`*`],block:[/^\/\*/,/\*\//]};var CALLS={pattern:/\b([A-Za-z_]\w*[!?]?)\(/g,kind:`call`};var AT_MARKS=/^(\s*)(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+)+(?=\S)/;var GENERIC={comments:[`//`,`#`,`--`,`;`,`%`,`*`,`'`,`REM `,`!`],block:[/^\/\*/,/\*\//],attached:/^(?:@\w|\[<?[A-Z]\w*.*\]$)/,marks:AT_MARKS,extent:`indentation`,closer:/^(?:[)\]}]|end|done\b|esac\b|fi\b)/i,starts:[{pattern:/^\s*(?:(?:export|default|public|private|protected|internal|static|async|pub|override|final|inline|local)\s+)*(?:function|def|fn|func|fun|sub|proc|procedure|subroutine|macro)[!*]?\s+([A-Za-z_$:][\w$.:!?~-]*)/i,kind:`function`},{pattern:/^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|pub|partial|data)\s+)*(?:class|struct|trait|object|contract|record)\s+([A-Za-z_$][\w$.]*)/,kind:`class`},{pattern:/^\s*(?:(?:export|public|private|protected|internal|pub)\s+)*interface\s+([A-Za-z_$][\w$.]*)/,kind:`interface`},{pattern:/^\s*(?:(?:export|public|private|protected|internal|pub)\s+)*enum\s+([A-Za-z_$][\w$.]*)/,kind:`enum`},{pattern:/^\s*(?:namespace|module|package)\s+([A-Za-z_$][\w$.:\\]*)/,kind:`module`,opensScope:!0}],references:[{pattern:/^\s*(?:import|use|using|require|include|open|source|load)\s+["'<(]{0,2}([\w./:@-]+)/g,kind:`import`},{pattern:/^\s*#\s*(?:include|import)\s+["<]([^">]+)/g,kind:`import`},{pattern:/^\s*from\s+["']?([\w./@-]+)["']?\s+import\b/g,kind:`import`}]};function branchesOf(text){let cut=groupsIn(text).filter(({isCut})=>isCut);if(cut.length===0)return[];let hidden=leftOut(cut,!0),first=edited(text,hidden),second=edited(text,leftOut(cut,!1));return hidden.some(({start,end})=>/\S/.test(second.slice(start,end)))?[first,second]:[first]}var UNREAD=new Set([`defined`,`(`,`)`]);var TOKEN=/\/\*.*?(?:\*\/|$)|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"?|'(?:\\.[^'\n]{0,8}|[^'\\\n])'|[\w$]+|\\\r?\n|\n|\S/gs;var NO_WORD=/^(?:\/[*/]|\\)/;var ENDS=new Set([``,`;`,`{`,`}`,`:`]);var GOES_ON=/^(?:else|while|[)\],;=?|&+*/<>.-])$/;var MACRO=/^[A-Z][A-Z\d_]*$/;var START={before:``,macro:null};function placeAfter(token,{before,macro}){return macro!==null&&macro>0?{before:token,macro:macro+changeOf(token)}:MACRO.test(token)&&(macro===0||ENDS.has(before))?{before:token,macro:0}:{before:token,macro:macro===0&&token===`(`?1:null}}function isInside({before,macro}){return macro!==0&&!ENDS.has(before)}function isCutBefore(token,{branches}){return GOES_ON.test(token)?!0:branches.some(({place})=>isInside(place)&&!(/^\w/.test(token)&&(place.before===`)`||MACRO.test(place.before))))}function changeOf(token){return token===`{`||token===`(`||token===`[`?1:token===`}`||token===`)`||token===`]`?-1:0}function groupsIn(text){let groups=[],open=[],ended=[],place=START,directive=null,isLineStart=!0,endDirective=(ended2,end)=>{let{start,keyword}=ended2;if(keyword===`endif`)close(start,end);else if(/^if(?:def|ndef)?$/.test(keyword))open.push({branches:[branchOf(ended2,end,place)],start:0,end:0,place,isCut:!1});else if(/^el(?:se|if|ifdef|ifndef)$/.test(keyword)){let group=open.at(-1);if(group===void 0)return;group.branches.push(branchOf(ended2,end,group.place)),place=group.place}};for(let match of text.matchAll(TOKEN)){let[token]=match;if(token===`
`){directive!==null&&endDirective(directive,match.index),directive=null,isLineStart=!0;continue}NO_WORD.test(token)||(directive!==null?directive.keyword===``?directive.keyword=token:UNREAD.has(token)||(directive.condition+=token):token===`#`&&isLineStart?directive={start:match.index,keyword:``,condition:``}:(isLineStart=!1,see(token)))}return directive!==null&&endDirective(directive,text.length),groups;function see(token){for(let group of ended)group.isCut||=isCutBefore(token,group);ended.length>0&&(ended=[]),place=placeAfter(token,place);let branch=open.at(-1)?.branches.at(-1);branch!==void 0&&(branch.first||=token,branch.place=place,branch.depth+=changeOf(token),branch.lowest=Math.min(branch.lowest,branch.depth))}function close(start,end){let group=open.pop();if(group===void 0)return;Object.assign(group,{start,end});let{branches}=group;group.isCut=isInside(group.place)||branches.some(({depth,lowest,first})=>depth!==0||lowest<0||GOES_ON.test(first)),groups.push(group),ended.push(group);let inner=branches[0];place=inner.place;let outer=open.at(-1)?.branches.at(-1);outer!==void 0&&(outer.lowest=Math.min(outer.lowest,outer.depth+inner.lowest),outer.depth+=inner.depth,outer.first||=inner.first,outer.place=place)}}function branchOf({start,keyword,condition},end,place){let isNot=condition.startsWith(`!`);return{start,end,condition:isNot?condition.slice(1):condition,isNegated:isNot||keyword.endsWith(`ndef`),depth:0,lowest:0,first:``,place}}function leftOut(groups,holds){let answers=new Map,spans=[];for(let{branches,start,end}of groups.toSorted((a,b)=>a.branches[0].start-b.branches[0].start)){let isChosen=!1;for(let[at,branch]of branches.entries()){let isTaken=!isChosen&&isTrue(branch,answers,holds);isChosen||=isTaken,spans.push({start:branch.start,end:isTaken?branch.end:branches[at+1]?.start??start})}spans.push({start,end})}let joined=[];for(let{start,end}of spans.sort((a,b)=>a.start-b.start)){let last=joined.at(-1);last!==void 0&&start<last.end?last.end=Math.max(last.end,end):joined.push({start,end})}return joined}function edited(text,edits){let out=``,from=0;for(let{start,end,text:by=``}of edits.toSorted((a,b)=>a.start-b.start))out+=text.slice(from,start)+by+blank(text.slice(start+by.length,end)),from=end;return out+text.slice(from)}var FIXED=new Map([[`0`,!1],[`1`,!0],[`__cplusplus`,!1]]);function isTrue({condition,isNegated},answers,holds){if(condition===``)return!0;let fixed=FIXED.get(condition);if(fixed!==void 0)return fixed!==isNegated;let known=answers.get(condition)??holds!==isNegated;return answers.set(condition,known),known!==isNegated}var c_default=`; Behind a macro, \`EXPORT type name(void) {\` and \`EXPORT type name(int a) {\` leave the name where another one belongs.
((function_definition type: (type_identifier) @name declarator: (parenthesized_declarator (identifier) @_parameter) body: (_) @body) @definition.function (#eq? @_parameter "void"))
(function_definition declarator: (function_declarator declarator: (identifier) (ERROR (identifier) @name .) . parameters: (_)) body: (_) @body) @definition.function
(function_definition declarator: (_ declarator: (identifier) @name) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name)) body: (_) @body) @definition.function
(function_definition declarator: (pointer_declarator declarator: (pointer_declarator declarator: (function_declarator declarator: (identifier) @name))) body: (_) @body) @definition.function
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @definition.function
(struct_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(type_definition type: (struct_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.class
(type_definition type: (union_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.class
(type_definition type: (enum_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(type_definition declarator: (function_declarator declarator: (parenthesized_declarator (pointer_declarator declarator: (type_identifier) @name)))) @definition.type
(preproc_function_def name: (identifier) @name) @definition.function
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(enumerator name: (identifier) @name) @definition.constant
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)])) @definition.constant)

(comment) @comment

(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression argument: (_) @from field: (field_identifier) @name)) @reference.call
(_ type: (type_identifier) @reference.type)
(struct_specifier name: (type_identifier) @reference.type !body)
(union_specifier name: (type_identifier) @reference.type !body)
(enum_specifier name: (type_identifier) @reference.type !body)
(preproc_include path: (_) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(translation_unit) (compound_statement) (case_statement) (declaration_list) (field_declaration_list) (enumerator_list) (preproc_if) (preproc_ifdef) (preproc_elif) (preproc_else)] @statements
`;var cpp_default=`(function_definition declarator: (function_declarator declarator: (_) @name) body: (_) @body) @definition.function
(function_definition declarator: (_ (function_declarator declarator: (_) @name)) body: (_) @body) @definition.function
(function_definition declarator: (_ (_ (function_declarator declarator: (_) @name))) body: (_) @body) @definition.function
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (identifier) @name) body: (_) @body) @definition.function
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (qualified_identifier scope: (_) @scope name: (identifier) @name)) body: (_) @body) @definition.function
(template_declaration (function_definition declarator: (function_declarator declarator: (_) @name) body: (_) @body)) @definition.function
(template_declaration (function_definition declarator: (_ (function_declarator declarator: (_) @name)) body: (_) @body)) @definition.function
(function_definition declarator: (function_declarator declarator: (_) @name)) @definition.function
(field_declaration declarator: (function_declarator declarator: (_) @name)) @definition.method
(field_declaration declarator: (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))) @definition.method
(field_declaration_list (declaration declarator: (function_declarator declarator: (_) @name)) @definition.method)
(field_declaration_list (template_declaration [(declaration declarator: (function_declarator declarator: (_) @name)) (field_declaration declarator: (function_declarator declarator: (_) @name)) (declaration declarator: (_ (function_declarator declarator: (_) @name)))]) @definition.method)
(class_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_) @body) @definition.class
(struct_specifier name: [(type_identifier) (qualified_identifier)] @name body: (_) @body) @definition.class
(union_specifier name: (type_identifier) @name body: (_) @body) @definition.class
(class_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.class
(struct_specifier name: (template_type name: (type_identifier) @name) body: (_) @body) @definition.class
(template_declaration (class_specifier name: (_) @name body: (_) @body)) @definition.class
(template_declaration (struct_specifier name: (_) @name body: (_) @body)) @definition.class
(enum_specifier name: (type_identifier) @name body: (_) @body) @definition.enum
(namespace_definition name: (_) @name body: (_) @body) @container.module
(concept_definition name: (identifier) @name) @definition.type
(alias_declaration name: (type_identifier) @name) @definition.type
(template_declaration (alias_declaration name: (type_identifier) @name)) @definition.type
(type_definition type: (struct_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.class
(type_definition type: (enum_specifier body: (_) @body) declarator: (type_identifier) @name) @definition.enum
(type_definition declarator: (type_identifier) @name) @definition.type
(preproc_function_def name: (identifier) @name) @definition.function
(preproc_def name: (identifier) @name value: (_)) @definition.constant
(enumerator name: (identifier) @name) @definition.constant
(translation_unit (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name) (pointer_declarator declarator: (identifier) @name)])) @definition.constant)
(declaration_list (declaration declarator: (init_declarator declarator: [(identifier) @name (array_declarator declarator: (identifier) @name)])) @definition.constant)

(comment) @comment

(call_expression function: (identifier) @reference.call)
(call_expression function: (template_function name: (identifier) @reference.call))
(call_expression function: (qualified_identifier scope: (_) @from name: (identifier) @name)) @reference.call
(call_expression function: (qualified_identifier scope: (_) @from name: (template_function name: (identifier) @name))) @reference.call
(call_expression function: (qualified_identifier name: (qualified_identifier scope: (_) @from name: (identifier) @name))) @reference.call
(call_expression function: (field_expression argument: (_) @from field: (field_identifier) @name)) @reference.call
(call_expression function: (field_expression argument: (_) @from field: (template_method name: (field_identifier) @name))) @reference.call
(new_expression type: (type_identifier) @reference.call)
(base_class_clause (type_identifier) @reference.inherit)
(base_class_clause (qualified_identifier name: (type_identifier) @reference.inherit))
(base_class_clause (template_type name: (type_identifier) @reference.inherit))
(_ type: (type_identifier) @reference.type)
(qualified_identifier scope: (_) @from name: (type_identifier) @name) @reference.type
(template_type name: (type_identifier) @reference.type)
(class_specifier name: (type_identifier) @reference.type !body)
(struct_specifier name: (type_identifier) @reference.type !body)
(union_specifier name: (type_identifier) @reference.type !body)
(enum_specifier name: (type_identifier) @reference.type !body)
(function_definition type: (primitive_type) declarator: (parenthesized_declarator (qualified_identifier scope: (_) @reference.type)))
((qualified_identifier scope: (namespace_identifier) @reference.type) (#not-eq? @reference.type "std"))
(preproc_include path: (_) @reference.import)
(using_declaration (qualified_identifier) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(translation_unit) (compound_statement) (case_statement) (declaration_list) (field_declaration_list) (enumerator_list) (preproc_if) (preproc_ifdef) (preproc_elif) (preproc_else)] @statements
`;var objc_default=`(class_interface "@interface" . (identifier) @name . "(") @container.class
(class_interface "@interface" . (identifier) @name) @definition.class
(class_implementation "@implementation" . (identifier) @name . "(") @container.class
(class_implementation "@implementation" . (identifier) @name) @definition.class
(protocol_declaration "@protocol" . (identifier) @name) @definition.interface
(method_definition ((identifier) @name . (method_parameter ":" @name))+ (compound_statement) @body) @definition.method
(method_definition (identifier) @name . (compound_statement) @body) @definition.method
(method_declaration ((identifier) @name . (method_parameter ":" @name))+ ";" @body) @definition.method
(method_declaration (identifier) @name . ";" @body) @definition.method
(property_declaration (struct_declaration (struct_declarator [(identifier) @name (_ (identifier) @name)]))) @definition.constant
; Behind a macro, \`EXPORT type name(void) {\` and \`EXPORT type name(int a) {\` leave the name where another one belongs.
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
`;var NO_RULES={implicitReceiver:!1,variablesAreCalled:!0,constantsAreCalled:!0,globalNames:!1,globalTypes:!1,namespaces:0,lexicalConstants:!1,classFiles:!1,outerMembers:!1,functionsAreMembers:!1,splitClasses:!1,packageOf:null,isPrivate:()=>!1,needsInclude:()=>!1,isSystem:()=>!1,isKeyword:()=>!1,distinctName:null,redefines:!1,paths:/::|\\/,implBlocks:!1,qualifiersAreModules:!1,ownSpaces:[],typesAreExact:!1,parenthesesCallFunctions:!1,chains:null};var GLOBAL_RULES={...NO_RULES,implicitReceiver:!0,globalNames:!0,namespaces:Number.POSITIVE_INFINITY,splitClasses:!0};function suffixPaths(module,ends,{byName:byName2}){let found=new Set;for(let end of ends){let wanted=joinPath(module+end);for(let path of byName2(fileNameOf(wanted)))(path===wanted||path.endsWith(`/${wanted}`))&&found.add(path)}return found.size===1?[...found]:[]}function filePaths(module,from,index2){let beside=joinPath(folderOf(from),module);return index2.paths.has(beside)?[beside]:index2.paths.has(module)?[module]:/^\.\.?\//.test(module)?[]:suffixPaths(module,[``],index2)}var FILE_MODULES={paths:(module,from,index2)=>filePaths(module.replace(/^package:[^/]+\//,``),from,index2)};function joinPath(...parts){let out=[];for(let part of parts.join(`/`).split(`/`))part===`..`?out.pop():part!==`.`&&part!==``&&out.push(part);return out.join(`/`)}function projectAbove(path,names,paths){for(let end=path.lastIndexOf(`/`);;end=path.lastIndexOf(`/`,end-1)){let folder=path.slice(0,end+1);if([...names].some(name=>paths.has(folder+name)))return folder;if(end<=0)return null}}var LIBC=new Set(`abort access atoi atol atoll bsearch calloc close connect exit fclose fflush fgets fopen fprintf fread free fseek fsync ftruncate fwrite getenv getpid gettimeofday gmtime inet_ntop inet_pton ioctl isatty isnan isinf listen localtime localtime_r log2 lseek malloc memchr memcmp memcpy memmem memmove memset mkdir mmap munmap nanosleep open perror poll posix_memalign printf puts qsort raise rand random read readlink realloc recv rename round select send setenv signal sleep snprintf socket sprintf srand sscanf stat strcasecmp strcat strchr strcmp strcpy strdup strerror strerror_r strlcat strlcpy strlen strncasecmp strncmp strncpy strndup strnlen strpbrk strrchr strsep strspn strstr strtod strtof strtok strtol strtoll strtoul strtoull time unlink usleep vfprintf vprintf vsnprintf vsprintf wait waitpid write ssize_t size_t pid_t uint8_t uint16_t uint32_t uint64_t int8_t int16_t int32_t int64_t uintptr_t intptr_t bool inline`.split(` `));var HEADER=/\.(h|hh|hpp|hxx|inc|inl|ipp|tcc)$/;var C_RULES={...GLOBAL_RULES,redefines:!0,isKeyword:name=>/^(?:decltype|sizeof|alignof|typeof|noexcept|static_assert|defined)$/.test(name),isSystem:name=>LIBC.has(name),isPrivate:({signature,path})=>/\bstatic\b/.test(signature)&&!HEADER.test(path),needsInclude:({kind,signature,path})=>kind!==`function`||/^\s*#/.test(signature)||/\bstatic\b/.test(signature)||HEADER.test(path)};var C_FAMILY={family:`c`,imports:{begins:/^\s*#\s*(include|import)\b|^@import\b/},mask:CHARACTER_MASK,modules:{paths:includePaths},bindings:{style:`type-first`,keyword:`auto[\\s&*]`},variables:{...TYPE_FIRST,declarations},members:{areOutside:!0,receiverOf}};var POINTERS=`(?:unique_ptr|shared_ptr|Q(?:Shared|Scoped)?Pointer)`;function declarations(word){let behind=`(?:[*&\\s]|\\bconst\\b)+${word}\\s*(?=[=;,)({[]|:(?!:)|[A-Z_]{3,100}\\(|$)`,type=`(?:\\w{1,80}::){0,4}?(?:(?<from>\\w{1,80})(?:<[^;=()]{0,300}>)?::)?(?<name>[A-Za-z_]\\w*)`,keyword=`(?:return|delete|else|new|case|goto|throw|typename|const|${POINTERS})\\b`;return[new RegExp(`(?<![.\\w:])(?!${keyword})${type}(?<!::${POINTERS})(?:<[^;=()]{0,300}>)?${behind}`,`g`),new RegExp(`\\b${POINTERS}<\\s*(?:const\\s+)?${type}\\s*>${behind}`,`g`)]}var c={...C_FAMILY,name:`c`,extensions:`c h`,syntax:{grammar:`c`,query:c_default,branches:branchesOf,prepare:text=>withoutMacros(text,``),instead:headerLanguage},rules:C_RULES,declarations:[/\.h$/,[`.c`]]};var OBJECTIVE_C=/^[ \t]*(@(interface|protocol|property|class|end)\b|#import\b)/m;var CPLUSPLUS=/^[ \t]*((inline[ \t]+)?namespace\b[^\n\r;]*\{|template[ \t]*<|(public|private|protected)[ \t]*:|class[ \t]+\w+([ \t]+\w+)?[ \t]*[:;{]|using[ \t]+(namespace[ \t]|\w+[ \t]*=|\w+::))|\bstd::/m;function headerLanguage(text){return OBJECTIVE_C.test(text)?`objc`:CPLUSPLUS.test(text)?`cpp`:null}function includePaths(module,from,index2){let known=getOrMake(withSources,index2,()=>new Map);return filePaths(module,from,index2).flatMap(path=>getOrMake(known,path,()=>withSource(path,index2)))}var withSources=new WeakMap;function withSource(header,{paths}){let stem=header.replace(/\.\w+$/,``);return[header,...[`.c`,`.cc`,`.cpp`,`.cxx`,`.m`,`.mm`].map(end=>stem+end).filter(file=>paths.has(file))]}var cpp={...C_FAMILY,name:`cpp`,extensions:`cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp cppm ixx`,syntax:{grammar:`cpp`,query:cpp_default,branches:branchesOf,prepare:text=>withoutMacros(text,`::`),separator:`::`},rules:C_RULES};var MOST_OF_LINE=500;function receiverOf(line,name){let at=line.indexOf(`::${name}`),path=at===-1?null:/((?:\w+(?:<[^<>]*>)?::)*\w+(?:<[^<>]*>)?)$/.exec(line.slice(Math.max(0,at-MOST_OF_LINE),at))?.[1];return path==null?null:path.replace(/<[^<>]*>/g,``).split(`::`)}var objc={...C_FAMILY,name:`objc`,extensions:`m mm`,syntax:{grammar:`objc`,query:objc_default,branches:branchesOf,prepare:prepareObjectiveC,atDeclares:!0},rules:{...C_RULES,implicitReceiver:!1,splitClasses:!1},members:{areOutside:!0,block:/^(\s*)@(?:implementation|interface|protocol)\s+(\w+)/,isFlat:!0}};function prepareObjectiveC(text){return withoutMacros(text,``).replace(/\b(typedef[ \t]+)((?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)[ \t]*\()([^,()\n]*,)([^()\n]*)\)/g,(_,typedef,macro,base,name)=>`${blank(typedef)}enum${blank(macro.slice(4))}${blank(base)}${name} `).replace(MACRO2,blank)}var MACRO2=/\b(?=[A-Z0-9_]{3,200}\b)[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:AVAILABLE|UNAVAILABLE|DEPRECATED|INITIALIZER|BEGIN|END|SUPER|NAME|EXPORT|EXTERN|ATTRIBUTE|FUNCTION|TERMINATION|RESULT|SWIFT|PRIVATE|SENDABLE|ACTOR)(?:_[A-Z0-9_]+)?\b(?:\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))?/g;var TYPE_MACROS=/\b((?:class|struct|union|enum[ \t]+class)[ \t]+)((?:[A-Z_][A-Z\d_]{2,}(?:\([^()\n]{0,200}\))?[ \t]+){1,4})(?=[A-Za-z_][\w:]*(?:[ \t]+final)?\s*(?::(?!:)|\{))/g;var BODY_MACROS=/(\)\s{0,100}(?:const\s{1,100})?)([A-Z][A-Z\d]*_[A-Z\d_]+\([^()\n]{0,200}\))(?=\s{0,100}\{)/g;var FIELD_MACROS=/((?:[;}]|\b(?:struct|union)[ \t][^;{}()=]{0,200}\{)[ \t]{0,100}\r?)((?:\n[ \t]{1,100}[A-Z_][A-Z\d_]{2,}[ \t]{0,100}\r?){1,9})(?=\n)/g;var CAPITALS=/^_*[A-Z][A-Z\d_]{2,}$/;var TAG=/^(?:struct|union|class|enum)$/;var QUALIFIER=/^(?:static|inline|extern|const|volatile|register|constexpr|virtual|explicit|friend|__\w+|alignas|noexcept|throw|decltype)$/;var STATEMENT=/^(?:if|for|while|switch|return|else|do|case|default|goto|typedef|using|namespace|template|operator|enum)$/;var HEAD_TOKEN=/\s+|\/\*.*?(?:\*\/|$)|\/\/[^\n]*|[A-Za-z_~][\w~]*(?:::[\w~]+)*|"[^"\\\n]*"|[*&({;#]/sy;var GROUP_TOKEN=/[(){};]|"(?:\\.|[^"\\\n])*"?|'(?:\\.[^'\n]{0,8}|[^'\\\n])'|\/\*.*?(?:\*\/|$)|\/\/[^\n]*/gs;function withoutMacros(text,separator){let edits=[],next=0;for(let{index:index2}of text.matchAll(/^[A-Za-z_]/gm)){if(index2<next)continue;let{items,end}=headAt(text,index2);next=Math.max(end,index2+1),items.some(({open})=>open>=0)&&editHead(text,items,text[end]??``,separator,edits)}return edited(text,edits).replace(FIELD_MACROS,hideMacros).replace(TYPE_MACROS,hideMacros).replace(BODY_MACROS,hideMacros)}function hideMacros(_,before,macros){return before+blank(macros)}function headAt(text,start){let items=[],at=start;for(;;){HEAD_TOKEN.lastIndex=at;let token=HEAD_TOKEN.exec(text)?.[0];if(token===void 0||STATEMENT.test(token))return{items:[],end:at};if(token===`{`||token===`;`||token===`#`)return{items,end:at};let end=at+token.length;if(token===`(`){let{close,isClosed}=closeOf(text,at);if(!isClosed)return{items:[],end:close};let last=items.at(-1);last!==void 0&&last.open===-1?Object.assign(last,{open:at,close}):items.push({word:``,start:at,end:at,open:at,close}),at=close+1;continue}/^[\w~]/.test(token)&&items.push({word:token,start:at,end,open:-1,close:-1}),at=end}}function closeOf(text,open){let depth=0;GROUP_TOKEN.lastIndex=open;for(let found=GROUP_TOKEN.exec(text);found!==null;found=GROUP_TOKEN.exec(text)){let{0:token,index:close}=found;if(token===`(`)depth+=1;else if(token===`)`)depth-=1;else if(token===`{`||token===`}`||token===`;`)return{close,isClosed:!1};if(depth===0)return{close,isClosed:!0}}return{close:text.length,isClosed:!1}}function editHead(text,all,last,separator,edits){let items=withOwnNames(text,withoutLoose(text,all,last,edits),edits);if(items.some(({word})=>word===``))return;let at=items.findLastIndex(({word,open})=>open>=0&&!CAPITALS.test(word)&&!QUALIFIER.test(word));if(at===-1){last===`{`&&editMacroHead(text,items,separator,edits);return}let before=items.slice(0,at),isMacro=(item,index2)=>CAPITALS.test(item.word)&&!TAG.test(items[index2-1]?.word??``),kept=before.some((item,index2)=>!isMacro(item,index2)&&!QUALIFIER.test(item.word))?null:before.findLast(isMacro);for(let[index2,item]of items.entries()){let{start,end,open,close}=item;if(index2===at||item===kept||!isMacro(item,index2))continue;let text2=index2===0&&end-start>=CONST.length?CONST:``;edits.push({start,end:open===-1?end:close+1,text:text2})}}var CONST=`const`;function withoutLoose(text,items,last,edits){let first=0;for(;first<items.length;first++){let{word,open,close}=items[first],next=items[first+1],isMacro=CAPITALS.test(word)||last===`{`&&next!==void 0&&next.open===-1;if(open===-1||!isMacro||QUALIFIER.test(word)||(next===void 0?last===`{`:text[next.start-1]!==`
`)||next!==void 0&&next.open>=0&&!CAPITALS.test(next.word)&&first+2===items.length)break;let isStatement=next===void 0&&last===`;`;!isStatement&&close>open+1?edits.push({start:open+1,end:close+1,text:`);`}):isStatement&&TYPES.test(text.slice(open,close))&&edits.push({start:open+1,end:close})}return items.slice(first)}var TYPES=/\b(?:void|bool|char|short|int|long|float|double|signed|unsigned|const|static|struct|enum)\b/;function withOwnNames(text,items,edits){let own=[];for(let item of items){let before=own.at(-1),found=item.word===``&&before!==void 0&&before.open>=0?/^\s*(\w+)\s*$/.exec(text.slice(before.open+1,before.close)):null;if(found===null){own.push(item);continue}let{open,close}=before,word=found[1],start=open+1+found[0].indexOf(word);edits.push({start:open,end:open+1},{start:close,end:close+1}),own[own.length-1]={...before,open:-1,close:-1},own.push({...item,word,start,end:start+word.length})}return own}var TEST=/^(?:TYPED_)?TEST(?:_[A-Z]+)?$/;var PRIMITIVE=/^(?:void|bool|char|short|int|long|float|double|signed|unsigned|const|static|struct|true|false|this)$/;function editMacroHead(text,items,separator,edits){let{word,start,open,close}=items.at(-1),before=items.slice(0,-1);if(open===-1||before.some(({word:word2,open:open2})=>open2>=0||!QUALIFIER.test(word2)))return;let inner=text.slice(open+1,close);if(/^\s*[A-Za-z_]\w*[\s*]+(?:\w+[\s*]+)*\w+\s*\(.*\)\s*$/s.test(inner)){edits.push({start,end:open+1},{start:close,end:close+1});return}let parts=argumentsIn(inner,open+1),isTest=TEST.test(word)&&parts.length>1,name=isTest?parts[1]:parts.find(isName);if(name===void 0||!isName(name))return;let suite=isTest&&separator!==``&&isName(parts[0])?parts[0]:null,isJoined=suite!==null&&name.start-suite.end===separator.length&&!/\n/.test(text.slice(suite.end,name.start));edits.push({start,end:open,text:open-start>=4?`void`:`int`}),isJoined?edits.push({start:suite.end,end:name.start,text:separator}):edits.push({start:open+1,end:name.start}),edits.push({start:name.end,end:close})}function isName({word}){return/^[A-Za-z_]\w*$/.test(word)&&!PRIMITIVE.test(word)}function argumentsIn(inner,offset){let at=offset;return inner.split(`,`).map(part=>{let word=part.trim(),start=at+part.indexOf(word);return at+=part.length+1,{word,start,end:start+word.length}})}var SECTIONS={comments:[`#`,`;`],extent:`next`,starts:[{pattern:/^\s*\[{1,2}([^\]]+)\]/,kind:`object`}],references:[]};var KEYS={comments:[`#`],extent:`next`,starts:[{pattern:/^["']?([\w./$-]+)["']?\s*:(?:\s|$)/,kind:`object`}],references:[]};var data=[{name:`csv`,extensions:`csv tsv`,lines:null,isProse:!0},{name:`ini`,extensions:`ini cfg conf properties service desktop`,fileNames:`.editorconfig .gitconfig .gitmodules .flake8 .pylintrc .coveragerc`,lines:SECTIONS,isProse:!0},{name:`json`,extensions:`json jsonl ndjson geojson webmanifest har ipynb`,fileNames:`.babelrc .eslintrc .prettierrc .watchmanconfig`,reader:`json`,lines:null,mask:null,isProse:!0},{name:`jsonc`,extensions:`jsonc json5 code-workspace`,fileNames:`tsconfig.json jsconfig.json .jshintrc .swcrc`,reader:`json`,lines:null,isProse:!0},{name:`toml`,extensions:`toml`,fileNames:`pipfile`,reader:`toml`,lines:SECTIONS,mask:HASH_MASK,isProse:!0},{name:`xml`,extensions:`xml xsd xsl xslt wsdl plist svg csproj fsproj vbproj vcxproj props targets resx xaml pom iml rss atom`,mask:null,isProse:!0,lines:{comments:[],block:[/^<!--/,/-->/],extent:`indentation`,closer:/^(?:<\/|\/?>)/,starts:[{pattern:/^\s*<[A-Za-z][^<>]*?\s(?:id|name|key)\s*=\s*["'](?<name>[^"'<>]+)/,kind:`object`,outermost:!0}],references:[{pattern:/\bclass\s*=\s*["'](?:\w+\.)+(\w+)["']/g,kind:`type`}]}},{name:`yaml`,extensions:`yaml yml`,fileNames:`.clang-format .clang-tidy .yamllint citation.cff`,reader:`yaml`,lines:KEYS,mask:HASH_MASK,isProse:!0}];var INLINE_LINKS=[/\]\(\s*<?([^)\s>]+)/g,/^\s{0,3}\[[^\]]*\]:\s*<?([^\s>]+)/g,/\b(?:href|src)=["']([^"']+)["']/g,/\brel?ref\s+"([^"]+)"/g];var documents=[{name:`asciidoc`,extensions:`adoc asciidoc`,reader:`asciidoc`,lines:null,links:[/\b(?:include|image|xref|link):{1,2}([^\s[\]]{1,300})\[/g,/<<([^\s,<>#]+\.adoc)/g],isProse:!0},{name:`markdown`,extensions:`md markdown mdx mdown mkd`,reader:`markdown`,lines:null,links:INLINE_LINKS,mask:null,isProse:!0},{name:`org`,extensions:`org`,reader:`org`,lines:null,links:[/\[\[(?:file:)?([^\][]+)\]/g],isProse:!0},{name:`rst`,extensions:`rst rest`,reader:`rst`,lines:null,links:[/:(?:doc|download|ref|mod):`(?:[^`<]*<)?~?([^`<>]+)>?`/g,/^\s*\.\. (?:include|literalinclude|image|figure|csv-table|automodule)::\s*(\S+)/g,/<([^<>`\s]+)>`_/g],roles:/:(?:class|func|meth|attr|exc|data|obj|const):`(?:[^`<]*<)?[~!.]?([\w.]+)(?:\(\))?>?`/g,mask:null,isProse:!0},{name:`tex`,extensions:`tex sty cls bib`,lines:null},{name:`text`,lines:null,mask:null,isProse:!0}];function*tomlValues(text){let current=``;for(let line of text.split(/\r?\n/)){let header=/^\s*\[([^[\]]+)\]\s*(?:#.*)?$/.exec(line)?.[1];if(header!==void 0||/^\s*\[\[/.test(line)){current=`${(header??`[]`).replace(/[\s"']/g,``)}.`;continue}let equals=line.indexOf(`=`);equals!==-1&&(yield[current+line.slice(0,equals).replace(/[\s"']/g,``),line.slice(equals+1)])}}function tomlText(text,table,key){for(let[name,right]of tomlValues(text)){let value=name===`${table}.${key}`?right:name===table?insideToml(right,key):void 0,found=value===void 0?void 0:quotedToml(value);if(found!==void 0)return found}}function insideToml(right,key){return new RegExp(`[{,]\\s*${key}\\s*=\\s*(.*)`).exec(right)?.[1]}function quotedToml(right){let found=/^\s*(?:"([^"\\]+)"|'([^']+)')/.exec(right);return found?.[1]??found?.[2]}var go_default=`(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_declaration receiver: (parameter_list (parameter_declaration type: (_) @scope)) name: (field_identifier) @name body: (_) @body) @definition.method
(type_declaration (type_spec name: (type_identifier) @name type: (struct_type (field_declaration_list) @body))) @definition.class
(type_declaration (type_spec name: (type_identifier) @name type: (interface_type))) @definition.interface
(type_declaration (type_spec name: (type_identifier) @name)) @definition.type
(type_declaration (type_alias name: (type_identifier) @name)) @definition.type
(source_file (const_declaration (const_spec name: (identifier) @name) @definition.constant))
(source_file (var_declaration (var_spec name: (identifier) @name) @definition.constant))
(method_spec name: (field_identifier) @name) @definition.method

(comment) @comment

(call_expression function: (identifier) @reference.call)
(call_expression function: (selector_expression operand: (_) @from field: (field_identifier) @name)) @reference.call
(composite_literal type: (type_identifier) @reference.call)
(composite_literal type: (qualified_type package: (_) @from name: (type_identifier) @name)) @reference.call
(field_declaration !name type: (type_identifier) @reference.inherit)
([
  (_ result: (type_identifier) @reference.type)
  (parameter_declaration type: (type_identifier) @reference.type)
  (variadic_parameter_declaration type: (type_identifier) @reference.type)
  (field_declaration name: (_) type: (type_identifier) @reference.type)
  (var_spec type: (type_identifier) @reference.type)
  (const_spec type: (type_identifier) @reference.type)
  (type_spec type: (type_identifier) @reference.type)
  (type_alias type: (type_identifier) @reference.type)
  (generic_type type: (type_identifier) @reference.type)
  (type_assertion_expression type: (type_identifier) @reference.type)
  (slice_type (type_identifier) @reference.type)
  (array_type (type_identifier) @reference.type)
  (implicit_length_array_type (type_identifier) @reference.type)
  (pointer_type (type_identifier) @reference.type)
  (map_type (type_identifier) @reference.type)
  (channel_type (type_identifier) @reference.type)
  (parenthesized_type (type_identifier) @reference.type)
  (type_arguments (type_identifier) @reference.type)
  (constraint_elem (type_identifier) @reference.type)
  (type_case (type_identifier) @reference.type)
  (argument_list (type_identifier) @reference.type)
  (call_expression function: (parenthesized_expression (identifier) @reference.type))
  (call_expression function: (parenthesized_expression (unary_expression operator: "*" operand: (identifier) @reference.type)))
] (#not-any-of? @reference.type "any" "bool" "byte" "error" "float32" "float64" "int" "int8" "int16" "int32" "int64" "rune" "string" "uint" "uint8" "uint16" "uint32" "uint64" "uintptr"))
(call_expression function: (parenthesized_expression (unary_expression operator: "*" operand: (selector_expression operand: (identifier) @from field: (field_identifier) @name)))) @reference.type
(qualified_type package: (_) @from name: (type_identifier) @name) @reference.type
(import_spec path: (_) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block) (expression_case) (default_case) (type_case) (communication_case) (expression_switch_statement) (type_switch_statement) (select_statement) (field_declaration_list) (interface_type) (import_spec_list) (const_declaration) (var_declaration) (type_declaration)] @statements
`;var METHODS=new Set(`AppendCertsFromPEM CheckSignatureFrom CloseIdleConnections CompareAndDelete CompareAndSwap DisallowUnknownFields EnableFullDuplex FieldByName FieldByNameFunc FieldByIndex FindAllIndex FindAllString FindAllStringIndex FindAllStringSubmatch FindAllStringSubmatchIndex FindAllSubmatch FindStringIndex FindStringSubmatch FindStringSubmatchIndex FindSubmatchIndex IsGlobalUnicast IsInterfaceLocalMulticast IsLinkLocalMulticast IsLinkLocalUnicast ListenAndServe ListenAndServeTLS LoadAndDelete LoadOrStore LookupCNAME LookupIPAddr LookupMX LookupNS LookupNetIP LookupSRV LookupTXT MarshalJSON MarshalXML MethodByName NextResultSet ParseMultipartForm PostFormValue ProtoAtLeast QueryRowContext ReadFromIP ReadFromUDP ReadFromUDPAddrPort ReadMsgUDP RegisterOnShutdown ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc RequestURI ServeHTTP ServeTLS SetBasicAuth SetConnMaxIdleTime SetConnMaxLifetime SetEscapeHTML SetKeepAlive SetKeepAlivePeriod SetKeepAlivesEnabled SetMapIndex SetMaxIdleConns SetMaxOpenConns SetNoDelay SetReadBuffer SetReadDeadline SetUnlinkOnClose SetWriteBuffer SetWriteDeadline UnmarshalJSON UnmarshalXML WriteMsgUDP WriteToIP WriteToUDP`.split(` `));var NOTHING=`(?!)`;var go={name:`go`,extensions:`go`,syntax:{grammar:`go`,query:go_default},imports:{begins:/^import\b/,byPath:!0},mask:RAW_MASK,testFiles:/_mock\.go$/,rawBackquotes:!0,rules:{...NO_RULES,distinctName:/^\w[a-z\d]+[A-Z][a-z\d]*[A-Z][A-Za-z\d]*$/,isSystem:name=>METHODS.has(name),splitClasses:!0,typesAreExact:!0,packageOf:folderOf},modules:{paths:(module,_,index2)=>goPaths(module,index2),bind:(_,module,text,files)=>[goBinding(module,text,files)]},bindings:{style:`braced`,keyword:`var|const|type`,hasShortDeclarations:!0,parameters:`go`},variables:{parameter:()=>NOTHING,binding:()=>NOTHING},members:{areOutside:!0,receiverOf:receiverOf2},heirs:{isBase:({own,rest})=>/(?:^|[{;\n])\s*\*?(?:\w+\.)?$/.test(own)&&/^\s*(?:[`";}]|$)/.test(rest)}};function receiverOf2(line){let receiver=/^\s*func\s*\(\s*(?:\w+\s+)?(?:\*\s*)?(\w+)/.exec(line)?.[1];return receiver!==void 0?[receiver]:/^\s*func\b/.test(line)?[]:null}function goPaths(module,{packages,filesIn}){let best=null;for(let[name,folder2]of packages)(module===name||module.startsWith(`${name}/`))&&name.length>(best?.name.length??0)&&(best={name,folder:folder2});if(best===null)return[];let folder=joinPath(best.folder,module.slice(best.name.length));return filesIn(folder).filter(path=>path.endsWith(`.go`))}function goBinding(module,text,files){let alias=new RegExp(`(?:^|\\s)([\\w.]+)\\s+"${escapeRegExp(module)}"`).exec(text)?.[1],parts=module.split(`/`).filter(part=>!/^v\d+$/.test(part)),local=alias!==void 0&&alias!==`import`?alias:(parts.at(-1)??module).replace(/^go-|\.v\d+$|-go$/g,``);return{local:local===`.`?`*`:local,name:null,paths:files(module)}}var csharp_default=`(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(class_declaration name: (identifier) @name !body) @definition.class
(struct_declaration name: (identifier) @name body: (_) @body) @definition.class
(struct_declaration name: (identifier) @name !body) @definition.class
(record_declaration name: (identifier) @name) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(interface_declaration name: (identifier) @name !body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(delegate_declaration name: (identifier) @name) @definition.type
(namespace_declaration name: (_) @name body: (_) @body) @container.module
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(destructor_declaration name: (identifier) @name) @definition.method
(local_function_statement name: (identifier) @name body: (_) @body) @definition.function
(property_declaration name: (identifier) @name accessors: (_) @body) @definition.constant
(property_declaration name: (identifier) @name) @definition.constant
(event_field_declaration (variable_declaration (variable_declarator . (identifier) @name))) @definition.constant
(field_declaration (variable_declaration (variable_declarator . (identifier) @name))) @definition.constant
(enum_member_declaration name: (identifier) @name) @definition.constant

(comment) @comment

(invocation_expression function: (identifier) @reference.call)
(invocation_expression function: (generic_name (identifier) @reference.call))
(invocation_expression function: (member_access_expression expression: [(_) "this" "base"] @from name: (identifier) @name)) @reference.call
(invocation_expression function: (member_access_expression expression: [(_) "this" "base"] @from name: (generic_name (identifier) @name))) @reference.call
(invocation_expression function: (conditional_access_expression condition: [(_) "this"] @from (member_binding_expression name: (identifier) @name))) @reference.call
(object_creation_expression type: (identifier) @reference.call)
(object_creation_expression type: (generic_name (identifier) @reference.call))
(base_list (identifier) @reference.inherit)
(base_list (generic_name (identifier) @reference.inherit))
(base_list (qualified_name (identifier) @reference.inherit .))
(base_list (primary_constructor_base_type type: (identifier) @reference.inherit))
(base_list (primary_constructor_base_type type: (generic_name (identifier) @reference.inherit)))
(attribute name: (identifier) @reference.type)
(parameter type: (identifier) @reference.type)
(variable_declaration type: (identifier) @reference.type)
(variable_declaration type: (generic_name (identifier) @reference.type))
(property_declaration type: (identifier) @reference.type)
(method_declaration returns: (identifier) @reference.type)
(type_argument_list (identifier) @reference.type)
(using_directive !name [(identifier) (qualified_name)] @reference.import)
(using_directive name: (_) "=" [(identifier) (qualified_name)] @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(compilation_unit) (declaration_list) (preproc_if) (preproc_elif) (preproc_else) (block) (switch_body) (switch_section) (accessor_list) (enum_member_declaration_list)] @statements
`;var dart_default=`(class_definition name: (identifier) @name body: (_) @body) @definition.class
(class_definition (mixin_application_class . (identifier) @name)) @definition.class
(mixin_declaration (mixin) . (identifier) @name (class_body) @body) @definition.class
(extension_declaration name: (identifier) @name body: (_) @body) @definition.class
(extension_type_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(enum_constant name: (identifier) @name) @definition.constant
(type_alias (type_identifier) @name . "=") @definition.type
(type_alias (type_identifier) @name . (type_parameters) . "=") @definition.type
(type_alias (type_identifier) @name . (formal_parameter_list)) @definition.type
(type_alias (type_identifier) @name . (type_parameters) . (formal_parameter_list)) @definition.type

(_ (function_signature name: (identifier) @name) @definition.function . (function_body) @body @definition.function)
(_ (getter_signature name: (identifier) @name) @definition.function . (function_body) @body @definition.function)
(_ (setter_signature name: (identifier) @name) @definition.function . (function_body) @body @definition.function)
(program [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
] @definition.function)
(_ (method_signature [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature (binary_operator) @name)
  (constructor_signature name: (identifier) @name .)
  (factory_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.function . (function_body) @body @definition.function)
(declaration [
  (function_signature name: (identifier) @name)
  (getter_signature name: (identifier) @name)
  (setter_signature name: (identifier) @name)
  (operator_signature (binary_operator) @name)
  (constructor_signature name: (identifier) @name . parameters: (_))
  (constant_constructor_signature (identifier) @name . (formal_parameter_list))
]) @definition.function
(declaration (static_final_declaration_list . (static_final_declaration . (identifier) @name))) @definition.constant
(declaration (initialized_identifier_list . (initialized_identifier . (identifier) @name))) @definition.constant
(program (static_final_declaration_list . (static_final_declaration . (identifier) @name)) @definition.constant)
(program (initialized_identifier_list . (initialized_identifier . (identifier) @name)) @definition.constant)

(comment) @comment
(documentation_comment) @comment
(program (annotation) @decorator)
(class_body (annotation) @decorator)
(enum_body (annotation) @decorator)
(extension_body (annotation) @decorator)

(import_specification (configurable_uri) @reference.import)
(library_export (configurable_uri) @reference.import)
(part_directive (uri) @reference.import)
((identifier) @reference.call . (selector (argument_part)))
(_ (_) @from . (selector (_ . (identifier) @name)) . (selector (argument_part))) @reference.call
(cascade_section (cascade_selector (identifier) @reference.call) . (argument_part))
(new_expression (type_identifier) @reference.call)
(const_object_expression (type_identifier) @reference.call)
(annotation name: (identifier) @reference.type (#not-eq? @reference.type "override"))
(superclass . (type_identifier) @reference.inherit)
(mixins (type_identifier) @reference.inherit)
(interfaces (type_identifier) @reference.inherit)
(mixin_declaration (type_identifier) @reference.inherit)
(type_identifier) @reference.type

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (block) (class_body) (extension_body) (enum_body) (switch_block) (switch_statement_case) (switch_statement_default)] @statements
[(program (function_body) @statement.end) (class_body (function_body) @statement.end) (extension_body (function_body) @statement.end)]
`;var elixir_default=`(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defmodule")) @definition.module
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defprotocol")) @definition.interface
(call target: (identifier) @_def (arguments . (alias) @name) (do_block) @body (#eq? @_def "defimpl")) @container.class

; The head of a function is a name, a call, an operator, or one of these with a guard.
(call target: (identifier) @_def
  (arguments . [
    (identifier) @name
    (call target: (identifier) @name)
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "when")
    (binary_operator left: (binary_operator operator: _ @name) operator: "when")
  ])
  (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop" "defguard" "defguardp" "defdelegate" "defn" "defnp")) @definition.function
(call target: (identifier) @_def (arguments . (binary_operator operator: _ @name)) (do_block)? @body
  (#any-of? @_def "def" "defp" "defmacro" "defmacrop") (#not-eq? @name "when")) @definition.function

(unary_operator operator: "@" operand: (call target: (identifier) @_type
  (arguments . (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::"))
  (#any-of? @_type "type" "typep" "opaque"))) @definition.type
(unary_operator operator: "@" operand: (call target: (identifier) @_callback
  (arguments . [
    (binary_operator left: [(identifier) @name (call target: (identifier) @name)] operator: "::")
    (binary_operator left: (binary_operator left: (call target: (identifier) @name) operator: "::") operator: "when")
  ])
  (#any-of? @_callback "callback" "macrocallback"))) @definition.method
(unary_operator operator: "@" operand: (call target: (identifier) @name (arguments . (_))
  (#not-any-of? @name "doc" "moduledoc" "typedoc" "spec" "type" "typep" "opaque" "callback" "macrocallback" "impl" "behaviour"
    "deprecated" "since" "dialyzer" "compile" "tag" "moduletag" "describetag" "optional_callbacks" "before_compile"
    "after_compile" "on_load" "derive" "enforce_keys" "shortdoc" "external_resource"))) @definition.constant
(call target: (identifier) @_test (arguments . (string (quoted_content) @name)) (do_block) @body
  (#any-of? @_test "test" "property" "feature" "describe")) @container.function

(comment) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . [(string) (sigil)])
  (#any-of? @_doc "doc" "typedoc"))) @comment
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (#any-of? @_doc "spec" "impl" "deprecated" "since" "tag" "dialyzer"))) @decorator
(unary_operator operator: "@" operand: (call target: (identifier) @_doc (arguments . (boolean)) (#any-of? @_doc "doc" "typedoc"))) @decorator
(call target: (identifier) @_def (do_block . (unary_operator operator: "@"
  operand: (call target: (identifier) @_doc (arguments [(string (quoted_content) @doc) (sigil (quoted_content) @doc)]))))
  (#any-of? @_def "defmodule" "defprotocol") (#eq? @_doc "moduledoc"))

(call target: (identifier) @_import (arguments . (alias) @reference.import) (#any-of? @_import "import" "alias" "require" "use"))
(call target: (identifier) @_import (arguments . (dot left: (alias) @from right: (tuple (alias) @name)))
  (#any-of? @_import "import" "alias" "require" "use")) @reference.import
(call target: (identifier) @_def (arguments . (alias) @reference.inherit) (#eq? @_def "defimpl"))
(unary_operator operator: "@" operand: (call target: (identifier) @_behaviour (arguments . (alias) @reference.inherit)
  (#eq? @_behaviour "behaviour")))
(call target: (dot left: (_) @from right: (identifier) @name) (#not-eq? @name "t")) @reference.call

; A call of a local function looks like the head of a definition: only where an expression stands.
(do_block (call target: (identifier) @reference.call
  (#not-match? @reference.call "^(def|import$|alias$|require$|use$|if$|unless$|case$|cond$|with$|for$|quote$|unquote$|raise$|test$|describe$|setup$)")))
(stab_clause right: (body (call target: (identifier) @reference.call (#not-match? @reference.call "^(def|if$|unless$|case$|cond$|with$|for$|quote$|raise$)"))))
(else_block (call target: (identifier) @reference.call))
(pair value: (call target: (identifier) @reference.call))
(binary_operator operator: ["|>" "=" "<-" "<>" "++" "&&" "||" "and" "or" "in" "==" "|"] right: (call target: (identifier) @reference.call
  (#not-match? @reference.call "^(if|unless|case|cond|with|for|quote)$")))
(binary_operator operator: ["|>" "<>" "++" "&&" "||" "and" "or" "in" "=="] left: (call target: (identifier) @reference.call))
(tuple (call target: (identifier) @reference.call))
(list (call target: (identifier) @reference.call))
(call target: (identifier) @_outer (arguments (call target: (identifier) @name)) (#not-match? @_outer "^(def|spec$|type|opaque$|callback$|macrocallback$)")) @reference.call
(call target: (dot) (arguments (call target: (identifier) @reference.call)))
(unary_operator operator: ["not" "!" "&"] operand: (call target: (identifier) @reference.call))
(unary_operator operator: "&" operand: (binary_operator left: (identifier) @reference.call operator: "/"))

(struct (alias) @reference.type)
(call target: (dot left: (alias) @reference.type right: (identifier) @_t) (#eq? @_t "t"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source) (body) (do_block) (after_block) (rescue_block) (catch_block) (else_block)] @statements
`;var hcl_default=`(block (identifier) @_kind . (string_lit (template_literal) @scope) . (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "resource" "data" "ephemeral")) @definition.object
(block (identifier) @_kind . (string_lit (template_literal) @name) . (block_start) @body
  (#any-of? @_kind "variable" "output")) @definition.constant
(config_file (body (block (identifier) . (string_lit (template_literal) @name) . (block_start) @body) @definition.object))
(config_file (body (block (identifier) @name . (block_start) @body (#not-eq? @name "locals")) @definition.object))
(block (identifier) @_locals (body (attribute (identifier) @name) @definition.constant) (#eq? @_locals "locals"))
(config_file (body (attribute (identifier) @name) @definition.constant))

(comment) @comment

(block (identifier) @_kind (body (attribute (identifier) @_source (expression (literal_value (string_lit) @name))))
  (#eq? @_kind "module") (#eq? @_source "source")) @reference.import
(function_call (identifier) @reference.call)
(expression (variable_expr (identifier) @from) . (get_attr (identifier) @name) (#any-of? @from "var" "local" "module")) @reference.call
(expression (variable_expr (identifier) @from) . (get_attr (identifier) @name) (#not-any-of? @from "var" "local" "module" "data" "each" "count" "self" "path" "terraform")) @reference.call
(expression (variable_expr (identifier) @_data) . (get_attr (identifier) @from) . (get_attr (identifier) @name) (#eq? @_data "data")) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
(body) @statements
`;var lua_default=`(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(function_declaration name: (dot_index_expression table: (_) @scope field: (identifier) @name) body: (_)? @body) @definition.function
(function_declaration name: (method_index_expression table: (_) @scope method: (identifier) @name) body: (_)? @body) @definition.function
(variable_declaration (assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .))) @definition.function
(assignment_statement
  (variable_list . name: (identifier) @name .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(assignment_statement
  (variable_list . name: (dot_index_expression table: (_) @scope field: (identifier) @name) .)
  (expression_list . value: (function_definition body: (_)? @body) .)) @definition.function
(field name: (identifier) @name value: (function_definition body: (_)? @body)) @definition.function
(chunk (variable_declaration (assignment_statement (variable_list name: (identifier) @name) (expression_list) @_value)
  (#not-match? @_value "^require\\\\b")) @definition.constant)
(chunk (assignment_statement (variable_list name: (identifier) @name)) @definition.constant)
(chunk (assignment_statement (variable_list name: (dot_index_expression table: (_) @scope field: (identifier) @name))
  (#not-match? @name "^__")) @definition.constant)

(comment) @comment

(function_call name: (identifier) @_require arguments: (arguments . (string content: (_) @name)) (#eq? @_require "require")) @reference.import
(function_call name: (identifier) @_pcall arguments: (arguments . (identifier) @_require . (string content: (_) @name))
  (#eq? @_pcall "pcall") (#eq? @_require "require")) @reference.import
(function_call name: (identifier) @name (#not-any-of? @name "require" "pcall")) @reference.call
(function_call name: (dot_index_expression table: (_) @from field: (identifier) @name)) @reference.call
(function_call name: (method_index_expression table: (_) @from method: (identifier) @name)) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(chunk) (block)] @statements
`;var nix_default=`(binding attrpath: (attrpath) @name expression: (function_expression body: (_) @body)) @definition.function
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
`;var ocaml_default=`(module_binding name: (module_name) @name body: [(structure) (functor)]? @body) @definition.module
(module_binding name: (module_name) @name (signature) @body) @definition.module
(module_type_definition name: (module_type_name) @name body: (_)? @body (#not-eq? @name "I__")) @definition.interface
(type_definition (type_binding name: (type_constructor) @name body: (record_declaration)? @body) @definition.type)
(exception_definition (constructor_declaration (constructor_name) @name)) @definition.type
(type_binding body: (variant_declaration (constructor_declaration (constructor_name) @name) @definition.constant))
(class_binding name: (class_name) @name body: (_)? @body) @definition.class
(class_type_binding name: (class_type_name) @name body: (_)? @body) @definition.interface
(method_definition name: (method_name) @name body: (_)? @body) @definition.method
(method_specification (method_name) @name) @definition.method
(external . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
(value_specification . [(value_name) @name (parenthesized_operator (_) @name)]) @definition.function
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] . (parameter) body: (_)? @body) @definition.function))
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] body: [(function_expression) (fun_expression)]) @definition.function))
(compilation_unit (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] . (parameter) body: (_)? @body) @definition.function))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)] body: [(function_expression) (fun_expression)]) @definition.function))
(structure (value_definition (let_binding pattern: [(value_name) @name (parenthesized_operator (_) @name)]) @definition.constant))

(comment) @comment

(open_module (module_path) @reference.import)
(include_module (module_path) @reference.import)
(let_open_expression (open_module (module_path) @reference.import))
(application_expression function: (value_path . (value_name) @reference.call))
(application_expression function: (value_path (module_path) @from (value_name) @name)) @reference.call
(infix_expression operator: [(rel_operator) (concat_operator)] right: (value_path . (value_name) @reference.call))
(infix_expression operator: [(rel_operator) (concat_operator)] right: (value_path (module_path) @from (value_name) @name)) @reference.call
(method_invocation (_) @from (method_name) @name) @reference.call
(new_expression (class_path (class_name) @reference.call))
(module_application functor: (module_path (module_path) @from (module_name) @name)) @reference.call
(module_application functor: (module_path . (module_name) @reference.call))
(inheritance_definition (class_path (class_name) @reference.inherit))
(module_binding (module_type_path (module_type_name) @reference.inherit))
(type_constructor_path (type_constructor) @reference.type)
(module_parameter (module_type_path (module_type_name) @reference.type))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(compilation_unit) (structure) (signature) (sequence_expression) (match_expression) (function_expression)] @statements
`;var r_default=`(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "<<-" "=" ":="]
  rhs: (function_definition body: (_) @body)) @definition.function
(argument name: (identifier) @name value: (function_definition body: (_) @body)) @definition.function
(binary_operator lhs: [(identifier) (string)] @name operator: ["<-" "="] rhs: (call function: [
    (identifier) @_class
    (namespace_operator rhs: (identifier) @_class)
  ])
  (#any-of? @_class "R6Class" "setRefClass" "setClass" "ggproto" "new_class")) @definition.class
(program (call function: (identifier) @_set arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @_set "setClass" "setRefClass")) @definition.class)
(program (call function: (identifier) @_set arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @_set "setGeneric" "setMethod" "setValidity" "setReplaceMethod")) @definition.function)
(program (binary_operator lhs: (identifier) @name operator: ["<-" "="]) @definition.constant)
(call function: (identifier) @_test arguments: (arguments . (argument value: (string content: (_) @name)))
  (#any-of? @_test "test_that" "describe" "it")) @container.function

(comment) @comment

(call function: (identifier) @_library
  arguments: (arguments . (argument value: [(identifier) @name (string content: (_) @name)]))
  (#any-of? @_library "library" "require" "requireNamespace" "loadNamespace")) @reference.import
(call function: (identifier) @_source arguments: (arguments . (argument value: (string) @name))
  (#any-of? @_source "source" "sys.source")) @reference.import
(argument name: (identifier) @_inherit value: (identifier) @reference.inherit (#eq? @_inherit "inherit"))
(argument name: (identifier) @_inherit value: (namespace_operator lhs: (_) @from rhs: (identifier) @name) (#eq? @_inherit "inherit")) @reference.inherit
(argument name: (identifier) @_contains value: (string content: (_) @name) (#eq? @_contains "contains")) @reference.inherit
(call function: (identifier) @name
  (#not-any-of? @name "library" "require" "requireNamespace" "source" "c" "list" "return" "setClass" "setRefClass" "setGeneric" "setMethod"
    "setValidity" "standardGeneric" "representation")) @reference.call
(call function: (namespace_operator lhs: (identifier) @from rhs: (identifier) @name)) @reference.call
(call function: (extract_operator lhs: (_) @from rhs: (identifier) @name)) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (braced_expression)] @statements
`;var solidity_default=`(contract_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(library_declaration name: (identifier) @name body: (_) @body) @definition.module
(struct_declaration name: (identifier) @name) @definition.class
(enum_declaration name: (identifier) @name) @definition.enum
(user_defined_type_definition name: (identifier) @name) @definition.type
(event_definition name: (identifier) @name) @definition.type
(error_declaration name: (identifier) @name) @definition.type
(constant_variable_declaration name: (identifier) @name) @definition.constant
(state_variable_declaration name: (identifier) @name) @definition.constant
(function_definition name: (identifier) @name body: (_)? @body) @definition.function
(modifier_definition name: (identifier) @name body: (_)? @body) @definition.function
(constructor_definition "constructor" @name body: (_) @body) @definition.method
(fallback_receive_definition ["receive" "fallback"] @name body: (_) @body) @definition.method

(comment) @comment

(import_directive import_name: (identifier) @name source: (string) @from) @reference.import
(import_directive . source: (string) @name) @reference.import
(import_directive "*" alias: (identifier) source: (string) @name) @reference.import
(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @from property: (identifier) @name)) @reference.call
(emit_statement name: (identifier) @reference.call)
(emit_statement name: (member_expression object: (_) @from property: (identifier) @name)) @reference.call
(revert_statement error: (identifier) @reference.call)
(revert_statement error: (member_expression object: (_) @from property: (identifier) @name)) @reference.call
(modifier_invocation (identifier) @reference.call)
(inheritance_specifier ancestor: (user_defined_type (identifier) @reference.inherit .))
(using_directive (type_alias (identifier) @reference.type))
(type_name (user_defined_type (identifier) @reference.type .))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (contract_body) (function_body) (block_statement) (struct_declaration) (yul_block)] @statements
`;var swift_default=`(class_declaration "enum" name: (type_identifier) @name body: (_) @body) @definition.enum
(class_declaration "extension" name: (user_type (type_identifier) @name . (type_arguments)? .) body: (_) @body) @container.class
(class_declaration ["class" "struct" "actor"] name: (type_identifier) @name body: (_) @body) @definition.class
(protocol_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(typealias_declaration . (modifiers)? . name: (type_identifier) @name) @definition.type
(associatedtype_declaration name: (type_identifier) @name) @definition.type
(function_declaration "func" . (_) @name (function_body) @body) @definition.function
(protocol_function_declaration "func" . (_) @name) @definition.method
(init_declaration name: "init" @name body: (_)? @body) @definition.method
(deinit_declaration "deinit" @name body: (_) @body) @definition.method
(subscript_declaration "subscript" @name (computed_property) @body) @definition.method
(property_declaration name: (pattern bound_identifier: (simple_identifier) @name) computed_value: (_) @body) @definition.function
(source_file (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(enum_class_body (property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant)
(protocol_property_declaration name: (pattern bound_identifier: (simple_identifier) @name)) @definition.constant
(enum_entry name: (simple_identifier) @name) @definition.constant

(comment) @comment
(multiline_comment) @comment

(import_declaration (identifier . (simple_identifier) @name .)) @reference.import
(import_declaration (identifier (simple_identifier) (simple_identifier) @name .) @from) @reference.import
(call_expression . (simple_identifier) @reference.call . (call_suffix [(value_arguments . "(") (lambda_literal)]))
(call_expression . (navigation_expression target: (_) @from suffix: (navigation_suffix suffix: (simple_identifier) @name))) @reference.call
(call_expression . (prefix_expression target: (simple_identifier) @reference.call))
(inheritance_specifier inherits_from: (user_type . (type_identifier) @reference.inherit .))
(inheritance_specifier inherits_from: (user_type . (type_identifier) @reference.inherit . (type_arguments)))
(inheritance_constraint inherits_from: (user_type (type_identifier) @reference.inherit))
(user_type (type_identifier) @reference.type)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (class_body) (enum_class_body) (protocol_body) (statements) (switch_statement)] @statements
`;var zig_default=`(variable_declaration . (identifier) @name [(struct_declaration "{" @body) (union_declaration "{" @body) (opaque_declaration "{" @body)]) @definition.class
(variable_declaration . (identifier) @name (enum_declaration "{" @body)) @definition.enum
(variable_declaration . (identifier) @name (error_set_declaration "{" @body)) @definition.enum
(function_declaration name: (identifier) @name type: (builtin_type) @_type body: (_) @body (#eq? @_type "type")) @definition.class
(function_declaration name: (identifier) @name body: (_)? @body) @definition.function
(test_declaration (string (string_content) @name) (block) @body) @container.function
(test_declaration (identifier) @name (block) @body) @container.function
(source_file (variable_declaration . (identifier) @name) @definition.constant (#not-match? @definition.constant "= *@import\\\\("))
(struct_declaration (variable_declaration . (identifier) @name) @definition.constant)
(union_declaration (variable_declaration . (identifier) @name) @definition.constant)
(enum_declaration (variable_declaration . (identifier) @name) @definition.constant)
(opaque_declaration (variable_declaration . (identifier) @name) @definition.constant)

(comment) @comment

(builtin_function (builtin_identifier) @_import (arguments (string (string_content) @name)) (#any-of? @_import "@import" "@cImport" "@embedFile")) @reference.import
(call_expression function: (identifier) @reference.call)
(call_expression function: (field_expression object: (_) @from member: (identifier) @name)) @reference.call
(parameter type: (identifier) @reference.type)
(container_field type: (identifier) @reference.type)
(pointer_type (identifier) @reference.type)
(slice_type (identifier) @reference.type)
(nullable_type (identifier) @reference.type)
(function_declaration type: (error_union_type ok: (identifier) @reference.type))
(function_declaration type: (identifier) @reference.type)
(struct_initializer (identifier) @reference.type)
(parameter type: (field_expression object: (_) @from member: (identifier) @name)) @reference.type
(pointer_type (field_expression object: (_) @from member: (identifier) @name)) @reference.type
(error_union_type (field_expression object: (_) @from member: (identifier) @name)) @reference.type

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block) (struct_declaration) (enum_declaration) (union_declaration) (switch_expression)] @statements
`;var CSHARP_CHAINS={separator:`[?!]?\\.`,closers:`)`,statement:/^(?:if|while|for|foreach|switch|catch|return|lock|using|throw|case|when|await|nameof|typeof|and|or|is|in)$/,result:before=>{let said=/(?<![\w.])[\w.]+(?:<[^;{}()]{0,300}>)?\??\s+$/.exec(before)?.[0]??``;return/^(?:Value)?Task<(.*)>\s*$/.exec(said)?.[1]??said},assigned:word=>new RegExp(`\\bvar\\s+${word}\\s*=(?!=)`,`g`),isOpen:word=>new RegExp(`(?<!\\w)${word}\\s*=>|\\([^();]{0,200}(?<!\\w)${word}\\s*(?:,[^();]{0,200})?\\)\\s*=>|\\bvar\\s+${word}\\s*(?:[,)]|in\\b)`),inComments:!1,hasOverloads:!0,namespaces:{own:/^[ \t]*namespace[ \t]+([\w.]+)/m,used:/^[ \t]*(?:global[ \t]+)?using[ \t]+(?:static[ \t]+)?([\w.]+)[ \t]*;/gm,areNested:!0,isInterface:said=>/^I[A-Z]/.test(said),callsTakeBlocks:!1,extends:(type,{signature})=>new RegExp(`\\(\\s*this\\s+(?:[\\w.]+\\.)?${type}\\b`).test(signature)}};var csharp={name:`csharp`,extensions:`cs csx`,syntax:{grammar:`c_sharp`,from:`@vscode/tree-sitter-wasm`,query:csharp_default,branches:branchesOf,separator:`.`},imports:{begins:/^(global\s+)?using\s+[\w.]+(\s*=[^;(]+)?;/},mask:[`(?<=@\\$?)"(?:[^"]|"")*"?`,...CHARACTER_MASK],rules:{...GLOBAL_RULES,namespaces:1,classFiles:!0,outerMembers:!0,chains:CSHARP_CHAINS},bindings:{style:`type-first`,keyword:`var`,nullableTypes:!0,arrow:/^\s*=>/},variables:{...TYPE_FIRST,declarations:(word,isField)=>[typed(word,`\\??`,isField?`{`:``),...TYPE_FIRST.declarations(word,isField)]},testFiles:/Tests?\.cs$/};var dart={name:`dart`,extensions:`dart`,syntax:{grammar:`dart`,query:dart_default},imports:{begins:/^import\s/},rules:{...NO_RULES,implicitReceiver:!0},modules:FILE_MODULES,bindings:{style:`type-first`,keyword:`var|final|const|late`,parameters:`script`},variables:TYPE_FIRST,highlight:`typescript`};var elixir={name:`elixir`,extensions:`ex exs`,interpreters:`elixir`,syntax:{grammar:`elixir`,query:elixir_default,separator:`.`,atDeclares:!0},dependencies:[/\{:(\w+),\s*(?:"[~>=<]|git:|path:|github:|in_umbrella:)/],imports:{begins:/^\s*(alias|import|require)\s/},mask:[TRIPLE,...HASH_MASK],rules:{...NO_RULES,globalTypes:!0,namespaces:Number.POSITIVE_INFINITY,qualifiersAreModules:!0,parenthesesCallFunctions:!0},modules:{paths:()=>[],bind:({name},module,_,files)=>[{local:name,name:null,paths:files(module)}]},variables:{moreBindings:word=>`(?:^|\\n)[^\\S\\n]*${word}\\s*=(?![=~>])|\\bfn\\b[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->`},highlight:`ruby`};var HCL={syntax:{grammar:`hcl`,from:`@cursorless/tree-sitter-wasms`,query:hcl_default},mask:[BLOCK,`\\/\\/[^\\n]*`,HASH,STRING],family:`hcl`,rules:{...NO_RULES,packageOf:folderOf,ownSpaces:[`var`,`local`,`module`]},modules:{paths:modulePaths},highlight:`ini`};var hcl={...HCL,name:`hcl`,extensions:`hcl nomad`};var terraform={...HCL,name:`terraform`,extensions:`tf tfvars`};function modulePaths(module,from,{filesIn}){return/^\.{1,2}\//.test(module)?filesIn(joinPath(folderOf(from),module)).filter(path=>/\.(?:tf|hcl)$/.test(path)):[]}var lua={name:`lua`,extensions:`lua rockspec`,fileNames:`.luacheckrc`,interpreters:`lua luajit`,syntax:{grammar:`lua`,from:`@cursorless/tree-sitter-wasms`,query:lua_default},imports:{begins:/^local\s+\w+\s*=\s*require\b/},mask:DASH_MASK,modules:{paths:(module,_,index2)=>suffixPaths(module.replace(/\./g,`/`),[`.lua`,`/init.lua`],index2),bind:({name},module,_,files)=>[{local:name,name:null,paths:files(module)}]},variables:{moreBindings:word=>`\\blocal\\s+(?:function\\s+)?(?:\\w+\\s*,\\s*){0,50}${word}\\b|\\bfor\\s[\\w\\s,]{0,200}\\b${word}\\b|\\bfunction\\b[^()\\n]{0,200}\\([^()\\n]{0,300}\\b${word}\\b`}};var nix={name:`nix`,extensions:`nix`,syntax:{grammar:`nix`,from:`@cursorless/tree-sitter-wasms`,query:nix_default},mask:[BLOCK,HASH,STRING],modules:{paths:nixPaths}};function nixPaths(module,from,{paths}){if(!/^\.{1,2}(?:\/|$)/.test(module))return[];let path=joinPath(folderOf(from),module);return[path,joinPath(path,`default.nix`)].filter(file=>paths.has(file)).slice(0,1)}var ocaml={name:`ocaml`,extensions:`ml mli`,interpreters:`ocaml`,syntax:{grammar:`ocaml`,query:ocaml_default,prepare:prepareOCaml},imports:{begins:/^open\s/},mask:CHARACTER_MASK,variables:{moreBindings:word=>`\\b(?:let|and)\\s+(?:rec\\s+)?\\w+[^=\\n]{0,300}\\s${word}\\b[^=\\n]{0,300}=|\\bfun\\b[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->|\\|[^|\\n>]{0,300}\\b${word}\\b[^|\\n>]{0,300}->`},declarations:[/\.mli$/,[`.ml`]]};function prepareOCaml(text){let value=/^val\s/m.exec(text);if(value===null||/^let\s/m.test(text))return text;for(let{index:index2}of text.slice(0,value.index).matchAll(/^\(\*/gm)){let end=index2+SIGNATURE.length,close=text.indexOf(`*)`,index2+2);if(close===-1)break;if(close>=end)return`${text.slice(0,index2)}${SIGNATURE}${text.slice(end)}
end`}return text}var SIGNATURE=`module type I__=sig(*`;var r={name:`r`,extensions:`r rmd`,fileNames:`.rprofile`,interpreters:`Rscript`,syntax:{grammar:`r`,from:`@cursorless/tree-sitter-wasms`,query:r_default},imports:{begins:/^\s*(?:library|require|source)\(/},mask:HASH_MASK,rules:{...NO_RULES,variablesAreCalled:!1,packageOf:folderOf},modules:{paths:(module,from,index2)=>/\.[rR]$/.test(module)?filePaths(module,from,index2):[]},variables:{moreBindings:word=>`(?:^|[\\n;{(])[^\\S\\n]*${word}\\s*(?:<<?-|=(?!=))|->\\s*${word}\\b|\\bfor\\s*\\(\\s*${word}\\s+in\\b|(?:\\bfunction|\\\\)\\s*\\([^()]{0,500}\\b${word}\\b`},testFiles:/^test-.*\.[rR]$/};var solidity={name:`solidity`,extensions:`sol`,syntax:{grammar:`solidity`,query:solidity_default},imports:{begins:/^import\s/},mask:CHARACTER_MASK,rules:{...NO_RULES,implicitReceiver:!0},modules:FILE_MODULES,bindings:{style:`type-first`},variables:TYPE_FIRST,highlight:`typescript`};var swift={name:`swift`,extensions:`swift`,interpreters:`swift`,syntax:{grammar:`swift`,query:swift_default},imports:{begins:/^(@\w+\s+)?import\s/},mask:CHARACTER_MASK,rules:{...GLOBAL_RULES,namespaces:0},bindings:{style:`braced`,keyword:`let|var|for(?:\\s+case)?`,closures:/^([\s\w,:<>?.()[\]!&@]*?(?:->[\s\w.?<>[\]]*?)?)\bin\b/},variables:TYPE_LAST,members:{block:/^(\s*)(?:\w+\s+)*extension\s+(?:\w+\.)*(\w+)/},testFiles:/Tests?\.swift$/};var zig={name:`zig`,extensions:`zig zon`,syntax:{grammar:`zig`,query:zig_default},testFiles:/^tests?\.zig$/,isUnitTest:({nodeType})=>nodeType===`test_declaration`,imports:{begins:/^const\s+\w+\s*=\s*@import\(/},mask:CHARACTER_MASK,modules:{...FILE_MODULES,bind:({name},module,_,files)=>[{local:name,name:null,paths:files(module)}]},bindings:{style:`braced`},highlight:`rust`};var javascript_default=`(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(field_definition property: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(field_definition property: (_) @name) @definition.constant

; Classes and objects that are assigned to a name.
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (class !name body: (_) @body))) @definition.class)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object) @body) (#eq? @name "prototype")) @definition.class)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object) @body) (#eq? @name "exports")) @container.object)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (object) @body) (#not-any-of? @name "prototype" "exports")) @definition.object)
(program (expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (class name: (_) body: (_) @body)) (#not-eq? @name "exports")) @definition.class)
(program (expression_statement (assignment_expression left: (member_expression property: (property_identifier) @_exports) right: (class name: (_) @name body: (_) @body)) (#eq? @_exports "exports")) @definition.class)

; Exported constants.
(program (export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant))

(class_heritage (identifier) @reference.inherit)
(class_heritage (member_expression object: (_) @from property: (property_identifier) @name)) @reference.inherit

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements
`;var script_default=`; The patterns that JavaScript and TypeScript share. Each has its own ones behind these.
(function_declaration name: (identifier) @name body: (_) @body) @definition.function
(generator_function_declaration name: (identifier) @name body: (_) @body) @definition.function
(method_definition name: (_) @name body: (_) @body) @definition.method

; Arrow functions and function expressions that are assigned to a name.
(lexical_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(variable_declaration (variable_declarator name: (identifier) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body) (generator_function body: (_) @body)])) @definition.function
(lexical_declaration (variable_declarator name: (identifier) @name value: (class body: (_) @body))) @definition.class
(expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression !name body: (_) @body) (generator_function !name body: (_) @body)])) @definition.function
(expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: [(function_expression name: (_) body: (_) @body) (generator_function name: (_) body: (_) @body)]) (#not-eq? @name "exports")) @definition.function
(expression_statement (assignment_expression left: (member_expression property: (property_identifier) @_exports) right: [(function_expression name: (_) @name body: (_) @body) (generator_function name: (_) @name body: (_) @body)]) (#eq? @_exports "exports")) @definition.function
(expression_statement (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: (assignment_expression right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))) @definition.function
(expression_statement (assignment_expression right: (assignment_expression left: (member_expression object: (_) @scope property: (property_identifier) @name) right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) (#not-eq? @name "exports"))) @definition.function
(expression_statement (assignment_expression right: (assignment_expression left: (member_expression property: (property_identifier) @_exports) right: (function_expression name: (_) @name body: (_) @body)) (#eq? @_exports "exports"))) @definition.function
(expression_statement (assignment_expression left: (identifier) @name right: [(arrow_function body: (_) @body) (function_expression body: (_) @body)])) @definition.function
(pair key: (_) @name value: [(arrow_function body: (statement_block) @body) (function_expression body: (_) @body)]) @definition.method

; Constants of the module, but for names of what \`require\` brings.
(program (lexical_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) (#not-match? @_value "^require\\\\s*\\\\([^()]*\\\\)(\\\\.\\\\w+)*$")) @definition.constant)
(program (variable_declaration (variable_declarator name: (identifier) @name value: (_)? @_value) (#not-match? @_value "^require\\\\s*\\\\([^()]*\\\\)(\\\\.\\\\w+)*$")) @definition.constant)

; A large table is cut at its keys.
(program (lexical_declaration (variable_declarator value: (object (pair key: (_) @name) @container.constant))))
(export_statement declaration: (lexical_declaration (variable_declarator value: (object (pair key: (_) @name) @container.constant))))

; Exported objects and functions without a name.
(export_statement "default" @name value: [(object) @body (arrow_function body: (_) @body) (function_expression body: (_) @body) (class body: (_) @body)]) @container.object

; Test cases have no name in the code's sense; their titles tell them apart.
(expression_statement (call_expression function: (identifier) @_test arguments: (arguments . (string (string_fragment) @name) . [(arrow_function body: (_) @body) (function_expression body: (_) @body)]))
  (#any-of? @_test "describe" "it" "test" "suite" "context")) @container.function

(comment) @comment
(decorator) @decorator

(call_expression function: (identifier) @reference.call)
(call_expression function: (member_expression object: (_) @from property: (property_identifier) @name)) @reference.call
(new_expression constructor: (identifier) @reference.call)
(new_expression constructor: (member_expression object: (_) @from property: (property_identifier) @name)) @reference.call
(import_statement (import_clause (identifier) @name) source: (string) @from) @reference.import
(import_statement (import_clause (namespace_import (identifier) @name)) source: (string) @from) @reference.import
(import_statement (import_clause (named_imports (import_specifier name: (identifier) @name))) source: (string) @from) @reference.import
(import_statement . source: (string) @reference.import)
(export_statement (export_clause (export_specifier name: (identifier) @name)) source: (string) @from) @reference.import
(export_statement "*" source: (string) @reference.import)
(variable_declarator name: (identifier) @name value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (object_pattern (pair_pattern key: (property_identifier) @name)) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(variable_declarator name: (identifier) @name value: (member_expression object: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from))) (#eq? @_require "require")) @reference.import
(variable_declarator name: (object_pattern (shorthand_property_identifier_pattern) @name) value: (call_expression function: (identifier) @_require arguments: (arguments . (string) @from)) (#eq? @_require "require")) @reference.import
(call_expression function: (import) arguments: (arguments . (string) @reference.import))
`;var tsx_default=`
; What tsx has beside typescript; the two queries are joined.
(jsx_opening_element name: (identifier) @reference.call)
(jsx_self_closing_element name: (identifier) @reference.call)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (interface_body) (enum_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements
`;var typescript_default=`(function_signature name: (identifier) @name) @definition.function
(class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(abstract_class_declaration name: (type_identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (type_identifier) @name body: (_) @body) @definition.interface
(type_alias_declaration name: (type_identifier) @name) @definition.type
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(internal_module name: (_) @name body: (_) @body) @definition.module
(module name: (_) @name body: (_) @body) @definition.module
(method_signature name: (_) @name) @definition.method
(abstract_method_signature name: (_) @name) @definition.method
(public_field_definition name: (_) @name value: [(arrow_function body: (_) @body) (function_expression body: (_) @body)]) @definition.method
(public_field_definition name: (_) @name) @definition.constant

; Constants that are exported, and those of namespaces.
(export_statement declaration: (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)
(ambient_declaration (lexical_declaration (variable_declarator name: (identifier) @name)) @definition.constant)

(decorator (identifier) @reference.call)
(extends_clause value: (identifier) @reference.inherit)
(extends_clause value: (member_expression object: (_) @from property: (property_identifier) @name)) @reference.inherit
(implements_clause (type_identifier) @reference.inherit)
(implements_clause (generic_type name: (type_identifier) @reference.inherit))
(extends_type_clause (type_identifier) @reference.inherit)
(extends_type_clause (generic_type name: (type_identifier) @reference.inherit))
([(type_annotation (type_identifier) @reference.type) (type_arguments (type_identifier) @reference.type) (generic_type name: (type_identifier) @reference.type)
  (union_type (type_identifier) @reference.type) (intersection_type (type_identifier) @reference.type) (array_type (type_identifier) @reference.type)
  (tuple_type (type_identifier) @reference.type) (parenthesized_type (type_identifier) @reference.type) (readonly_type (type_identifier) @reference.type)
  (lookup_type (type_identifier) @reference.type) (index_type_query (type_identifier) @reference.type) (conditional_type (type_identifier) @reference.type)
  (constraint (type_identifier) @reference.type) (default_type (type_identifier) @reference.type) (type_alias_declaration value: (type_identifier) @reference.type)
  (function_type return_type: (type_identifier) @reference.type) (type_predicate (type_identifier) @reference.type) (mapped_type_clause type: (type_identifier) @reference.type)
  (as_expression (type_identifier) @reference.type) (satisfies_expression (type_identifier) @reference.type)])
(nested_type_identifier module: (_) @from name: (type_identifier) @name) @reference.type
(nested_type_identifier module: (identifier) @reference.type)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (statement_block) (class_body) (interface_body) (enum_body) (switch_body) (switch_case) (switch_default) (class_static_block)] @statements
`;var REGULAR=String.raw`\/(?<=(?:[=(,:;!&|?{[+]\s{0,20}|\breturn\s{1,5})\/)(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n[])+\/`;var SCRIPT={family:`javascript`,mask:[BLOCK,LINE_COMMENT,REGULAR,STRING,SINGLE,TEMPLATE],imports:{begins:/^(import\b(?!\s*\()|(const|let|var)\s[^=]+=\s*require\s*\()/},modules:{paths:scriptPaths,bind:scriptBindings,passOn:!0},bindings:{style:`script`,parameters:`script`},variables:{declarations:word=>[annotated(word),constructed(word)]}};var javascript={...SCRIPT,name:`javascript`,extensions:`js jsx mjs cjs es6`,fileNames:`jakefile`,interpreters:`node nodejs`,modules:{...SCRIPT.modules,bindInComments:documentedImports},variables:{...SCRIPT.variables,inComments:!0},syntax:{grammar:`javascript`,query:script_default+javascript_default},testFiles:/^tests\.[cm]?[jt]sx?$/,isMarkup:!0};var SCRIPT_ENDS=[``,`.ts`,`.tsx`,`.mts`,`.cts`,`.js`,`.jsx`,`.mjs`,`.cjs`,`.vue`,`.svelte`,`.d.ts`];var INDEX_ENDS=SCRIPT_ENDS.slice(1).map(end=>`/index${end}`);function scriptPaths(module,from,index2){if(/^\.\.?(\/|$)/.test(module))return scriptFile(joinPath(folderOf(from),module),index2);for(let path of index2.aliased(module,from)){let found=scriptFile(path,index2);if(found.length>0)return found}for(let[name,folder]of index2.packages){if(module!==name&&!module.startsWith(`${name}/`))continue;for(let target of index2.targets(name,module.slice(name.length))){let entry=entryFile(folder,target,index2);if(entry.length>0)return entry}let rest=module.slice(name.length+1),found=[``,`src`,`lib`].flatMap(root=>scriptFile(joinPath(folder,root,rest),index2));if(found.length>0)return found.slice(0,1)}if(/^[@~]\//.test(module)){let rest=module.slice(2);for(let folder=folderOf(from);;folder=folderOf(folder)){for(let root of[`src`,``]){let found=scriptFile(joinPath(folder,root,rest),index2);if(found.length>0)return found}if(folder===``)return[]}}return[]}function entryFile(folder,target,index2){let path=joinPath(target).replace(/\.d\.([cm]?)ts$/,`.$1ts`),parts=path.split(`/`),sources=[1,2].map(built=>joinPath(`src`,...parts.slice(built)));for(let one of[path,...parts.length>1?sources:[]]){let found=scriptFile(joinPath(folder,one),index2);if(found.length>0)return found}return[]}function scriptFile(path,{paths}){let bases=/\.[cm]?jsx?$/.test(path)?[path,path.replace(/\.([cm]?)js(x?)$/,`.$1ts$2`),path.replace(/\.js$/,`.tsx`)]:[path];for(let base of bases)for(let end of[...SCRIPT_ENDS,...INDEX_ENDS]){let candidate=joinPath(`${base}${end}`);if(paths.has(candidate))return[candidate]}return[]}function componentName(path){let ending=/\.(?:vue|svelte|astro)$/.exec(path);if(ending===null)return null;let[last=``,folder=last]=path.slice(0,ending.index).split(`/`).reverse();return last===`index`?folder:last}function scriptBindings({name},module,text,files){let paths=files(module),quoted=`['"\`]${escapeRegExp(module)}['"\`]`,word=`(?<![\\w$])${escapeRegExp(name)}(?![\\w$])`;if(text.includes(`as ${name}`)&&new RegExp(`\\*\\s+as\\s+${word}\\s+from\\s*${quoted}`).test(text))return[{local:name,name:null,paths}];let statement=statementFrom(quoted,new RegExp(word),text);if(statement===``)return unnamedBindings(name,word,quoted,text,paths);if(statement.startsWith(`export`))return[{local:``,name,paths}];if(new RegExp(`^import\\s+(?:type\\s+)?${word}\\s*(?:,|from)`).test(statement)){let[path=``]=paths;return[{local:name,name:`default`,paths},{local:name,name:componentName(path)??name,paths}]}return[{local:new RegExp(`${word}\\s+as\\s+([\\w$]+)`).exec(statement)?.[1]??name,name,paths}]}function unnamedBindings(name,word,quoted,text,paths){if(text.includes(`require`)){let call=`=\\s*require\\(\\s*${quoted}`,found=new RegExp(`${word}\\s*(?:${call}|:\\s*([\\w$]+)(?=[^{}=;]{0,2000}\\}\\s*${call}))`).exec(text);return found!==null&&found[1]===void 0?[{local:name,name:null,paths},{local:name,name,paths}]:[{local:found?.[1]??name,name,paths}]}return text.includes(`export`)&&new RegExp(`export\\s*\\*\\s*from\\s*${quoted}`).test(text)?[{local:``,name,paths},{local:``,name:`*`,paths}]:[{local:name,name,paths}]}function documentedImports(text,files){let entries=[];for(let[,module=``,name,local=``]of text.matchAll(DOCUMENTED_TYPE))entries.push({local,name:name??local,paths:files(module)});for(let[,clause=``,module=``]of text.matchAll(DOCUMENTED_IMPORT)){let paths=files(module),whole=/^\w+(?=\s*(?:,|from\b))/.exec(clause.trim())?.[0],names=clause.slice(clause.indexOf(`{`)+1,clause.indexOf(`}`)+1);whole!==void 0&&entries.push({local:whole,name:whole,paths});for(let[,name=``,local=name]of names.matchAll(/(\w+)(?:\s+as\s+(\w+))?/g))entries.push({local,name,paths})}return entries}var DOCUMENTED_TYPE=/@typedef\s+\{\s*import\(["']([^"'\n]+)["']\)(?:\.(\w+))?[^{}\n]{0,200}\}\s+(\w+)/g;var DOCUMENTED_IMPORT=/@import\s([^"'@]{0,2500})["']([^"'\n]+)["']/g;function statementFrom(quoted,name,text){for(let found of text.matchAll(new RegExp(`from\\s*${quoted}`,`g`))){let start=found.index;for(;start>0&&!/[;'"`]/.test(text[start-1]);)start--;let before=text.slice(start,found.index),head=/(?:import|export)\s/.exec(before);if(head!==null&&name.test(before.slice(head.index+head[0].length)))return before.slice(head.index)+found[0]}return``}var typescript={...SCRIPT,name:`typescript`,extensions:`ts mts cts`,interpreters:`bun deno ts-node tsx`,syntax:{grammar:`typescript`,query:script_default+typescript_default},declarations:[/\.d\.[cm]?ts$/,[`.ts`,`.js`,`.mjs`,`.cjs`]]};var tsx={...SCRIPT,name:`tsx`,extensions:`tsx`,syntax:{grammar:`tsx`,query:script_default+typescript_default+tsx_default},highlight:`typescript`,isMarkup:!0};var css_default=`(rule_set (selectors) @name (block) @body) @definition.section
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
`;var html_default=`(element (start_tag (tag_name) @_heading (#match? @_heading "^[hH][1-6]$")) . (text) @name) @definition.section
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
`;var vue_default=`(script_element (start_tag (tag_name) @name)) @container.section
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
`;function partsOf(text,opens){let parts=new Map;for(let tag of[`script`,`style`])for(let{attributes,start,end}of elements(text,opens,tag)){let language=languageOfTag(tag,attributes);language===null||text.slice(start,end).trim()===``||addTo(parts,language,[start,end])}return[...parts].map(([language,ranges])=>({language,text:onlyRanges(text,ranges)}))}var SCRIPTS={"":`javascript`,js:`javascript`,jsx:`javascript`,module:`javascript`,javascript:`javascript`,"text/javascript":`javascript`,"application/javascript":`javascript`,"text/babel":`javascript`,ts:`typescript`,typescript:`typescript`,"text/typescript":`typescript`,tsx:`tsx`};function languageOfTag(tag,attributes){let named=/(?:^|\s)(?:lang|type)\s*=\s*["']?([\w/+-]+)/i.exec(attributes)?.[1]?.toLowerCase()??``;return tag===`style`?named===``||named===`css`||named===`text/css`?`css`:null:SCRIPTS[named]??null}function elements(text,opens,tag){let out=[],opening=new RegExp(`${opens}${tag}((?:\\s(?:[^>"']|"[^"]*"|'[^']*'){0,2000})?)>`,`gim`),closing=new RegExp(`</${tag}\\s*>`,`gi`);for(let match=opening.exec(text);match!==null;match=opening.exec(text)){closing.lastIndex=opening.lastIndex;let close=closing.exec(text);if(close===null)break;match[1].trimEnd().endsWith(`/`)||out.push({attributes:match[1],start:opening.lastIndex,end:close.index}),opening.lastIndex=closing.lastIndex}return out}function onlyRanges(text,ranges){let out=``,at=0;for(let[start,end]of ranges)out+=blank(text.slice(at,start))+text.slice(start,end),at=end;return out+blank(text.slice(at))}var html={name:`html`,extensions:`html htm xhtml`,syntax:{grammar:`html`,query:html_default,embedded:text=>partsOf(text,`<`)},lines:null,links:INLINE_LINKS,mask:null,isProse:!0,isMarkup:!0};var COMPONENT_MASK=[`<!--[^]*?(?:-->|$)`,String.raw`(?<=\s)(?:[:@#]|v-)[\w.:[\]-]*="[^"]*(?:"|$)`,...SCRIPT.mask];var vue={...SCRIPT,mask:COMPONENT_MASK,name:`vue`,extensions:`vue`,isComponent:!0,isMarkup:!0,syntax:{grammar:`vue`,query:vue_default,embedded:text=>partsOf(text,`^<`)},highlight:`xml`};var svelte={...SCRIPT,mask:COMPONENT_MASK,name:`svelte`,extensions:`svelte`,highlight:`xml`,isComponent:!0,isMarkup:!0};var STYLE_IMPORTS={begins:/^@(import|use|forward)\b/};var css={name:`css`,extensions:`css`,syntax:{grammar:`css`,query:css_default,atDeclares:!0},lines:null,imports:STYLE_IMPORTS,mask:null,modules:FILE_MODULES,isProse:!0};var LINES={...SLASHES,attached:/^[^{};@$]*,\s*$/,extent:`indentation`,closer:/^[)\]}]/,starts:[{pattern:/^\s*@(?:mixin|function)\s+([\w-]+)/,kind:`function`},{pattern:/^(?<name>[.#&%:[*a-zA-Z][^{};]*)\{\s*$/,kind:`object`}],references:[{pattern:/^\s*@(?:use|import|forward)\s+["']([^"']+)/g,kind:`import`},{pattern:/@include\s+([\w.-]+)/g,kind:`call`},{pattern:/@extend\s+([\w.%-]+)/g,kind:`inherit`}]};var scss={name:`scss`,extensions:`scss`,lines:LINES,imports:STYLE_IMPORTS,mask:null,modules:FILE_MODULES,isProse:!0};var less={name:`less`,extensions:`less`,lines:LINES,imports:STYLE_IMPORTS,mask:null,isProse:!0};var sass={name:`sass`,extensions:`sass`,lines:LINES,highlight:`scss`};var java_default=`(class_declaration name: (identifier) @name body: (_) @body) @definition.class
(record_declaration name: (identifier) @name body: (_) @body) @definition.class
(interface_declaration name: (identifier) @name body: (_) @body) @definition.interface
(annotation_type_declaration name: (identifier) @name body: (_) @body) @definition.interface
(enum_declaration name: (identifier) @name body: (_) @body) @definition.enum
(method_declaration name: (identifier) @name body: (_) @body) @definition.method
(method_declaration name: (identifier) @name) @definition.method
(constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(compact_constructor_declaration name: (identifier) @name body: (_) @body) @definition.method
(annotation_type_element_declaration name: (identifier) @name) @definition.method
(field_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(constant_declaration declarator: (variable_declarator name: (identifier) @name)) @definition.constant
(enum_constant name: (identifier) @name) @definition.constant

(line_comment) @comment
(block_comment) @comment

(method_invocation !object name: (identifier) @reference.call)
(method_invocation object: (_) @from name: (identifier) @name) @reference.call
(object_creation_expression type: (type_identifier) @reference.call)
(object_creation_expression type: (generic_type (type_identifier) @reference.call))
(object_creation_expression type: [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))]) @reference.call
(method_reference . (_) @from (identifier) @name .) @reference.call
(method_reference . (identifier) @reference.call "new")
(superclass (type_identifier) @reference.inherit)
(superclass (generic_type (type_identifier) @reference.inherit))
(superclass [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))]) @reference.inherit
(super_interfaces (type_list (type_identifier) @reference.inherit))
(super_interfaces (type_list (generic_type (type_identifier) @reference.inherit)))
(super_interfaces (type_list [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))] @reference.inherit))
(extends_interfaces (type_list (type_identifier) @reference.inherit))
(extends_interfaces (type_list (generic_type (type_identifier) @reference.inherit)))
(extends_interfaces (type_list [(scoped_type_identifier (_) @from (type_identifier) @name .) (generic_type (scoped_type_identifier (_) @from (type_identifier) @name .))] @reference.inherit))
(permits (type_list (type_identifier) @reference.type))
(marker_annotation name: [(identifier) @name (scoped_identifier scope: (_) @from name: (identifier) @name)]) @reference.type
(annotation name: [(identifier) @name (scoped_identifier scope: (_) @from name: (identifier) @name)]) @reference.type
[
  (field_declaration type: (type_identifier) @reference.type)
  (constant_declaration type: (type_identifier) @reference.type)
  (local_variable_declaration type: (type_identifier) @reference.type)
  (formal_parameter type: (type_identifier) @reference.type)
  (spread_parameter (type_identifier) @reference.type)
  (catch_type (type_identifier) @reference.type)
  (enhanced_for_statement type: (type_identifier) @reference.type)
  (resource type: (type_identifier) @reference.type)
  (method_declaration type: (type_identifier) @reference.type)
  (annotation_type_element_declaration type: (type_identifier) @reference.type)
  (throws (type_identifier) @reference.type)
  (cast_expression type: (type_identifier) @reference.type)
  (instanceof_expression right: (type_identifier) @reference.type)
  (type_pattern (type_identifier) @reference.type)
  (record_pattern . (identifier) @reference.type)
  (array_creation_expression type: (type_identifier) @reference.type)
  (array_type element: (type_identifier) @reference.type)
  (class_literal (type_identifier) @reference.type)
  (generic_type (type_identifier) @reference.type)
  (type_arguments (type_identifier) @reference.type)
  (wildcard (type_identifier) @reference.type)
  (type_bound (type_identifier) @reference.type)
  (scoped_type_identifier . (type_identifier) @reference.type)
]
(scoped_type_identifier (_) @from (type_identifier) @name .) @reference.type
(import_declaration (scoped_identifier) @reference.import)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (block) (class_body) (interface_body) (enum_body) (enum_body_declarations) (constructor_body) (annotation_type_body) (switch_block) (switch_block_statement_group) (module_body)] @statements
`;var kotlin_default=`(class_declaration "enum" (type_identifier) @name (enum_class_body)? @body) @definition.enum
(class_declaration "interface" (type_identifier) @name (class_body)? @body) @definition.interface
(class_declaration "class" (type_identifier) @name (class_body)? @body) @definition.class
(object_declaration (type_identifier) @name (class_body)? @body) @definition.class
(companion_object (type_identifier) @name (class_body)? @body) @definition.class
(type_alias . (modifiers)? . (type_identifier) @name) @definition.type
(function_declaration [(user_type) (nullable_type) (parenthesized_type)] @scope . "." . (simple_identifier) @name (function_body)? @body) @definition.function
(function_declaration (simple_identifier) @name (function_body)? @body) @definition.function
(secondary_constructor "constructor" @name (statements)? @body) @definition.method
(source_file (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(enum_class_body (property_declaration (variable_declaration (simple_identifier) @name)) @definition.constant)
(enum_entry (simple_identifier) @name) @definition.constant

(line_comment) @comment
(multiline_comment) @comment
(file_annotation) @decorator

(import_header (identifier (simple_identifier) @name .) @from .) @reference.import
(import_header (identifier (simple_identifier) @name .) @from (import_alias)) @reference.import
(import_header (identifier) @name (wildcard_import)) @reference.import
(call_expression (simple_identifier) @reference.call)
(call_expression (navigation_expression (_) @from (navigation_suffix (simple_identifier) @name))) @reference.call
(infix_expression (_) . (simple_identifier) @reference.call . (_))
(delegation_specifier (user_type (type_identifier) @reference.inherit .))
(delegation_specifier (user_type (type_identifier) @reference.inherit . (type_arguments)))
(delegation_specifier (constructor_invocation (user_type (type_identifier) @reference.inherit)))
(delegation_specifier (explicit_delegation (user_type (type_identifier) @reference.inherit)))
(user_type (type_identifier) @reference.type)
(callable_reference (simple_identifier) @reference.call)

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (class_body) (enum_class_body) (statements) (import_list) (when_expression)] @statements
`;var scala_default=`(package_object name: (_) @name body: (_) @body) @definition.module
(class_definition name: (_) @name body: (_)? @body) @definition.class
(object_definition name: (_) @name body: (_)? @body) @definition.class
(trait_definition name: (_) @name body: (_)? @body) @definition.interface
(enum_definition name: (_) @name body: (_) @body) @definition.enum
(simple_enum_case name: (_) @name) @definition.constant
(full_enum_case name: (_) @name) @definition.constant
(type_definition name: (type_identifier) @name) @definition.type
(function_definition name: (_) @name body: (_) @body) @definition.function
(function_declaration name: (_) @name) @definition.function
(given_definition name: (_) @name body: (with_template_body) @body) @definition.class
(given_definition name: (_) @name) @definition.constant
(extension_definition parameters: (parameters (parameter type: (_) @name))) @container.class
(compilation_unit (val_definition pattern: (identifier) @name) @definition.constant)
(compilation_unit (var_definition pattern: (identifier) @name) @definition.constant)
(template_body (val_definition pattern: (identifier) @name) @definition.constant)
(template_body (var_definition pattern: (identifier) @name) @definition.constant)
(template_body (val_declaration name: (identifier) @name) @definition.constant)
(template_body (var_declaration name: (identifier) @name) @definition.constant)

(comment) @comment
(block_comment) @comment

(import_declaration path: [(identifier) "."]+ @from (namespace_selectors [(identifier) @name (arrow_renamed_identifier name: (identifier) @name)])) @reference.import
(import_declaration path: [(identifier) "."]+ @name (namespace_wildcard)) @reference.import
(import_declaration path: [(identifier) "."]+ @name .) @reference.import
(call_expression function: (identifier) @reference.call (#not-eq? @reference.call "this"))
(call_expression function: (field_expression value: (_) @from field: (identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (field_expression value: (_) @from field: (identifier) @name))) @reference.call
(infix_expression operator: (identifier) @reference.call)
(instance_expression (type_identifier) @reference.call)
(instance_expression (generic_type type: (type_identifier) @reference.call))
(extends_clause (type_identifier) @reference.inherit)
(extends_clause (generic_type type: (type_identifier) @reference.inherit))
(extends_clause (compound_type (type_identifier) @reference.inherit))
((type_identifier) @reference.type (#not-match? @reference.type "^[A-Z][0-9]?$"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(compilation_unit) (template_body) (enum_body) (block) (indented_block) (case_block) (indented_cases) (case_clause)] @statements
`;var JVM_RULES={...NO_RULES,implicitReceiver:!0,outerMembers:!0,packageOf:jvmPackage,isPrivate:({signature})=>/^\s*private\b/.test(signature)};var JVM={family:`java`,imports:{begins:/^import\s/},rules:JVM_RULES,modules:{paths:(module,_,index2)=>jvmPaths(module,index2),bind:jvmBindings,byFolder:sharedPackage}};var SOURCE_ROOT=/(^|\/)src\/(?:[\w-]*[mM]ain|[\w-]*[tT]est(?:Fixtures)?|jmh)\/(?:java|groovy|kotlin|scala)\//;function jvmPackage(path){return folderOf(path.replace(SOURCE_ROOT,`$1`))}var PROJECTS=new Set([`pom.xml`,`build.gradle`,`build.gradle.kts`,`settings.gradle`,`settings.gradle.kts`,`build.sbt`]);function sharedPackage(path,paths){let own=/(?:^|\/)src\/(?:main|commonMain|jvmMain)\/(?:java|kotlin|scala|groovy)\/(.+)\/[^/]+$/.exec(path);return own===null||projectAbove(path,PROJECTS,paths)===null?[]:[own[1].replaceAll(`/`,`.`)]}var ENDS2=[`.java`,`.kt`,`.scala`,`.groovy`];function jvmPaths(module,{byName:byName2,filesIn,foldersNamed}){let parts=module.replace(/\.[*_]$/,``).split(`.`);for(let length=parts.length;length>0&&!(length<parts.length-2&&!beginsWithCapital(parts[length]));length--){let path=parts.slice(0,length).join(`/`),files=ENDS2.flatMap(end=>byName2(`${parts[length-1]}${end}`)).filter(file=>endsWith(file.replace(/\.\w+$/,``),path));if(files.length>0&&(length>1||parts.length===1))return files}for(let length of[parts.length,parts.length-1]){if(length<2)continue;let package_=parts.slice(0,length).join(`/`),files=foldersNamed(parts[length-1]).filter(folder=>endsWith(folder,package_)).flatMap(filesIn);if(files.length>0)return files.filter(path=>ENDS2.some(end=>path.endsWith(end)))}return[]}function endsWith(path,end){return path===end||path.endsWith(`/${end}`)}function jvmBindings({name,from},module,text,files){let whole=from===void 0||module.split(`.`).at(-1)===name?module:`${module}.${name}`,bound=[];if(new RegExp(`${escapeRegExp(module)}\\s*\\.\\s*[*_]`).test(text)||module.endsWith(`.*`)){let all=module.replace(/\.\*$/,``);if(bound.push({local:`*`,name:null,paths:files(all),...withinClass(all)}),!new RegExp(`\\bimport\\s+${escapeRegExp(module)}\\s*(?:;|\\n)`).test(text))return bound}let alias=new RegExp(`${escapeRegExp(whole)}\\s+as\\s+(\\w+)`).exec(text)?.[1],outer=whole.slice(0,-name.length-1).replace(/\.Companion$/,``);return[...bound,{local:alias??name,name,paths:files(whole),...withinClass(outer)}]}function withinClass(outer){let last=outer.split(`.`).at(-1);return beginsWithCapital(last)?{within:last}:{}}var JAVA_CHAINS={separator:`\\.|::`,closers:`)`,statement:/^(?:if|while|for|switch|catch|return|synchronized|throw|case)$/,result:before=>/(?<![\w.])[\w.]+(?:<[^;{}()]{0,300}>)?\s+$/.exec(before)?.[0]??``,assigned:word=>new RegExp(`\\bvar\\s+${word}\\s*=(?!=)`,`g`),isOpen:null,inComments:!1,hasOverloads:!0};var java={...JVM,name:`java`,extensions:`java`,syntax:{grammar:`java`,query:java_default},mask:CHARACTER_MASK,rules:{...JVM_RULES,variablesAreCalled:!1,constantsAreCalled:!1,chains:JAVA_CHAINS},bindings:{style:`type-first`,keyword:`var`,hasThinArrow:!0,arrow:/^\s*->/},variables:TYPE_FIRST,testFiles:/Tests?\.java$/};var GRADLE=[/\b(?:\w*[iI]mplementation|api|compileOnly|runtimeOnly|\w*[cC]ompile|classpath|annotationProcessor|kapt|ksp)\s*\(?\s*["']([\w.-]+:[\w.-]+)/,/\bproject\(\s*(?:path:\s*)?["']:?([\w:.-]+)["']\s*\)/,/^\s*apply\s+from:\s*["']([^"']+)["']/];var LINES2={...SLASHES,attached:/^@\w/,marks:AT_MARKS,extent:`indentation`,closer:CLOSER,starts:[{pattern:/^\s*(?:(?:public|private|protected|static|final|abstract|sealed)\s+)*(?:class|record)\s+(\w+)/,kind:`class`},{pattern:/^\s*(?:(?:public|private|protected|static)\s+)*(?:interface|trait)\s+(\w+)/,kind:`interface`},{pattern:/^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(\w+)/,kind:`enum`},{pattern:/^\s*(?:(?:public|private|protected|static|final|synchronized|abstract)\s+)*(?:def|void|boolean|int|long|float|double|[A-Z]\w*(?:<[\w<>?, ]*>)?(?:\[\])?)\s+(\w+|"[^"]+"|'[^']+')\s*\(/,kind:`function`},{pattern:/^\s*task\s+(\w+)/,kind:`function`},{pattern:/^\s*tasks\.(?:register|named|create)\s*\(\s*(?:name:\s*)?["']?([\w-]+)/,kind:`function`},{pattern:/^\s*stage\s*\(\s*["']([^"']+)/,kind:`section`},{pattern:/^(?!(?:if|else|for|while|switch|try|catch|do)\b)([a-z]\w*)\s*(?:\(\s*(?:["']:?([^"'()]*)["'])?[^()]*\))?\s*\{/,kind:`object`}],references:[{pattern:/^\s*import\s+(?:static\s+)?([\w.]+)/g,kind:`import`},{pattern:/\b(?:extends|implements)\s+([A-Z]\w*(?:\s*,\s*[A-Z]\w*)*)/g,kind:`inherit`},CALLS]};var groovy={...JVM,name:`groovy`,extensions:`groovy gradle gvy`,fileNames:`jenkinsfile`,interpreters:`groovy`,lines:LINES2,dependencies:GRADLE,bindings:{style:`type-first`,keyword:`def|var|final`,hasThinArrow:!0,arrow:/^\s*->/,closures:/^([\s\w,:<>?.()*]*?)->/},variables:TYPE_FIRST,highlight:`java`};var KOTLIN_CHAINS={separator:`(?:\\?|!!)?\\.|(?<!:)::`,closers:`)`,statement:/^(?:if|while|for|when|catch|return|throw|else|in|is|as|assert)$/,result:(_,after)=>/^\s*:\s*([\w.]+(?:<[^{}()=]{0,300}>)?\??)/.exec(after)?.[1]??``,assigned:word=>new RegExp(`\\b(?:val|var)\\s+${word}\\s*=(?!=)`,`g`),isOpen:word=>new RegExp(`[{,(]\\s*${word}\\s*[^{}\\n=]{0,200}->|\\bfor\\s*\\([^{}\\n=]{0,100}\\b${word}\\b[^{}\\n=]{0,100}\\sin\\s`),endsAtLine:!0,inComments:!1,hasOverloads:!0,namespaces:{own:/^[ \t]*package[ \t]+([\w.]+)/m,used:/^[ \t]*import[ \t]+([\w.]+)(?![\w.]|[ \t]+as\b)/gm,areNested:!1,isInterface:(_,isCalled)=>!isCalled,callsTakeBlocks:!0,extends:(type,{scope})=>scope.at(-1)===type}};var kotlin={...JVM,name:`kotlin`,extensions:`kt kts`,interpreters:`kotlin`,syntax:{grammar:`kotlin`,query:kotlin_default,prepare:prepareKotlin},dependencies:GRADLE,mask:CHARACTER_MASK,rules:{...JVM_RULES,chains:KOTLIN_CHAINS},bindings:{style:`braced`,keyword:`val|var|for`,hasThinArrow:!0,closures:/^([\s\w,:<>?.()*]*?)->/},variables:TYPE_LAST,members:{receiverOf:kotlinReceiver},testFiles:/Tests?\.kt$/};function kotlinReceiver(line,name){let names=(/\bfun\s+([^(=]*)/.exec(line.slice(0,MOST_OF_HEAD))?.[1]??``).replace(/<[^<>]*>/g,``).replace(/<[^<>]*>/g,``).replaceAll(`?`,``).trim().split(`.`);return names.pop()?.trim()!==name?null:names.slice(-1)}var MOST_OF_HEAD=500;function prepareKotlin(text){return text.replace(/\bfun(?=\s+interface\b)/g,blank).replace(/^(@[\w.]+)(\((?:[^()]|\([^()]{0,500}\)){0,2000}\))/gm,(_,name,args)=>name+blank(args)).replace(/\?(?=\.\()/g,blank).replace(/&\s*Any\b/g,blank).replace(/^([ \t]*(?:!?(?:is|in)[ \t][^\n\r{}]{0,200}?|else|[\w.]+)[ \t])(if[ \t][^\n\r{}]{0,300}?)(?=->)/gm,(_,head,guard)=>head+blank(guard)).replace(/^(?=.*\b(?:class|object)\b|(?!.*\b(?:val|var)\b))(.{0,300}[\w>)][ \t])(by[ \t]+[\w.]+)(?=[ \t]*\{)/gm,(_,head,by)=>head+blank(by)).replace(/\)\n(?=[ \t]*\(.{0,300}->)/g,`);`).replace(/(?<=[\w)\]}"] )e(?!lse\b|num\b|xternal\b|xpect\b)(?=\w+ )/g,`x`)}var scala={...JVM,name:`scala`,extensions:`scala sc sbt`,interpreters:`scala`,syntax:{grammar:`scala`,from:`@cursorless/tree-sitter-wasms`,query:scala_default},mask:CHARACTER_MASK,bindings:{style:`braced`,keyword:`val|var|case`,blockImport:{word:`import`,isOneLine:!0},hasGenerators:!0,caseFollows:/^\s*(?:\(|\.)/,arrow:/^\s*=>/,closures:/^([\s\w,:[\].()]*?)=>/},variables:TYPE_LAST,highlight:`kotlin`,testFiles:/Tests?\.scala$/};var clojure_default=`; A signature ends behind the parameters, else before what follows the name.
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
`;var PYTHON_LIKE_MASK=[TRIPLE,...HASH_MASK];var PERCENT_MASK=[`%[^\\n]*`,STRING,SINGLE];var LISP_MASK=[`;[^\\n]*`,STRING];var haskell={name:`haskell`,extensions:`hs lhs hsc`,interpreters:`runghc`,reader:`haskell`,imports:{begins:/^import\s/},mask:DASH_MASK,variables:{moreBindings:word=>`\\\\[^\\n>]{0,300}\\b${word}\\b[^\\n>]{0,300}->|\\n[^\\S\\n]+${word}\\b[^=\\n]{0,300}=(?!=)|\\b${word}\\s*<-|(?:^|\\n)\\w+\\s[^=\\n]{0,300}\\b${word}\\b[^=\\n]{0,300}=(?!=)`}};var elm={name:`elm`,extensions:`elm`,reader:`haskell`,mask:DASH_MASK};var purescript={name:`purescript`,extensions:`purs`,reader:`haskell`,mask:DASH_MASK};var protobuf={...SLASHES,extent:`indentation`,closer:CLOSER,starts:[{pattern:/^\s*(?:message|extend|struct|exception)\s+([\w.]+)/,kind:`class`},{pattern:/^\s*enum\s+(\w+)/,kind:`enum`},{pattern:/^\s*service\s+(\w+)/,kind:`interface`},{pattern:/^\s*rpc\s+(\w+)/,kind:`method`},{pattern:/^\s*typedef\s+\S+\s+(\w+)/,kind:`type`},{pattern:/^(?:syntax|edition|package|import|option|include|namespace)\b/,kind:`text`}],references:[{pattern:/^\s*(?:import|include)\s+(?:public\s+|weak\s+)?"([^"]+)"/g,kind:`import`},{pattern:/\(\s*(?:stream\s+)?([A-Za-z][\w.]*)\s*\)/g,kind:`type`},{pattern:/^\s*(?:repeated\s+|optional\s+|required\s+)?((?:[a-z]\w*\.)*[A-Z]\w*)\s+\w+\s*=/g,kind:`type`},{pattern:/\bmap\s*<\s*\w+\s*,\s*([\w.]*[A-Z]\w*)/g,kind:`type`}]};var lineLanguages=[{name:`assembly`,extensions:`asm s nasm`,lines:{comments:[`;`,`#`,`//`,`*`],block:[/^\/\*/,/\*\//],extent:`next`,starts:[{pattern:/^([A-Za-z_][\w$.]*):/,kind:`function`}],references:[{pattern:/\b(?:call|callq|bl|jal)\s+([A-Za-z_]\w*)/g,kind:`call`}]}},{name:`batch`,extensions:`bat cmd`,lines:{comments:[`REM`,`rem`,`::`,`@REM`,`@rem`],extent:`next`,starts:[{pattern:/^\s*:([A-Za-z_]\w*)/,kind:`function`}],references:[{pattern:/\bcall\s+:?([\w.\\/-]+)/gi,kind:`call`}]}},{name:`erlang`,mask:PERCENT_MASK,extensions:`erl hrl escript`,fileNames:`rebar.config`,interpreters:`escript`,lines:{comments:[`%`],extent:`indentation`,clauses:!0,closer:/^[)\]}]/,starts:[{pattern:/^-module\(\s*'?(\w+)/,kind:`module`,opensScope:!0},{pattern:/^-spec\s+(?:\w+:)?'?(\w+)/,kind:`function`},{pattern:/^(?:'([^']+)'|([a-z]\w*))\(/,kind:`function`},{pattern:/^-record\(\s*'?(\w+)/,kind:`class`},{pattern:/^-(?:type|opaque)\s+'?(\w+)/,kind:`type`},{pattern:/^-callback\s+'?(\w+)/,kind:`method`},{pattern:/^-define\(\s*'?(\w+)/,kind:`constant`},{pattern:/^-\w+/,kind:`text`}],references:[{pattern:/^-include(?:_lib)?\(\s*"([^"]+)/g,kind:`link`},{pattern:/^-import\(\s*(\w+)/g,kind:`import`},{pattern:/^-behaviou?r\(\s*(\w+)/g,kind:`inherit`},{pattern:/\b(?:(?<from>[a-z]\w*):)?(?<name>[a-z]\w*)\(/g,kind:`call`}]}},{name:`fsharp`,extensions:`fs fsi fsx`,lines:{comments:[`//`],block:[/^\(\*/,/\*\)/],attached:/^\[</,marks:/^(\s*)(?:\[<(?:[^>]|>(?!\]))*>\]\s*)+(?=\S)/,extent:`indentation`,closer:/^(?:[)\]}]|and\b|with\b)/,starts:[{pattern:/^(?:module|namespace)\s+(?:rec\s+|private\s+|internal\s+)?([\w.]+)/,kind:`module`,opensScope:!0},{pattern:/^\s*(?:type|and)\s+(?:private\s+|internal\s+)?(\w+)/,kind:`type`},{pattern:/^(?: {4})?(?:let|and)\s+(?:rec\s+|inline\s+|private\s+|internal\s+|mutable\s+)*(\w+)/,kind:`function`},{pattern:/^\s*(?:static\s+)?(?:member|override|default|abstract)\s+(?:inline\s+|private\s+)*(?:\w+\.)?(\w+)/,kind:`method`}],references:[{pattern:/^\s*open\s+([\w.]+)/g,kind:`import`},CALLS]}},{name:`julia`,extensions:`jl`,interpreters:`julia`,mask:HASH_MASK,highlight:`python`,lines:{comments:[`#`],block:[/^(?:#=|@?\w*"""|""")/,/=#|"""/],attached:/^@\w+$/,extent:`indentation`,closer:CLOSER,starts:[{pattern:/^\s*(?:bare)?module\s+(\w+)/,kind:`module`,opensScope:!0},{pattern:/^\s*(?:@\w+\s+)*function\s+([^\s({]+)/,kind:`function`},{pattern:/^(?:@\w+\s+)*([A-Za-z_][\w!.]*)(?:\{[^}]*\})?\([^()]*\)\s*=(?!=)/,kind:`function`},{pattern:/^\s*macro\s+(\w+)/,kind:`function`},{pattern:/^\s*(?:@\w+\s+)*(?:mutable\s+)?struct\s+(\w+)/,kind:`class`},{pattern:/^\s*(?:abstract|primitive)\s+type\s+(\w+)/,kind:`type`},{pattern:/^\s*(?:@enum)\s+(\w+)/,kind:`enum`},{pattern:/^const\s+(\w+)/,kind:`constant`}],references:[{pattern:/^\s*(?:using|import)\s+([\w.]+)/g,kind:`import`},{pattern:/\binclude\("([^"]+)"/g,kind:`link`},{pattern:/<:\s*([A-Z]\w*)/g,kind:`inherit`},CALLS]}},{name:`tcl`,extensions:`tcl`,interpreters:`tclsh`,mask:HASH_MASK,lines:{comments:[`#`],extent:`indentation`,closer:CLOSER,starts:[{pattern:/^\s*namespace\s+eval\s+([^\s{]+)/,kind:`module`},{pattern:/^\s*(?:proc|method)\s+([^\s{]+)/,kind:`function`},{pattern:/^\s*(?:test|start_server|start_cluster)\s+["{](?<name>[^"{}]+)/,kind:`section`}],references:[{pattern:/^\s*(?:source|package\s+require)\s+(\S+)/g,kind:`import`},{pattern:/(?:^\s*|\[)([A-Za-z_][\w:]*_[\w:]*)/g,kind:`call`}]}},{name:`bazel`,extensions:`bzl bazel star`,fileNames:`BUILD WORKSPACE`,mask:PYTHON_LIKE_MASK},{name:`cmake`,extensions:`cmake`,fileNames:`cmakelists.txt`,mask:HASH_MASK,isProse:!0,lines:{comments:[`#`],block:[/^#\[=*\[/,/\]=*\]/],extent:`indentation`,closer:CLOSER,starts:[{pattern:/^\s*(?:function|macro)\s*\(\s*([^\s)]+)/i,kind:`function`},{pattern:/^\s*(?:add_executable|add_library|add_custom_target|add_test)\s*\(\s*(?:NAME\s+)?([^\s)]+)/i,kind:`object`},{pattern:/^project\s*\(\s*([^\s)]+)/i,kind:`module`}],references:[{pattern:/\b(?:include|add_subdirectory|configure_file)\s*\(\s*([^\s)]+)/gi,kind:`link`},{pattern:/\bfind_package\s*\(\s*([^\s)]+)/gi,kind:`import`},{pattern:/^\s*([A-Za-z_]\w*)\s*\(/g,kind:`call`}]}},{name:`dockerfile`,extensions:`dockerfile`,fileNames:`dockerfile containerfile`,namePrefix:`dockerfile.`,mask:HASH_MASK,highlight:`bash`,isProse:!0,lines:{comments:[`#`],extent:`next`,starts:[{pattern:/^FROM\s+(?:--\S+\s+)*(?:\S+\s+AS\s+)?(?<name>[^\s@]+)/i,kind:`section`}],references:[{pattern:/^FROM\s+(?:--\S+\s+)*(\S+)/gi,kind:`link`},{pattern:/--from=(\S+)/g,kind:`link`}]}},{name:`gomod`,fileNames:`go.mod go.work`,lines:null,dependencies:[/^\s*(?:require\s+)?([\w-]+(?:\.[\w-]+)+\/[\w./~-]+)\s+v\d/],highlight:`go`,isProse:!0},{name:`makefile`,extensions:`mk mak make`,fileNames:`makefile gnumakefile bsdmakefile kbuild justfile`,interpreters:`make`,mask:HASH_MASK,isProse:!0,lines:{comments:[`#`],attached:/^\.PHONY\s*:/,extent:`indentation`,closer:/^endef\b/,starts:[{pattern:/^([^\s:#=?+!][^:#=?+!]*):(?![=:]?=)/,kind:`function`},{pattern:/^define\s+(\S+)/,kind:`function`}],references:[{pattern:/^[-s]?include\s+(\S+)/g,kind:`link`},{pattern:/^[^\s:#=][^:#=]*::?\s+([\w .-]+)$/g,kind:`call`}]}},{name:`graphql`,mask:[TRIPLE,`#(?!\\s*import\\b)[^\\n]*`,STRING],extensions:`graphql gql graphqls`,lines:{comments:[`#`,`"`],block:[/^"""/,/"""/],extent:`indentation`,closer:CLOSER,starts:[{pattern:/^(?:extend\s+)?(?:type|input|union|scalar|schema|directive)\s+@?(\w+)/,kind:`type`},{pattern:/^(?:extend\s+)?interface\s+(\w+)/,kind:`interface`},{pattern:/^(?:extend\s+)?enum\s+(\w+)/,kind:`enum`},{pattern:/^(?:query|mutation|subscription|fragment)\s+(\w+)/,kind:`function`},{pattern:/^(?:query|mutation|subscription|schema)?\s*\{/,kind:`text`}],references:[{pattern:/:\s*\[{0,3}([A-Z]\w*)/g,kind:`type`},{pattern:/\bimplements\s+([\w &,]+)/g,kind:`inherit`},{pattern:/\.\.\.\s*(?:on\s+)?(\w+)/g,kind:`type`},{pattern:/^#\s*import\s+"?([^"\s]+)/g,kind:`import`}]}},{name:`prisma`,extensions:`prisma`,lines:{comments:[`//`],extent:`indentation`,closer:CLOSER,starts:[{pattern:/^(?:model|type|view)\s+(\w+)/,kind:`class`},{pattern:/^enum\s+(\w+)/,kind:`enum`},{pattern:/^(?:datasource|generator)\s+(\w+)/,kind:`object`}],references:[{pattern:/^\s+\w+\s+([A-Z]\w+)/g,kind:`type`}]}},{name:`protobuf`,extensions:`proto`,lines:protobuf,modules:FILE_MODULES,highlight:`go`},{name:`sql`,extensions:`sql ddl dml pgsql plsql`,mask:DASH_MASK,lines:{comments:[`--`,`#`],block:[/^\/\*/,/\*\//],extent:`next`,quote:/\$\w*\$/g,starts:[{pattern:/^\s*CREATE\s+(?:(?:OR|REPLACE|ALTER|AGGREGATE|CONSTRAINT|EDITIONABLE)\s+)*(?:FUNCTION|PROCEDURE|PROC|TRIGGER|MACRO|PACKAGE(?:\s+BODY)?)\s+(?:IF\s+NOT\s+EXISTS\s+)?(?:[^\s(.]+\.)*([^\s(.]+)/i,kind:`function`},{pattern:/^\s*CREATE\s+(?:(?:OR|REPLACE|GLOBAL|LOCAL|TEMP|TEMPORARY|UNLOGGED|UNIQUE|MATERIALIZED|EXTERNAL|FOREIGN|VIRTUAL|RECURSIVE|CLUSTERED|NONCLUSTERED)\s+)*(?:TABLE|VIEW|INDEX|TYPE|SCHEMA|SEQUENCE|DATABASE|DOMAIN|EXTENSION|ROLE|USER|POLICY|EVENT|KEYSPACE)\s+(?:CONCURRENTLY\s+)?(?:IF\s+NOT\s+EXISTS\s+)?(?:[^\s(;.]+\.)*([^\s(;.]+)/i,kind:`type`},{pattern:/^ALTER\s+TABLE\s+(?:ONLY\s+)?(?:IF\s+EXISTS\s+)?(?:ONLY\s+)?(\S[^\s(;]*)/i,kind:`text`,after:/;\s*$/},{pattern:/^(?:ALTER|DROP|INSERT|UPDATE|DELETE|GRANT|REVOKE|COMMENT|SELECT|WITH|SET|USE|TRUNCATE|CALL|EXEC|MERGE|COPY|BEGIN|COMMIT|DO|CREATE|EXPLAIN|ANALYZE|VACUUM|PRAGMA|REPLACE|LOCK|UNLOCK)\b/i,kind:`text`,after:/;\s*$/}],references:[{pattern:/\b(?:FROM|JOIN|INTO|REFERENCES|UPDATE|ALTER TABLE)\s+["`[]?([A-Za-z_][\w.]*)/gi,kind:`type`},{pattern:/^\s*(?:\\ir?|SOURCE|@@)\s*(\S+)/gi,kind:`import`}]}},{name:`thrift`,extensions:`thrift`,lines:protobuf},{name:`ada`,extensions:`adb ads`,mask:DASH_MASK},{name:`astro`,extensions:`astro`,highlight:`xml`,isComponent:!0,isMarkup:!0},{name:`awk`,extensions:`awk`,interpreters:`awk gawk`,mask:HASH_MASK},{name:`cobol`,extensions:`cob cbl cpy`},{name:`coffeescript`,extensions:`coffee`,mask:PYTHON_LIKE_MASK},{name:`crystal`,extensions:`cr`,mask:HASH_MASK,highlight:`ruby`},{name:`cuda`,extensions:`cu cuh`,highlight:`cpp`},{name:`cython`,extensions:`pyx pxd pxi`,mask:PYTHON_LIKE_MASK,highlight:`python`},{name:`d`,extensions:`d`},{name:`diff`,extensions:`diff patch`,lines:null},{name:`fish`,extensions:`fish`,interpreters:`fish`,mask:HASH_MASK,highlight:`bash`},{name:`fortran`,extensions:`f f77 f90 f95 f03 f08 for`},{name:`glsl`,extensions:`glsl vert frag geom comp`,highlight:`c`},{name:`haxe`,extensions:`hx`},{name:`nim`,extensions:`nim nims nimble`,mask:PYTHON_LIKE_MASK,highlight:`python`},{name:`pascal`,extensions:`pas dpr lpr`},{name:`powershell`,extensions:`ps1 psm1 psd1`,interpreters:`pwsh`,mask:HASH_MASK},{name:`prolog`,extensions:`prolog`,mask:PERCENT_MASK},{name:`puppet`,extensions:`pp`,mask:HASH_MASK},{name:`smalltalk`,extensions:`st`},{name:`template`,extensions:`hbs handlebars mustache ejs erb haml pug jade j2 jinja jinja2 liquid twig tmpl gohtml njk heex leex eex cshtml razor jsp ftl slim`,lines:null,isMarkup:!0},{name:`vb`,extensions:`vb vbs bas`},{name:`verilog`,extensions:`v sv svh vh`},{name:`vhdl`,extensions:`vhd vhdl`,mask:DASH_MASK},{name:`vim`,extensions:`vim`,fileNames:`.vimrc vimrc`},{name:`wgsl`,extensions:`wgsl`}];var LISP_LINES={comments:[`;`],block:[/^#\|/,/\|#/],extent:`indentation`,closer:CLOSER,starts:[{pattern:/^\((?:ns|in-ns|defpackage|define-module)\s+(?:\^\S+\s+)*['#:]*([^\s()[\]{}"]+)/,kind:`module`,opensScope:!0},{pattern:/^\((?:[\w.]+\/)?(?:defprotocol|definterface|defgeneric|defsignature)\s+([^\s()[\]{}"]+)/,kind:`interface`},{pattern:/^\((?:[\w.]+\/)?(?:defrecord|deftype|defclass|defstruct|cl-defstruct|struct|define-record-type)\s+\(?([^\s()[\]{}"]+)/,kind:`class`},{pattern:/^\((?:[\w.]+\/)?(?:def|defonce|defvar|defconst|defcustom|defparameter|defconstant|defgroup|defface|define(?=\s+[^\s(]+\s+[^(]))\s+(?:\^\S+\s+)*([^\s()[\]{}"]+)/,kind:`constant`},{pattern:/^\((?:[\w.]+\/)?(?:cl-)?def[\w*-]*\s+(?:\^\S+\s+)*['(]*([^\s()[\]{}"]+)/,kind:`function`}],references:[{pattern:/[[(]([a-z][\w.-]*[\w-])\s+:(?:as|refer|only|rename)\b/g,kind:`import`},{pattern:/^\((?:require|use|load|use-package)\s+['":]*([\w./-]+)/g,kind:`import`},{pattern:/\((?:(?<from>[a-z][\w.-]*)\/)?(?<name>[A-Za-z*][\w*+!?<>=-]*)(?=[\s)])/g,kind:`call`}]};var lisp={name:`lisp`,extensions:`lisp lsp el`,lines:LISP_LINES,mask:LISP_MASK};var scheme={name:`scheme`,extensions:`scm ss`,lines:LISP_LINES,mask:LISP_MASK};var racket={name:`racket`,extensions:`rkt`,lines:LISP_LINES,mask:LISP_MASK};var clojure={name:`clojure`,extensions:`clj cljs cljc edn`,syntax:{grammar:`clojure`,from:`@cursorless/tree-sitter-wasms`,query:clojure_default,separator:`/`},lines:LISP_LINES,mask:LISP_MASK,rules:{...NO_RULES,paths:/[./]/},modules:{paths:(module,_,index2)=>suffixPaths(module.replace(/\./g,`/`).replace(/-/g,`_`),[`.clj`,`.cljs`,`.cljc`],index2),bind:clojureBindings},testFiles:/_test\.clj[sc]?$/};function clojureBindings({name},module,text,files){let paths=files(module);if(paths.size===0)return[];if(!(module===name||module.endsWith(`.${name}`)))return[{local:name,name,paths}];let at=text.indexOf(`[${module} `);return[{local:(at===-1?void 0:/^(?:[^[\]]|\[[^[\]]{0,300}\]){0,300}?:as(?:-alias)?\s+([^\s\]]+)/.exec(text.slice(at+1))?.[1])??module,name:null,paths}]}var python_default=`(function_definition name: (identifier) @name body: (_) @body) @definition.function
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
`;var METHODS2=new Set(`add_argument_group add_done_callback add_mutually_exclusive_group add_signal_handler assert_any_call assert_called_once assert_called_once_with assert_called_with assert_has_calls assert_not_called assert_awaited_once_with call_soon_threadsafe get_default_verify_paths get_extra_info load_cert_chain load_default_certs load_verify_locations parse_known_args remove_done_callback remove_signal_handler run_in_executor run_until_complete set_alpn_protocols set_exception_handler set_running_or_notify_cancel set_tunnel_headers shutdown_default_executor`.split(` `));var python={name:`python`,extensions:`py pyi pyw`,fileNames:`sconstruct sconscript wscript`,interpreters:`python pypy`,syntax:{grammar:`python`,query:python_default},imports:{begins:/^\s*(from\s+\S+\s+import\b|import\s)|^if (typing\.)?TYPE_CHECKING:/,origin:/^\s*from\s+\S+/,areGuarded:!0},mask:[TRIPLE,`'''[^]*?(?:'''|$)`,`#[^\\n]*`,STRING,SINGLE],interpolates:/(?<!\w)[rR]?[fF][rR]?$/,rules:{...NO_RULES,distinctName:/^(?:_[a-z\d]+|[a-z\d]+_[a-z\d]+)_[a-z\d_]+$/,isSystem:name=>METHODS2.has(name)},modules:{paths:pythonPaths,bind:pythonBindings,byFolder:sharedModules},bindings:{style:`indented`},variables:{binding:word=>`(?:^|\\n)[^\\S\\n]*(?:\\w+\\s*,\\s*){0,50}${word}\\s*(?:,\\s*\\w+\\s*){0,50}(?::[^=\\n]+)?=(?!=)|\\bfor\\s[\\w\\s,(]{0,200}\\b${word}\\b[\\w\\s,)]{0,200}\\bin\\b|\\bas\\s+${word}\\b|\\b${word}\\s*:=|\\blambda\\b[^:\\n]{0,300}\\b${word}\\b|\\bcase\\b[^\\n]{0,300}\\b${word}\\b(?!\\s*[(.=])`,declarations:(word,isField)=>{let self=isField?`(?:this|self)\\s*\\.\\s*`:``;return[new RegExp(`(?:[(,]\\s*|\\n[^\\S\\n]*|${self})${word}\\s*:\\s*(?:(?<from>\\w+)\\.)?${TYPE_NAME}\\s*(?:\\|\\s*None\\s*)?(?=[,)=\\n]|$)`,`g`),new RegExp(`(?:^|\\n)[^\\S\\n]*${self}${word}\\s*=\\s*(?:(?<from>[a-z]\\w*)\\.)?(?<name>_?[A-Z]\\w*)\\(`,`g`)]}},heirs:{isBase:({head})=>/(?:^|[\n;])\s*class\s[^:]*$/.test(head())},testFiles:/^conftest\.py$/,declarations:[/\.pyi$/,[`.py`]]};function pythonPaths(module,from,index2){let dots=/^\.*/.exec(module)[0].length,rest=module.slice(dots).replace(/\./g,`/`);if(dots>0){let folder2=folderOf(from);for(let up=1;up<dots;up++)folder2=folderOf(folder2);return pythonFile(joinPath(folder2,rest),index2)}let known=getOrMake(rootsOf,index2,()=>new Map),folder=folderOf(from);for(let root of getOrMake(known,folder,()=>rootsFrom(folder,index2))){let found=pythonFile(root===``?rest:`${root}/${rest}`,index2);if(found.length>0)return found}return[]}var rootsOf=new WeakMap;function rootsFrom(from,index2){let roots=new Set;for(let folder=from;folder!==``;folder=folderOf(folder))index2.paths.has(`${folder}/__init__.py`)||roots.add(folder);for(let root of[``,`src`,`lib`,`python`,...memberRoots(index2)])roots.add(root);return roots}var MOST_MEMBERS=200;function memberRoots({byName:byName2}){return byName2(`pyproject.toml`).slice(0,MOST_MEMBERS).flatMap(path=>[folderOf(path),joinPath(folderOf(path),`src`)])}function pythonFile(path,{paths}){return(path===``?[`__init__.py`]:[`${path}/__init__.py`,`${path}.py`,`${path}.pyi`,`${path}.pyx`]).filter(end=>paths.has(end)).slice(0,1)}function pythonBindings({name},module,text,files){let path=escapeRegExp(module);if(module.slice(module.lastIndexOf(`.`)+1)===name){if(new RegExp(`from\\s+${path}\\s+import\\s*(?:\\(\\s*)?\\*`).test(text))return[{local:`*`,name:null,paths:files(module)}];let imported=new RegExp(`^[^\\S\\n\\r\\u2028\\u2029]*import\\b[^\\n]*\\b${path}(?:\\s+as\\s+(\\w+))?\\s*(?:[,;#\\n]|$)`,`m`).exec(text);if(imported!==null)return[{local:imported[1]??module,name:null,paths:files(module)}]}let head=()=>new RegExp(`from\\s+${path}\\s+import\\b`),alias=isRenamed(name,text)?aliasAfter(name,text,head()):void 0,inside=files(/\.$/.test(module)?module+name:`${module}.${name}`),member={local:alias??name,name,paths:files(module)};return inside.size===0?[member]:[{local:member.local,name:null,paths:inside},member]}function isRenamed(name,text){for(let at=text.indexOf(name);at!==-1;at=text.indexOf(name,at+1))if(/^\s+as\s/.test(text.slice(at+name.length,at+name.length+100)))return!0;return!1}function aliasAfter(name,text,head){for(let found=head.exec(text),from=0;found!==null;found=head.exec(text.slice(from))){from+=found.index+found[0].length;let rest=text.slice(from),list=/^\s*\(/.test(rest)?/^\s*\([^)]*/.exec(rest)?.[0]??``:/^(?:[^\n\\]|\\\n)*/.exec(rest)?.[0]??``,alias=new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(list)?.[1];if(alias!==void 0)return alias;if(new RegExp(`\\b${escapeRegExp(name)}\\b`).test(list))return}}var PROJECTS2=new Set([`pyproject.toml`,`setup.py`,`setup.cfg`]);var NOT_INSTALLED=new Set([`test`,`tests`,`docs`,`doc`,`examples`,`benchmarks`,`setup`]);function sharedModules(path,paths){let project=projectAbove(path,PROJECTS2,paths);if(project===null)return[];let parts=path.slice(project.length).replace(/(?:\/__init__)?\.pyi?$/,``).replace(/^src\//,``).split(`/`);return NOT_INSTALLED.has(parts[0])?[]:parts.map((_,at)=>parts.slice(0,at+1).join(`.`))}var rust_default=`(function_item name: (identifier) @name body: (_) @body) @definition.function
(function_signature_item name: (identifier) @name) @definition.function
(struct_item name: (type_identifier) @name body: (_) @body) @definition.class
(struct_item name: (type_identifier) @name) @definition.class
(union_item name: (type_identifier) @name body: (_) @body) @definition.class
(enum_item name: (type_identifier) @name body: (_) @body) @definition.enum
(trait_item name: (type_identifier) @name body: (_) @body) @definition.interface
(impl_item type: [(type_identifier) @name (generic_type type: (type_identifier) @name) (scoped_type_identifier name: (type_identifier) @name) (generic_type type: (scoped_type_identifier name: (type_identifier) @name))] body: (_) @body) @container.class
(enum_variant name: (identifier) @name) @definition.constant
(associated_type name: (type_identifier) @name) @definition.type
(type_item name: (type_identifier) @name) @definition.type
(mod_item name: (identifier) @name body: (_) @body) @definition.module
(const_item name: (identifier) @name) @definition.constant
(static_item name: (identifier) @name) @definition.constant
(macro_definition name: (identifier) @name) @definition.function

(line_comment) @comment
(block_comment) @comment
(attribute_item) @decorator

(call_expression function: (identifier) @reference.call)
(call_expression function: (scoped_identifier path: (_) @from name: (identifier) @name)) @reference.call
(call_expression function: (field_expression value: (_) @from field: (field_identifier) @name)) @reference.call
(call_expression function: (generic_function function: (identifier) @reference.call))
(call_expression function: (generic_function function: (scoped_identifier path: (_) @from name: (identifier) @name))) @reference.call
(call_expression function: (generic_function function: (field_expression value: (_) @from field: (field_identifier) @name))) @reference.call
(macro_invocation macro: (identifier) @reference.call)
(struct_expression name: (type_identifier) @reference.call)
(impl_item trait: (type_identifier) @reference.inherit)
(impl_item trait: (generic_type type: (type_identifier) @reference.inherit))
(impl_item trait: (scoped_type_identifier path: (_) @from name: (type_identifier) @name) @reference.inherit)
(trait_bounds (type_identifier) @reference.type)
(trait_bounds (generic_type type: (type_identifier) @reference.type))
(parameter type: (type_identifier) @reference.type)
(parameter type: (reference_type type: (type_identifier) @reference.type))
(parameter type: (generic_type type: (type_identifier) @reference.type))
(field_declaration type: (type_identifier) @reference.type)
(field_declaration type: (generic_type type: (type_identifier) @reference.type))
(function_item return_type: (type_identifier) @reference.type)
(function_item return_type: (generic_type type: (type_identifier) @reference.type))
(type_arguments (type_identifier) @reference.type)
(use_declaration argument: (scoped_identifier path: (_) @from name: (_) @name) @reference.import)
(use_declaration argument: (identifier) @reference.import)
(use_declaration argument: (use_as_clause path: (scoped_identifier path: (_) @from name: (_) @name)) @reference.import)
(use_declaration argument: (use_wildcard (_) @reference.import))
(scoped_use_list path: (_) @from list: (use_list [(identifier) @name (scoped_identifier name: (identifier) @name) (use_as_clause path: (identifier) @name)])) @reference.import

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (declaration_list) (block) (match_block) (field_declaration_list) (enum_variant_list)] @statements
`;var rust={name:`rust`,extensions:`rs`,syntax:{grammar:`rust`,query:rust_default,separator:`::`},testFiles:/^tests?\.rs$/,testAttribute:/^\s*#\[(?:cfg\((?:all\()?\s*test\b|(?:\w+::)*(?:test|rstest)\b)/,isUnitTest:({kind,symbol,scope,signature})=>scope.some(name=>TEST_MODULE.test(name))||(kind===`module`?TEST_MODULE.test(symbol):/^(?:async )?fn test_\w+\(\)/.test(signature)),imports:{begins:/^(use|extern crate)\s/,ends:/;\s*$/},mask:CHARACTER_MASK,rules:{...NO_RULES,splitClasses:!0,implBlocks:!0},modules:{paths:rustPaths,bind:rustBindings,areInline:!0,fromHere:rustFromHere},bindings:{style:`braced`,keyword:`let|for|static|const`,blockImport:{word:`use`},caseFollows:/^\s*(?:\(|\{|::|!)/,bracesInPatterns:!0,hasArms:!0,closures:`bars`},macroArguments:/\b\w+!\s*[([{]/g,variables:{declarations:word=>[annotated(word)]},members:{areOutside:!0,block:/^(\s*)(?:unsafe\s+)?(?:impl(?:<.*?>)?\s+(?:.*?\bfor\s+)?(?:\w+::)*|(?:pub(?:\([^)]*\))?\s+)?(?:unsafe\s+)?trait\s+)(\w+)/},heirs:{isBase:({rest,next})=>/\bfor\b/.test(rest+next)?null:!1}};var TEST_MODULE=/^(?:\w+_)?tests?(?:_\w+)?$/;function rustPaths(module,from,index2){let parts=module.split(`::`).filter(part=>part!==``),crate=crateOf(from,index2),[first=``]=parts;if(first===`crate`)return crate===null?[]:rustFile(crate,parts.slice(1),index2);if(first===`self`||first===`super`){let folder=moduleFolder(from,index2),rest=parts;for(;rest[0]===`super`||rest[0]===`self`;){if(rest[0]===`super`){if(rest.length===1)return rustModule(folderOf(folder),index2);folder=folderOf(folder)}rest=rest.slice(1)}return rest.length===0?[from]:rustFile(folder,rest,index2)}let isOld=crate!==null&&index2.editionOf(from)===`2015`;if(first===``)return isOld?rustModule(crate,index2):[from];let isInUse=module.startsWith(`::`),atRoot=isOld?rustFile(crate,parts,index2,isInUse?1:parts.length):[];if(isInUse&&atRoot.length>0)return atRoot;for(let folder of cratesNamed(first,from,index2)){let found=rustFile(joinPath(folder,`src`),parts.slice(1),index2);if(found.length>0)return found}let here=rustFile(moduleFolder(from,index2),parts,index2,parts.length);return here.length>0?here:atRoot}function*cratesNamed(name,from,{aliased,packages}){yield*aliased(`::${name}`,from);let folder=packages.get(name)??packages.get(name.replace(/_/g,`-`));folder!==void 0&&(yield folder)}var DEPENDENCY=/(?:^|\.)(?:dev-|build-)?dependencies\.([\w-]+)(\.path)?$/;function readCargo(text){let name=tomlText(text,`package`,`name`),aliases=new Map,inherits=!1;for(let[key,right]of tomlValues(text)){/^package\.edition\b/.test(key)&&(inherits=!0);let found=DEPENDENCY.exec(key);if(found===null)continue;let path=quotedToml(found[2]===void 0?insideToml(right,`path`)??``:right);path!==void 0&&aliases.set(`.::${found[1].replace(/-/g,`_`)}`,[path])}let edition=tomlText(text,`package`,`edition`)??tomlText(text,`workspace.package`,`edition`)??(name===void 0||inherits?void 0:`2015`),names=[name,tomlText(text,`lib`,`name`)].filter(one=>one!==void 0);return{names:name===void 0?[]:names,aliases,...edition===void 0?{}:{edition}}}function rustFromHere(path,inline){let parts=path.split(`::`),own=parts.findIndex(part=>!/^(?:crate|self|super)$/.test(part)),[first,...above]=parts.splice(0,own===-1?parts.length:own);if(first===void 0)return null;let scope=first===`crate`?[]:[...inline],module=first===`crate`?first:`self`;for(let part of[first,...above])part===`super`&&scope.pop()===void 0&&(module+=`::super`);return{module,scope:[...scope,...parts]}}function crateOf(from,{paths}){for(let folder=folderOf(from);;folder=folderOf(folder)){if(paths.has(joinPath(folder,`lib.rs`))||paths.has(joinPath(folder,`main.rs`))||isFolderOfRoots(folder,paths))return folder;if(folder===``)return null}}function isFolderOfRoots(folder,paths){let found=/^(.*?)(?:^|\/)(?:tests|benches|examples|src\/bin)$/.exec(folder);return found!==null&&paths.has(joinPath(found[1],`Cargo.toml`))}function moduleFolder(from,{paths}){let folder=folderOf(from);return/(^|\/)(mod|lib|main)\.rs$/.test(from)||isFolderOfRoots(folder,paths)?folder:from.replace(/\.rs$/,``)}function rustFile(folder,parts,index2,atLeast=0){for(let length=parts.length;length>=atLeast;length--){let found=rustModule(joinPath(folder,...parts.slice(0,length)),index2);if(found.length>0)return found}return[]}function rustModule(path,{paths}){let file=[`${path}.rs`,joinPath(path,`mod.rs`)].find(one=>paths.has(one));return file!==void 0?[file]:[joinPath(path,`lib.rs`),joinPath(path,`main.rs`)].filter(one=>paths.has(one))}function rustBindings({name},module,text,files){let wanted=module.replace(/^::/,``),filesOf=path=>files(/^(?:crate|self|super)\b/.test(path)?path:`::${path}`),found=[];for(let leaves of useTrees(text)){let isMeant=({parent:parent2,last})=>last===`*`?parent2===wanted&&wanted.split(`::`).at(-1)===name:last===name&&(`::${parent2}::${last}`.endsWith(`::${wanted}`)||`::${parent2}`.endsWith(`::${wanted}`)||parent2.startsWith(`${wanted}::`));if(leaves.some(isMeant))for(let leaf of leaves){let{parent:parent2,last,alias:alias2}=leaf;if(last===`*`&&!(parent2===`super`&&/[^\S\n]use super::\*/.test(text))){let{within=``,holder=``}=/^(?:(?<holder>.*)::)?(?<within>[A-Z]\w*)$/.exec(parent2)?.groups??{},inside=within===``?{}:{within};found.push({local:`*`,name:null,paths:filesOf(within===``?parent2:holder),...inside})}else last===`self`?found.push({local:alias2??parent2.split(`::`).at(-1),name:null,paths:filesOf(parent2)}):isMeant(leaf)&&found.push(boundName({...leaf,last:name},filesOf))}}if(found.length>0)return found;let parent=wanted.split(`::`).at(-1)===name?wanted.split(`::`).slice(0,-1).join(`::`):wanted,alias=new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1];return[boundName({parent,last:name,alias},filesOf)]}function boundName({parent,last,alias=last},files){let inside=files(`${parent}::${last}`),module=new RegExp(`(^|/)${escapeRegExp(last)}(\\.rs|/mod\\.rs)$`),isModule=[...inside].some(path=>module.test(path));return{local:alias,name:isModule?null:last,paths:isModule?inside:files(parent)}}var lastRead={text:``,trees:[]};function useTrees(text){if(lastRead.text!==text){let parts=text.replace(/\/\/[^\n]*/g,``).split(`;`).map(one=>one.split(/\buse\s/)).filter(({length})=>length>1);lastRead={text,trees:parts.map(one=>leavesOf(one.at(-1)))}}return lastRead.trees}function leavesOf(tree){let leaves=[],lists=[[]],path=[],alias,isAlias=!1,end=()=>{let list=lists.at(-1)??[];path.length>list.length&&leaves.push({parent:path.slice(0,-1).join(`::`),last:path.at(-1),alias}),path=[...list],alias=void 0,isAlias=!1};for(let[token]of tree.matchAll(/\w+|[{},*]/g))token===`{`?lists.push([...path]):token===`,`?end():token===`}`?(end(),lists.pop(),path=[...lists.at(-1)??[]]):token===`as`?isAlias=!0:isAlias?alias=token:path.push(token);return end(),leaves}var POINTERS2=new Set(`Box Rc Arc Ref RefMut MutexGuard RwLockReadGuard RwLockWriteGuard Cow Pin`.split(` `));var OF_ANY=new Set(`clone to_owned as_ref as_mut by_ref borrow borrow_mut deref deref_mut into`.split(` `));var ITERATOR={"Option<0>":`next next_back last nth peek find min max min_by max_by min_by_key max_by_key reduce`,"Iterator<0>":`iter into_iter by_ref rev skip take step_by filter skip_while take_while chain cycle peekable fuse inspect cloned copied`,"Iterator<(usize, 0)>":`enumerate`};var CELL={0:`borrow borrow_mut get_mut into_inner get`};var LOCK={"Result<0>":`lock read write try_lock into_inner get_mut`};var MAP={"Option<1>":`get get_mut remove insert`,"Iterator<1>":`values values_mut into_values`,"Iterator<0>":`keys into_keys`,"Iterator<(0, 1)>":`iter iter_mut into_iter drain`,1:`index`};var LIST={"Iterator<0>":`iter iter_mut into_iter drain`,"Option<0>":`get get_mut first first_mut last last_mut pop pop_front pop_back front back peek peek_mut`,0:`remove swap_remove index`};var RESULTS={Option:{0:`unwrap expect unwrap_or unwrap_or_else unwrap_or_default get_or_insert_with insert`,"Option<0>":`as_ref as_mut take cloned copied clone or or_else filter as_deref as_deref_mut replace`,"Result<0>":`ok_or ok_or_else`,"Iterator<0>":`iter iter_mut into_iter`},Result:{0:`unwrap expect unwrap_or unwrap_or_else unwrap_or_default`,1:`unwrap_err expect_err`,"Result<0, 1>":`as_ref as_mut clone or_else`,"Result<0>":`map_err`,"Option<0>":`ok`,"Option<1>":`err`,"Iterator<0>":`into_iter`},Iterator:ITERATOR,DoubleEndedIterator:ITERATOR,Cell:CELL,RefCell:CELL,Mutex:LOCK,RwLock:LOCK,HashMap:MAP,BTreeMap:MAP,"[]":LIST,Vec:LIST,VecDeque:LIST,BinaryHeap:LIST,SmallVec:LIST,HashSet:LIST,BTreeSet:LIST,LinkedList:LIST,IntoIterator:LIST};var WITH_ELEMENT=/^(?:map|and_then|filter|filter_map|flat_map|for_each|any|all|find|find_map|position|map_or|map_or_else|take_while|skip_while|inspect|is_some_and|is_ok_and|partition|max_by_key|min_by_key|sort_by_key|sort_unstable_by_key|retain|map_while|fold)$/;var bash_default=`(function_definition name: (word) @name body: (_) @body (#match? @name "^\xB7+$")) @container.function
(function_definition name: (word) @name body: (_) @body (#not-match? @name "^\xB7+$")) @definition.function
(program (variable_assignment name: (variable_name) @name) @definition.constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @definition.constant)
(command name: (command_name) @_alias . argument: (word) @name (#eq? @_alias "alias")) @definition.constant
(command name: (command_name) @_alias . argument: (word) @_flag . argument: (word) @name (#eq? @_alias "alias") (#match? @_flag "^--?\\\\w*$")) @definition.constant

(comment) @comment

(command name: (command_name (word) @_source) . argument: [(word) (string) (concatenation) (raw_string)] @reference.import (#any-of? @_source "source" "." "load"))
(command name: (command_name (word) @name)
  (#not-any-of? @name "source" "." "load" "alias" "[" "set" "echo" "printf" "local" "test" "cd" "return" "exit" "shift" "true" "false" ":" "unset" "eval" "builtin")) @reference.call
(command name: (command_name (word) @_run) . argument: (word) @name (#any-of? @_run "run" "sudo" "exec" "command" "trap" "eval")) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (compound_statement) (subshell) (do_group) (case_statement) (case_item) (if_statement) (elif_clause) (else_clause)] @statements
`;var perl_default=`(package_statement (package_name) @name body: (block) @body) @definition.module
(package_statement (package_name) @name !body) @definition.module
(function_definition name: (identifier) @name body: (block) @body) @definition.function
(use_constant_statement constant: (identifier) @name) @definition.constant
(source_file (binary_expression variable: (variable_declaration (scope) @_our variable_name: (_) @name)
  (#eq? @_our "our")) @definition.constant)

(comments) @comment
(pod_statement) @comment

(use_no_statement package_name: (package_name) @reference.import
  (#not-match? @reference.import "^(strict|warnings|utf8|feature|base|parent|lib|vars|integer|bytes|overload|constant)$"))
(require_statement (package_name) @reference.import)
(use_parent_statement [(string_single_quoted) (string_double_quoted) (list_item)] @reference.inherit)
(use_parent_statement (word_list_qw (list_item) @reference.inherit))
(use_no_statement package_name: (package_name) @_base (word_list_qw (list_item) @reference.inherit) (#any-of? @_base "base" "parent"))
(use_no_statement package_name: (package_name) @_base [(string_single_quoted) (string_double_quoted)] @reference.inherit
  (#any-of? @_base "base" "parent"))
(method_invocation object_return_value: (_) @from function_name: (identifier) @name) @reference.call
(method_invocation package_name: (package_name) @from function_name: (identifier) @name) @reference.call
(call_expression_with_bareword package_name: (package_name) @from function_name: (identifier) @name) @reference.call
(call_expression_with_bareword . function_name: (identifier) @name
  (#not-match? @name "^(push|pop|shift|unshift|splice|print|printf|sprintf|join|split|keys|values|each|exists|defined|delete|scalar|ref|die|warn|open|close|length|substr|index|lc|uc|chomp|sort|map|grep|reverse|eval|sprintf|local|my|our)$")) @reference.call

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(source_file) (block)] @statements
`;var php_default=`(function_definition name: (name) @name body: (_) @body) @definition.function
(class_declaration name: (name) @name body: (_) @body) @definition.class
(interface_declaration name: (name) @name body: (_) @body) @definition.interface
(trait_declaration name: (name) @name body: (_) @body) @definition.class
(enum_declaration name: (name) @name body: (_) @body) @definition.enum
(method_declaration name: (name) @name body: (_) @body) @definition.method
(method_declaration name: (name) @name) @definition.method
(namespace_definition name: (_) @name body: (_) @body) @container.module
(const_declaration (const_element (name) @name)) @definition.constant
(property_declaration (property_element (variable_name (name) @name))) @definition.constant
(enum_case name: (name) @name) @definition.constant

(comment) @comment

(function_call_expression function: (name) @reference.call)
(function_call_expression function: (qualified_name (name) @reference.call))
(member_call_expression object: (_) @from name: (name) @name) @reference.call
(nullsafe_member_call_expression object: (_) @from name: (name) @name) @reference.call
(scoped_call_expression scope: (_) @from name: (name) @name) @reference.call
(object_creation_expression (name) @reference.call)
(object_creation_expression (qualified_name (name) @reference.call))
(base_clause (name) @reference.inherit)
(base_clause (qualified_name (name) @reference.inherit))
(class_interface_clause (name) @reference.inherit)
(class_interface_clause (qualified_name (name) @reference.inherit))
(use_declaration (name) @reference.inherit)
(named_type (name) @reference.type)
(named_type (qualified_name) @reference.type)
(binary_expression operator: "instanceof" right: (name) @reference.type)
(binary_expression operator: "instanceof" right: (qualified_name) @reference.type)
(attribute (name) @reference.type)
(namespace_use_clause (qualified_name) @reference.import)
(namespace_use_clause (name) @reference.import)
(namespace_use_declaration (namespace_name) @from (namespace_use_group (namespace_use_group_clause (namespace_name (name) @name .)))) @reference.import

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (compound_statement) (declaration_list) (enum_declaration_list) (switch_block) (case_statement) (default_statement) (colon_block) (match_block)] @statements
`;var ruby_default=`(method name: (_) @name) @definition.function
(singleton_method object: (_) @scope name: (_) @name) @definition.method
(class name: (constant) @name) @definition.class
(class name: (scope_resolution) @name) @definition.class
(module name: (constant) @name) @definition.module
(module name: (scope_resolution) @name) @definition.module
(program (assignment left: (constant) @name) @definition.constant)
(body_statement (assignment left: (constant) @name) @definition.constant)
(call method: (identifier) @_macro arguments: (argument_list . (simple_symbol) @name) block: (_) (#any-of? @_macro "define_method" "scope" "task" "namespace")) @definition.function
(call method: (identifier) @_test arguments: (argument_list . (string (string_content) @name)) block: (_) (#any-of? @_test "describe" "it" "context" "specify" "test")) @container.function

(comment) @comment

(call !receiver method: (identifier) @reference.call)
(call receiver: (_) @from method: (identifier) @name) @reference.call
(superclass (constant) @reference.inherit)
(superclass (scope_resolution scope: (_) @from name: (constant) @name) @reference.inherit)
(call method: (identifier) @_mixin arguments: (argument_list (constant) @reference.inherit) (#any-of? @_mixin "include" "extend" "prepend"))
(call method: (identifier) @_mixin arguments: (argument_list (scope_resolution scope: (_) @from name: (constant) @name) @reference.inherit) (#any-of? @_mixin "include" "extend" "prepend"))
(call receiver: (constant) @reference.type)
(call method: (identifier) @_require arguments: (argument_list . (string) @reference.import) (#any-of? @_require "require" "require_relative" "load" "autoload"))

; What stands in a list of statements or declarations: a result is shown from the beginning of one to the end of one.
[(program) (body_statement) (block_body) (then) (else) (ensure) (do) (begin) (case) (case_match)] @statements
`;var bash={name:`bash`,extensions:`sh bash zsh ksh bats ebuild`,fileNames:`.bashrc .bash_profile .bash_aliases .zshrc .zshenv .zprofile .profile pkgbuild gradlew`,interpreters:`ash bash bats dash ksh sh zsh`,syntax:{grammar:`bash`,from:`@cursorless/tree-sitter-wasms`,query:bash_default,prepare:prepareBash,atDeclares:!0},imports:{begins:/^(source|\.)\s/},mask:HASH_MASK,rules:{...NO_RULES,packageOf:folderOf},modules:FILE_MODULES};function prepareBash(text){return text.replace(/^([ \t]*@test[ \t]+)([^ \t\n\r][^\n\r]*)$/gm,batsTest).replace(/^([^\n\r\u2028\u2029#'"]*\balias[ \t]+(?:--?\w*[ \t]+)*[^\s='"#]+)=/gm,`$1 `)}function batsTest(line,head,rest){let whole=rest.replace(BLANKS_AT_END,``),before=whole.slice(0,-1),stem=before.replace(BLANKS_AT_END,``),least=/^["']/.test(stem)?2:1,quote=stem.length>least&&/["']$/.test(stem)?1:0,title=Math.max(least,stem.length-quote),tail=before.length-title;return!whole.endsWith(`{`)||before===stem||tail<2?line:`${blank(head)}${`\u00b7`.repeat(title)}()${` `.repeat(tail-2)}{`.padEnd(line.length)}var BLANKS_AT_END=/(?<![ \t])[ \t]+$/;var perl={name:`perl`,extensions:`pl pm t pod`,fileNames:`cpanfile`,interpreters:`perl`,syntax:{grammar:`perl`,from:`@cursorless/tree-sitter-wasms`,query:perl_default,separator:`::`,prepare:preparePerl},dependencies:[/^\s*(?:requires|recommends|suggests)\s+["']([\w:]+)["']/],imports:{begins:/^\s*(?:use|require)\s+[A-Z]/,ends:/;\s*(?:#.*)?$/},mask:[`^=[a-z][^]*?(?:\\n=cut\\b.*|$(?![^]))`,...HASH_MASK],rules:{...NO_RULES,implicitReceiver:!1,parenthesesCallFunctions:!0},modules:{paths:(module,_,index2)=>suffixPaths(module.replaceAll(`::`,`/`),[`.pm`],index2)},variables:{moreBindings:word=>`\\b(?:my|our|local|state)\\s*\\(?[^;=\\n]{0,300}[$@%]${word}\\b`,sigil:`$`},testFiles:/\.t$/};function preparePerl(text){let end=/\n(?=__(?:END|DATA)__)/.exec(text)?.index??text.length,isOpen=!1,code=text.slice(0,end).replace(PACKAGE,(_,before,head)=>{let start=isOpen&&before!==``?`}`:before;return isOpen=!0,`${start}${head}{`});return isOpen?`${code}}${text.slice(end+1)}`:text}var PACKAGE=/(^|\n)(package[ \t]+[\w:']{1,200}(?:[ \t]+v?[\d._]{1,50})?[ \t]{0,20});/g;var PHP_CHAINS={separator:`\\??->|::`,closers:`)`,statement:/^(?:if|while|for|foreach|switch|match|catch|return|elseif|throw|echo|print|and|or|case)$/,result:(_,after)=>/^\s*:\s*([?\w\\|]+)/.exec(after)?.[1]??``,assigned:word=>new RegExp(`${word}\\s*(?:\\?\\?)?=(?![=>])`,`g`),isOpen:word=>new RegExp(`\\bas\\s[^();]{0,200}${word}|(?<!&)&\\s?${word}|\\b(?:list|function|fn)\\s?\\([^()]{0,300}${word}|\\[[^\\]=]{0,200}${word}[^\\]=]{0,200}\\]\\s*=(?!=)`),inComments:!0,hasOverloads:!1};var php={name:`php`,extensions:`php phtml php3 php4 php5 phps`,isMarkup:!0,interpreters:`php`,syntax:{grammar:`php`,query:php_default,separator:`\\`},imports:{begins:/^(use\s+[\w\\]|(require|include)(_once)?\b)/},mask:PHP_MASK,rules:{...NO_RULES,variablesAreCalled:!1,constantsAreCalled:!1,packageOf:folderOf,chains:PHP_CHAINS},modules:{paths:phpPaths,bind:phpBindings},variables:{...TYPE_FIRST,declarations:word=>[typed(word),constructed(word)],sigil:`$`},heirs:{isBase:({own})=>/^\s*use\s[^;]*$/.test(own)?!0:null},testFiles:/Tests?\.php$/};function phpPaths(module,from,index2){if(/\.(php|inc)$/.test(module)){let beside=joinPath(folderOf(from),module);return index2.paths.has(beside)?[beside]:[]}let parts=module.split(`\\`).filter(part=>part!==``);for(let length=parts.length-1;length>0;length--){let prefix=`${parts.slice(0,length).join(`\\`)}\\`,folder=index2.packages.get(prefix);if(folder===void 0)continue;let own=parts.slice(length).join(`/`),found=index2.targets(prefix,prefix).map(target=>`${joinPath(folder,target,own)}.php`).filter(path=>index2.paths.has(path));if(found.length>0)return found}for(let at=0;at<Math.max(1,parts.length-1);at++){let found=suffixPaths(parts.slice(at).join(`/`),[`.php`],index2);if(found.length>0)return found}return[]}function phpBindings({name,from},module,text,files){let whole=from===void 0||module.split(`\\`).at(-1)===name?module:`${module}\\${name}`;return[{local:new RegExp(`\\b${escapeRegExp(name)}\\s+as\\s+(\\w+)`).exec(text)?.[1]??name,name,paths:files(whole)}]}var ruby={name:`ruby`,extensions:`rb rake gemspec ru podspec jbuilder`,fileNames:`rakefile gemfile guardfile podfile vagrantfile capfile fastfile brewfile dangerfile thorfile .irbrc .pryrc`,interpreters:`ruby`,syntax:{grammar:`ruby`,query:ruby_default,separator:`::`},dependencies:[/^\s*gem\s+["']([\w-]+)["']/,/\.add_(?:runtime_|development_)?dependency[\s(]+["']([\w-]+)["']/],imports:{begins:/^(require|require_relative|load)\b/},mask:HASH_MASK,rules:{...GLOBAL_RULES,functionsAreMembers:!0,lexicalConstants:!0,parenthesesCallFunctions:!0},modules:{paths:rubyPaths},variables:{moreBindings:word=>`(?:^|[\\n;])[^\\S\\n]*(?:\\w+\\s*,\\s*){0,50}${word}\\s*(?:,\\s*\\w+\\s*){0,50}(?:\\|\\||&&|[-+*/])?=(?![=~>])|\\|[^|\\n]{0,300}\\b${word}\\b[^|\\n]{0,300}\\|`},heirs:{isBase,isCertain:!0}};function isBase({own,inside}){if(/(?:^|;)\s*class\s[^#;]*<\s*[\w:]*$/.test(own))return!0;let kind=/(?:^|;)\s*(?:include|extend|prepend)(?:\s+|\s*\(\s*)[\w:,\s]*$/.test(own)?inside():void 0;return kind!==void 0&&kind!==`function`&&kind!==`method`}function rubyPaths(module,from,index2){let beside=joinPath(folderOf(from),module);for(let path of[beside,`${beside}.rb`])if(index2.paths.has(path))return[path];return/^\.\.?\//.test(module)?[]:suffixPaths(module.replace(/\.rb$/,``),[`.rb`],index2)}var LANGUAGES=[c,cpp,objc,...data,...documents,go,csharp,dart,elixir,hcl,lua,nix,ocaml,r,solidity,swift,terraform,zig,css,html,less,sass,scss,svelte,vue,javascript,tsx,typescript,groovy,java,kotlin,scala,...lineLanguages,clojure,elm,haskell,lisp,purescript,racket,scheme,python,rust,bash,perl,php,ruby];var byName=new Map(LANGUAGES.map(language=>[language.name,language]));var DEFAULT_LANGUAGE=`text`;var SHEBANG_BYTES=128;var byExtension=index(`extensions`);var byFileName=index(`fileNames`);var byInterpreter=index(`interpreters`);function languageNamed(name){return byName.get(name)??{name}}function languageNames(){return[...byName.keys()].sort()}function syntaxOf(name,text){let own=languageNamed(name).syntax??null,instead=text===void 0?null:own?.instead?.(text)??null;return instead===null?own:languageNamed(instead).syntax??own}function languageRules(name){return byName.get(name)?.rules??NO_RULES}function familyOf(name){return byName.get(name)?.family??name}function sameFamily(a,b){return familyOf(a)===familyOf(b)}function familyMembers(family){return LANGUAGES.filter(language=>language.family===family).map(({name})=>name)}function languageOf(path,firstBytes){let name=fileNameOf(path),known=languageOfName(name)??languageOfExtension(name.toLowerCase());return known!==void 0?known:firstBytes!==void 0&&needsFirstBytes(path)?languageOfShebang(firstBytes):DEFAULT_LANGUAGE}function needsFirstBytes(path){let name=fileNameOf(path);return!name.includes(`.`,1)&&languageOfName(name)===void 0}var PREFIXES=LANGUAGES.flatMap(({name,namePrefix})=>namePrefix===void 0?[]:[{name,namePrefix}]);function languageOfName(name){let lower=name.toLowerCase();return byFileName.get(name)??byFileName.get(lower)??PREFIXES.find(({namePrefix})=>lower.startsWith(namePrefix))?.name}function languageOfExtension(name){let dot=name.lastIndexOf(`.`);return dot<=0?void 0:byExtension.get(name.slice(dot+1))}function languageOfShebang(firstBytes){let line=String.fromCharCode(...firstBytes.subarray(0,128)).split(/\r?\n/)[0];if(!line.startsWith(`#!`))return DEFAULT_LANGUAGE;let words=line.slice(2).trim().split(/\s+/),program=words[0]?.endsWith(`/env`)===!0?words.slice(1).find(word=>!word.startsWith(`-`)&&!word.includes(`=`)):words[0],name=program?.slice(program.lastIndexOf(`/`)+1).replace(/(?<![\d.])[\d.]+$/,``)??``;return byInterpreter.get(name)??`text`}function index(column){let map=new Map;for(let language of LANGUAGES)for(let key of language[column]?.split(` `)??[])map.set(key,language.name);return map}function plainText(bytes){return utf16Of(bytes)===null&&!hasNul(bytes)?decodeUtf(bytes,`utf-8`):null}function hasNul({buffer,byteOffset,length}){return Buffer.from(buffer,byteOffset,length).includes(0)}function decodeUtf(bytes,encoding){return new TextDecoder(encoding,{ignoreBOM:!0}).decode(bytes)}function utf16Of(bytes){return bytes.length<2||bytes.length%2!==0?null:bytes[0]===255&&bytes[1]===254?`utf-16le`:bytes[0]===254&&bytes[1]===255?`utf-16be`:null}async function*linesWithin(pieces,{line:longest,whole},tooMuch){let decoder=new TextDecoder,begun=[],length=0,total=0;for await(let bytes of pieces){if(total+=bytes.length,total>whole)throw tooMuch(`an answer of more than ${whole} bytes`);let parts=decoder.decode(bytes,{stream:!0}).split(`
`),last=parts.pop();for(let part of parts){let line2=(begun.join(``)+part).trim();if(begun=[],length=0,line2.length>longest)throw tooMuch(`a line of more than ${longest} characters`);line2!==``&&(yield line2)}if(begun.push(last),length+=last.length,length>longest)throw tooMuch(`a line of more than ${longest} characters`)}let line=(begun.join(``)+decoder.decode()).trim();line!==``&&(yield line)}function decodeLoosely(text){try{return decodeURIComponent(text)}catch{return text}}export{languageRules as C,syntaxOf as D,sameFamily as E,tomlText as O,languageOf as S,readCargo as T,familyMembers as _,plainText as a,languageNamed as b,GENERIC as c,OF_ANY as d,POINTERS2 as f,componentName as g,WITH_ELEMENT as h,linesWithin as i,HEADER as l,SLASH_MASK as m,decodeUtf as n,utf16Of as o,RESULTS as p,hasNul as r,DEFAULT_LANGUAGE as s,decodeLoosely as t,LANGUAGES as u,familyOf as v,needsFirstBytes as w,languageNames as x,joinPath as y};
<?php
// Prints the names in PHP files by PHP's own tokenizer, for phpReferences.mjs: one JSON array for each path on standard
// input, of [line, column, name, kind], both from 0. The kind is `definition` or that of a reference.

const NAMES = [T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED, T_NAME_RELATIVE];

while (($path = fgets(STDIN)) !== false) {
    $text = file_get_contents(rtrim($path, "\n"));
    $tokens = array_values(array_filter(PhpToken::tokenize($text), fn ($token) => !$token->isIgnorable()));
    $found = [];
    $braces = 0;
    $statement = null;
    foreach ($tokens as $at => $token) {
        if ($token->text === '{' || $token->is([T_CURLY_OPEN, T_DOLLAR_OPEN_CURLY_BRACES])) $braces++;
        if ($token->text === '}') $braces--;
        if (in_array($token->text, [';', '{', '}'], true)) $statement = null;
        if ($token->is([T_USE, T_EXTENDS, T_IMPLEMENTS, T_NAMESPACE])) $statement = $token->id;
        if (!$token->is(NAMES)) continue;
        $parts = explode('\\', $token->text);
        $name = end($parts);
        $offset = $token->pos + strlen($token->text) - strlen($name);
        $begin = strrpos(substr($text, 0, $offset), "\n");
        $start = $begin === false ? 0 : $begin + 1;
        $column = preg_match_all('/./su', substr($text, $start, $offset - $start));
        $found[] = [$token->line - 1, $column, $name, kindOf($tokens, $at, $statement, $braces)];
    }
    echo json_encode($found), "\n";
}

function kindOf(array $tokens, int $at, ?int $statement, int $braces): string
{
    $before = $tokens[$at - 1] ?? new PhpToken(T_OPEN_TAG, '');
    $earlier = $tokens[$at - 2] ?? $before;
    $after = $tokens[$at + 1]->text ?? '';
    $isDefined = $before->is([T_FUNCTION, T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM, T_CONST])
        || ($before->text === '&' && $earlier->is(T_FUNCTION));
    if ($isDefined) return 'definition';
    if ($statement === T_NAMESPACE) return 'none';
    if ($statement === T_USE) return $braces === 0 ? 'import' : 'inherit';
    if ($statement === T_EXTENDS || $statement === T_IMPLEMENTS) return 'inherit';
    if ($before->is(T_NEW) || ($after === '(' && !$before->is(T_ATTRIBUTE))) return 'call';
    if ($before->is([T_OBJECT_OPERATOR, T_NULLSAFE_OBJECT_OPERATOR, T_DOUBLE_COLON]) || $after === '::') return 'value';
    $isType = $before->is([T_ATTRIBUTE, T_INSTANCEOF]) || in_array($before->text, [':', '?', '|', '&', '(', ','], true)
        || $before->is([T_PUBLIC, T_PRIVATE, T_PROTECTED, T_STATIC, T_READONLY]);
    return $isType && (ctype_upper($tokens[$at]->text[0]) || $tokens[$at]->text[0] === '\\') ? 'type' : 'value';
}

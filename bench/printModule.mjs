/**
 * One made-up module as source text of a language. A module is { name, path, imports, types, functions } with names as lists
 * of lower-case words; each printer spells them as its language does. Nothing here is random: generate.mjs draws the module.
 */

const camel = (words) => words.map((word, at) => (at === 0 ? word : word[0].toUpperCase() + word.slice(1))).join('');
const pascal = (words) => words.map((word) => word[0].toUpperCase() + word.slice(1)).join('');
const snake = (words) => words.join('_');
const indent = (lines, by) => lines.map((line) => (line === '' ? '' : by + line));

/** The statements of a body in the C-like spelling that most of these languages share. */
function braces({ name, declare, each, call, end, fail }) {
  const print = (statement) => {
    const { kind, a, b, n, callee } = statement;
    if (kind === 'let') return [`${declare(name(a))} = ${name(b)} * ${n}${end}`];
    if (kind === 'call') return [`${declare(name(a))} = ${call(callee, name(b))}${end}`];
    if (kind === 'guard') return [`if (${name(b)} > ${n}) {`, `    ${fail(`${name(b)} exceeds ${n}`)}${end}`, '}'];
    return [`${each(name(b), n)} {`, `    ${name(a)} = ${name(a)} + ${name(b)}${end}`, '}'];
  };
  return (body, by) => indent(body.flatMap(print), by);
}

const python = {
  extension: 'py',
  print({ imports, types, functions, doc }) {
    const print = ({ kind, a, b, n, callee }) => {
      if (kind === 'let') return [`${snake(a)} = ${snake(b)} * ${n}`];
      if (kind === 'call') return [`${snake(a)} = ${snake(callee.module)}.${snake(callee.name)}(${snake(b)})`];
      if (kind === 'guard') return [`if ${snake(b)} > ${n}:`, `    raise ValueError("${b.join(' ')} exceeds ${n}")`];
      return [`for ${snake(b)} in range(${n}):`, `    ${snake(a)} += ${snake(b)}`];
    };
    const fn = (f) => [
      `def ${snake(f.name)}(${f.params.map((p) => `${snake(p)}: int`).join(', ')}) -> int:`,
      `    """${f.doc}"""`,
      ...indent(f.body.flatMap(print), '    '),
      `    return ${snake(f.result)}`,
      '',
      '',
    ];
    const type = (t) => [
      `class ${pascal(t.name)}:`,
      `    """${t.doc}"""`,
      '',
      `    def __init__(self, ${t.fields.map(snake).join(', ')}):`,
      ...t.fields.map((field) => `        self.${snake(field)} = ${snake(field)}`),
      '',
      '',
    ];
    return [
      `"""${doc}"""`,
      '',
      ...imports.map((m) => `from ${m.path[0]} import ${snake(m.name)}`),
      '',
      '',
      ...types.flatMap(type),
      ...functions.flatMap(fn),
    ];
  },
};

const typescript = {
  extension: 'ts',
  print({ imports, types, functions, doc }) {
    const body = braces({
      name: camel,
      end: ';',
      declare: (name) => `let ${name}`,
      fail: (text) => `throw new RangeError('${text}')`,
      each: (name, n) => `for (let ${name} = 0; ${name} < ${n}; ${name}++)`,
      call: (callee, argument) => `${camel(callee.module)}.${camel(callee.name)}(${argument})`,
    });
    const fn = (f) => [
      '/**',
      ` * ${f.doc}`,
      ' */',
      `export function ${camel(f.name)}(${f.params.map((p) => `${camel(p)}: number`).join(', ')}): number {`,
      ...body(f.body, '  '),
      `  return ${camel(f.result)};`,
      '}',
      '',
    ];
    const type = (t) => [
      `/** ${t.doc} */`,
      `export interface ${pascal(t.name)} {`,
      ...t.fields.map((field) => `  ${camel(field)}: number;`),
      '}',
      '',
    ];
    return [
      `/** ${doc} */`,
      '',
      ...imports.map((m) => `import * as ${camel(m.name)} from '../${m.path[0]}/${snake(m.name)}';`),
      '',
      ...types.flatMap(type),
      ...functions.flatMap(fn),
    ];
  },
};

const go = {
  extension: 'go',
  print({ path, imports, types, functions, doc }) {
    const body = braces({
      name: camel,
      end: '',
      declare: (name) => `var ${name}`,
      fail: (text) => `panic("${text}")`,
      each: (name, n) => `for ${name} := 0; ${name} < ${n}; ${name}++`,
      call: (callee, argument) => `${callee.path[0]}.${pascal(callee.name)}(${argument})`,
    });
    const fn = (f) => [
      `// ${pascal(f.name)} ${f.doc[0].toLowerCase()}${f.doc.slice(1)}`,
      `func ${pascal(f.name)}(${f.params.map((p) => `${camel(p)} int`).join(', ')}) int {`,
      ...body(f.body, '\t'),
      `\treturn ${camel(f.result)}`,
      '}',
      '',
    ];
    const type = (t) => [
      `// ${pascal(t.name)}: ${t.doc}`,
      `type ${pascal(t.name)} struct {`,
      ...t.fields.map((field) => `\t${pascal(field)} int`),
      '}',
      '',
    ];
    return [
      `// Package ${path[0]}: ${doc}`,
      `package ${path[0]}`,
      '',
      'import (',
      ...imports.map((m) => `\t"example.com/generated/${m.path[0]}"`),
      ')',
      '',
      ...types.flatMap(type),
      ...functions.flatMap(fn),
    ];
  },
};

const java = {
  extension: 'java',
  print({ name, path, imports, types, functions, doc }) {
    const body = braces({
      name: camel,
      end: ';',
      declare: (variable) => `int ${variable}`,
      fail: (text) => `throw new IllegalArgumentException("${text}")`,
      each: (variable, n) => `for (int ${variable} = 0; ${variable} < ${n}; ${variable}++)`,
      call: (callee, argument) => `${pascal(callee.module)}.${camel(callee.name)}(${argument})`,
    });
    const fn = (f) => [
      '',
      '    /**',
      `     * ${f.doc}`,
      '     */',
      `    public static int ${camel(f.name)}(${f.params.map((p) => `int ${camel(p)}`).join(', ')}) {`,
      ...body(f.body, '        '),
      `        return ${camel(f.result)};`,
      '    }',
    ];
    const type = (t) => [
      '',
      `    /** ${t.doc} */`,
      `    public record ${pascal(t.name)}(${t.fields.map((field) => `int ${camel(field)}`).join(', ')}) {}`,
    ];
    return [
      `package generated.${path[0]};`,
      '',
      ...imports.map((m) => `import generated.${m.path[0]}.${pascal(m.name)};`),
      '',
      `/** ${doc} */`,
      `public final class ${pascal(name)} {`,
      ...types.flatMap(type),
      ...functions.flatMap(fn),
      '}',
      '',
    ];
  },
};

const rust = {
  extension: 'rs',
  print({ imports, types, functions, doc }) {
    const body = braces({
      name: snake,
      end: ';',
      declare: (name) => `let mut ${name}`,
      fail: (text) => `panic!("${text}")`,
      each: (name, n) => `for ${name} in 0..${n}`,
      call: (callee, argument) => `${snake(callee.module)}::${snake(callee.name)}(${argument})`,
    });
    const fn = (f) => [
      `/// ${f.doc}`,
      `pub fn ${snake(f.name)}(${f.params.map((p) => `${snake(p)}: i64`).join(', ')}) -> i64 {`,
      ...body(f.body, '    '),
      `    ${snake(f.result)}`,
      '}',
      '',
    ];
    const type = (t) => [
      `/// ${t.doc}`,
      '#[derive(Debug, Clone)]',
      `pub struct ${pascal(t.name)} {`,
      ...t.fields.map((field) => `    pub ${snake(field)}: i64,`),
      '}',
      '',
    ];
    return [
      `//! ${doc}`,
      '',
      ...imports.map((m) => `use crate::${m.path[0]}::${snake(m.name)};`),
      '',
      ...types.flatMap(type),
      ...functions.flatMap(fn),
    ];
  },
};

export const PRINTERS = [python, typescript, go, java, rust];

/** @returns the module's file: its path in the repository and its text */
export function printModule(module, printer) {
  const name = printer === java ? pascal(module.name) : snake(module.name);
  return { path: `${module.path.join('/')}/${name}.${printer.extension}`, text: printer.print(module).join('\n') };
}

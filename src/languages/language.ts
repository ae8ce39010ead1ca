/**
 * The record of a language, with everything that Cora knows about it as data and small functions.
 * Each file in src/languages has one or several (docs/add-a-language.md shows how to write one),
 * languages.ts lists them, and other rooms read their fields.
 */

import type { Chunk, ChunkKind, Reference, ReferenceKind } from '../base/types.ts';
import type { LanguageRules, PathIndex } from './referenceRules.ts';

/**
 * All fields but the name are optional. If one is missing, the language has nothing of the kind, or
 * what most languages have.
 */
export interface Language {
  name: string;
  /** The endings of its files in lower case, without the dot, separated by spaces. */
  extensions?: string;
  /**
   * Names of whole files, separated by spaces. A file's name is compared as it is and in lower
   * case.
   */
  fileNames?: string;
  /** The beginning of names of its files, in lower case: `dockerfile.`. */
  namePrefix?: string;
  /** Programs in a shebang line, without version numbers, separated by spaces. */
  interpreters?: string;

  /** The grammar that reads it. */
  syntax?: Syntax;
  /** The reader in src/chunk for a language without a grammar. */
  reader?: Reader;
  /**
   * Patterns for the beginning of definitions, if neither grammar nor reader exists. Null for prose
   * and data; if missing, the words of most languages.
   */
  lines?: LineRules | null;
  /** Patterns with the flag g, whose group 1 is the target of a link in markup. */
  links?: readonly RegExp[];
  /** Matches names of objects in markup, with dots between their parts. */
  roles?: RegExp;
  /** Patterns for lines of a manifest, whose group 1 is a dependency. */
  dependencies?: readonly RegExp[];

  /** The form of import statements. Answers leave out imports that their code does not need. */
  imports?: ImportStatements;
  /** Sources of patterns for comments and strings; null for none, those of C if missing. */
  mask?: readonly string[] | null;
  /** True if text between backquotes is no code. */
  rawBackquotes?: true;
  /** Matches the text before a string that holds code in braces: `f"{name}"`. */
  interpolates?: RegExp;

  /**
   * The first language of those whose files refer to each other. If missing, the language is alone.
   */
  family?: string;
  /** Rules for the visibility of names in its files. */
  rules?: LanguageRules;
  /** Finds the files that imports mean and the names that they bind. */
  modules?: Modules;
  /** Finds names that are bound inside of functions. If missing, they are not read. */
  bindings?: BindingForms;
  /**
   * Matches the beginning of a macro up to the bracket of its arguments, which the grammar does not
   * read. It has the flag g.
   */
  macroArguments?: RegExp;
  /** The forms of variables and their types. */
  variables?: VariableForms;
  /** The forms of members outside of their type. */
  members?: MemberForms;
  /** Finds the bases of a class, if the usual forms are not enough. */
  heirs?: HeirForms;

  /** The grammar of highlight.js, if it has another name than the language. */
  highlight?: string;
  /** True for documents and data. */
  isProse?: true;
  /** True if each of its files is a component, whose name is that of the file. */
  isComponent?: true;
  /** True if text stands between tags in it, outside of strings. */
  isMarkup?: true;
  /** Matches names of its test files, beside those of all languages. */
  testFiles?: RegExp;
  /** Matches a line above a definition that makes it a test, or a module of tests. */
  testAttribute?: RegExp;
  /** True for a chunk of unit tests in a file of other code. */
  isUnitTest?: (chunk: TestChunk) => boolean;
  /**
   * The ending of a file that only declares, and the endings of the file beside it that implements.
   */
  declarations?: readonly [ending: RegExp, implementations: readonly string[]];
}

/** The columns of a chunk by which a test is recognised. */
export type TestChunk = Pick<Chunk, 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'>;

/** A reader without a grammar, which cuts a text by keys, headings or layout. */
export type Reader = 'yaml' | 'json' | 'toml' | 'markdown' | 'rst' | 'asciidoc' | 'org' | 'haskell';

/**
 * The grammar and the query of a language. The code in src/chunk that turns captures into segments
 * is the same for all languages.
 *
 * Captures (the tags convention, with a few more). A match is one definition or one reference:
 *   @definition.function|method|class|interface|type|enum|constant|module|object   the whole node,
 *            with its decorators
 *   @container.class|module|…   as above, but the name is not defined here: `impl Foo`,
 *            `namespace x`, `extension Foo`
 *   @name    of the definition; where it is left out of a reference, the reference's own node
 *   @body    where the signature ends (else it ends with the first line)
 *   @scope   a type that the definition belongs to without being inside of it: Go's receiver
 *   @reference.call|import|inherit|type, with @name and optional @from (receiver of a call, module
 *            of an import). An import without @from names the module itself: `a/b` becomes the name
 *            `b` from `a/b`
 *   @reference.types   an expression of types, such as `list[a.B] | None`: each name is one
 * And, each in a pattern of its own:
 *   @comment     every comment; those directly above a definition belong to it and document it
 *   @decorator   an attribute or decorator that is a sibling above the definition, not inside it
 *   @doc         a docstring inside the definition
 *   @statements  a list of statements, between which a long text may be cut
 * A function directly inside a class, interface, type or enum becomes a method. Where two patterns
 * give the same @name node, the wider node wins, and the first pattern among equals.
 */
export interface Syntax {
  /** The name of the grammar, NAME in tree-sitter-NAME.wasm. */
  grammar: string;
  /** The package of the grammar; by default tree-sitter-wasms. */
  from?: '@cursorless/tree-sitter-wasms' | '@vscode/tree-sitter-wasm';
  /** The text of `queries/NAME.scm`. */
  query: string;
  /**
   * The text between parts of a qualified name: `Outer::inner` becomes symbol `inner` in the scope
   * `Outer`.
   */
  separator?: string;
  /**
   * True if `@` begins declarations (`@implementation Foo`, `@type t`). Otherwise it begins
   * attributes, which signatures leave out.
   */
  atDeclares?: true;
  /** Returns a language that reads a text better: `.h` files may be in three languages. */
  instead?: (text: string) => string | null;
  /**
   * Overwrites text that the grammar cannot read. Only the parser sees the result; all offsets must
   * stay.
   */
  prepare?: (text: string) => string;
  /**
   * Returns other forms of a text that the grammar cannot read as a whole, each without some lines;
   * an empty list if nothing is gained. All offsets must stay. Each line is read in the first form
   * that has it.
   */
  branches?: (text: string) => string[];
  /**
   * Returns the parts in other languages, each as the whole text with everything else blank, so
   * that offsets and lines stay.
   */
  embedded?: (text: string) => EmbeddedPart[];
}

export interface EmbeddedPart {
  language: string;
  text: string;
}

export interface ImportStatements {
  /**
   * Matches the beginning of a statement. Statements that export names (`export … from`, `pub use`)
   * do not count.
   */
  begins: RegExp;
  /** Matches the end of its last line; brackets must be closed as well. */
  ends?: RegExp;
  /** Matches the part that holds no imported names. */
  origin?: RegExp;
  /** True if the last part of a path is always a name too. */
  byPath?: true;
  /** True if a line may hold a condition for the imports below it. */
  areGuarded?: true;
}

export interface Modules {
  /**
   * Returns the files that a module means. `module` is written as in the language, without quotes;
   * `from` is the path of the importing file.
   */
  paths(module: string, from: string, index: PathIndex): string[];
  /**
   * Returns the names that an import binds; if missing, all names of the module's files. `text` is
   * the chunk with the statement. The reference has `from` even if a module is imported as a whole:
   * its name is then the last part of `module`, and only the text distinguishes that from a member
   * of this name.
   */
  bind?(reference: Reference, module: string, text: string, files: ModuleFiles): BoundImport[];
  /**
   * Returns the modules from which other repositories can import a definition in a file, outermost
   * first, if folders name them and no manifest does; empty for a file of no project.
   * @param paths of the repository
   */
  byFolder?(path: string, paths: ReadonlySet<string>): string[];
  /** True if a file may hold modules with imports of their own. */
  areInline?: true;
  /** True if a name that a file imports or exports again can be imported from that file. */
  passOn?: true;
  /** Returns the names that comments bind for types. */
  bindInComments?(text: string, files: ModuleFiles): BoundImport[];
  /**
   * Reads a path that begins at the current module or above it; null for any other path.
   * @param inline the modules around it in the same file, outermost first
   */
  fromHere?(path: string, inline: readonly string[]): InnerModule | null;
}

/**
 * A module in a file: `module` names the file, `scope` the modules inside of it, outermost first.
 */
export interface InnerModule {
  module: string;
  scope: readonly string[];
}

export type ModuleFiles = (module: string) => ReadonlySet<string>;

export interface BoundImport {
  /** The name in the importing file; '*' for all names of the module, '' for an export. */
  local: string;
  /** The name in the module; null for the module itself, '*' for an export of all its names. */
  name: string | null;
  paths: ReadonlySet<string>;
  /** The class in the module whose members are meant. */
  within?: string;
}

/** The forms in which statements, parameters and closures bind names. */
export interface BindingForms {
  /** `let name`, `Type name`, `name: Type` with braces, or blocks by indentation. */
  style: 'script' | 'type-first' | 'braced' | 'indented';
  /** Words before a bound name, as the source of a pattern; by default `let|const|var|val`. */
  keyword?: string;
  /** The word that begins an import inside of a block. */
  blockImport?: { word: string; isOneLine?: true };
  /** `name := …` */
  hasShortDeclarations?: true;
  /** `for (name <- all)` */
  hasGenerators?: true;
  /**
   * Matches text after a name that makes it a case of an enum in a pattern. A name with a capital
   * is one too.
   */
  caseFollows?: RegExp;
  /** True if patterns may have braces: `let Point { x, y }`. */
  bracesInPatterns?: true;
  /** True if a `?` may follow a type. */
  nullableTypes?: true;
  /** True if a match has arms, which bind names before their `=>`. */
  hasArms?: true;
  /** `name -> …` is a function. */
  hasThinArrow?: true;
  /** The form of parameters, if neither `style` nor types tell it. */
  parameters?: 'script' | 'go';
  /** Matches the text between the parameters and the expression of an anonymous function. */
  arrow?: RegExp;
  /** `|name| …`, or the head of a closure in braces, whose group 1 has the names. */
  closures?: 'bars' | RegExp;
}

/**
 * Patterns for variables. `word` is the escaped name; missing fields are those of most languages.
 */
export interface VariableForms {
  /** A parameter in a list. */
  parameter?(word: string): string;
  /** All ways in which it is bound. */
  binding?(word: string): string;
  /** Further ways in which it is bound. */
  moreBindings?(word: string): string;
  /** Declarations, with the type as groups `name` and `from`. */
  declarations?(word: string, isField: boolean): RegExp[];
  /** True if comments tell types: `@param {Type} name`. */
  inComments?: true;
  /** The character with which names of variables begin. */
  sigil?: string;
}

export interface MemberForms {
  /** True if the scope of a chunk's first definition need not be that of its others. */
  areOutside?: true;
  /** Returns the scope in a definition's line, [] if it has none; null if the line does not say. */
  receiverOf?(line: string, name: string): string[] | null;
  /** Matches the head of a block of members: group 1 is its indentation, group 2 the type. */
  block?: RegExp;
  /** True if such blocks do not nest, and their members may have the same indentation. */
  isFlat?: true;
}

export interface HeirForms {
  /** True if the name is a base, false if it is not, null to let the usual forms decide. */
  isBase(place: NamePlace): boolean | null;
  /** True if it knows all forms: any other name is the mention of a type. */
  isCertain?: true;
}

/** The text around a name. */
export interface NamePlace {
  /** Its line before the name. */
  own: string;
  /** Its line after the name. */
  rest: string;
  /** Returns the lines above and its own line before the name. */
  head(): string;
  /** The line below. */
  next: string;
  /** Returns the kind of the innermost definition around. */
  inside(): ChunkKind | undefined;
}

// Sources of patterns for comments and strings. Each language lists those that it has;
// graph/readFiles.ts blanks what they match.

export const STRING = String.raw`"(?:\\.|[^"\\\n])*"?`;
export const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'?`;
/** Here ' begins a single character, a lifetime or a separator of digits, never a string. */
const CHARACTER = String.raw`'(?:\\.[^'\n]{0,8}|[^'\\\n])'`;
export const BLOCK = String.raw`\/\*[^]*?(?:\*\/|$)`;
export const LINE_COMMENT = '\\/\\/[^\\n]*';
/** Its code may hold further templates and objects. */
export const TEMPLATE = '`(?:\\\\.|\\$\\{(?:[^{}`]|`[^`]{0,300}`|\\{[^{}`]{0,300}\\}){0,300}\\}|[^`\\\\])*`?';
export const TRIPLE = `"""[^]*?(?:"""|$)`;
export const HASH = '(?<![$\\w{])#[^\\n]*';

/** Comments of C, and texts in all kinds of quotes. */
export const SLASH_MASK: readonly string[] = [BLOCK, LINE_COMMENT, TRIPLE, STRING, SINGLE, TEMPLATE];
/** For languages in which a single quote begins one character. */
export const CHARACTER_MASK: readonly string[] = [BLOCK, LINE_COMMENT, TRIPLE, STRING, CHARACTER, TEMPLATE];
/** In Go a backslash between backquotes is a plain character. */
export const RAW_MASK: readonly string[] = [BLOCK, LINE_COMMENT, STRING, CHARACTER, '`[^`]*`?'];
export const HASH_MASK: readonly string[] = [HASH, STRING, SINGLE];
export const DASH_MASK: readonly string[] = ['--\\[\\[[^]*?(?:\\]\\]|$)', '--[^\\n]*', STRING, SINGLE];
/** Comments of C and of a shell; `#[` begins an attribute. */
export const PHP_MASK: readonly string[] = [BLOCK, LINE_COMMENT, '#(?!\\[)[^\\n]*', TRIPLE, STRING, SINGLE, TEMPLATE];

/**
 * Replaces a text by blanks, with the same offsets and lines: what a grammar cannot read, or what
 * is in another language.
 */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

// Patterns for variables and their types that several languages share.

/** Matches the name of a type, as the group `name`. */
export const TYPE_NAME = '(?<name>[A-Za-z_]\\w*)';

/** Words that stand before a name and are no type. */
const NO_TYPE =
  'return|else|goto|new|case|throws?|await|instanceof|extends|implements|public|private|protected|internal|static|final|abstract|readonly';

/** Matches `name: Type`, with the text that may stand around. */
export function annotated(word: string): RegExp {
  return new RegExp(
    `\\b${word}\\s*(?:[?!]\\s*)?:\\s*(?:&\\s*)?(?:'\\w+\\s+)?(?:mut\\s+)?(?:(?<from>\\w+)(?:\\.|::))?${TYPE_NAME}\\s*(?=[<,)=;{\\n?!]|$)`,
    'g',
  );
}

/** Matches `name = new Type`. */
export function constructed(word: string): RegExp {
  return new RegExp(`\\b${word}\\s*(?::[^=\\n;]{0,300})?=\\s*new\\s+(?:(?<from>\\w+)\\.)?${TYPE_NAME}`, 'g');
}

/** Matches `Type name`, with a sign between, and with characters that may follow. */
export function typed(word: string, sign = '', end = ''): RegExp {
  return new RegExp(
    `(?<![.\\w])(?:(?<from>\\w+)::)?(?!(?:${NO_TYPE})\\b|(?:var|auto)\\s+\\w+\\s*=\\s*new\\b)${TYPE_NAME}(?:<[^;=()]{0,300}>)?${sign}(?:\\s*[*&]+\\s*|\\s+)\\$?${word}\\s*(?=[=;,):${end}]|&&|$)`,
    'g',
  );
}

/** `Type name`, `var name = new Type(…)` */
export const TYPE_FIRST: VariableForms = {
  parameter: (word) => `[\\w>\\].][\\s*&]+\\$?${word}\\s*(?:[,)=[]|$)`,
  moreBindings: (word) =>
    `\\b(?!(?:${NO_TYPE})\\b)[\\w>\\]]{1,100}[\\s*&]+${word}\\s*(?:[=;,]|\\[)|\\(\\s*\\*\\s*${word}\\s*\\)`,
  declarations: (word) => [
    typed(word),
    new RegExp(`\\b(?:var|auto)\\s+${word}\\s*=\\s*new\\s+(?:(?<from>\\w+)(?:\\.|::))?${TYPE_NAME}\\s*(?=[<({])`, 'g'),
  ],
};

/** `val name: Type`, `val name = Type(…)` */
export const TYPE_LAST: VariableForms = {
  declarations: (word) => [
    annotated(word),
    new RegExp(`\\b(?:val|var|let)\\s+${word}\\s*=\\s*(?<name>[A-Z]\\w*)\\(`, 'g'),
  ],
};

// Rules that find definitions line by line, for languages without a grammar, and their shared
// parts.

/** Patterns get at most this much of a line, so that none of them is slow. */
export const MAX_LINE = 400;

export interface StartRule {
  /**
   * Its groups are the parts of the name, which are joined by dots; if there is a group `name`,
   * only that one.
   */
  pattern: RegExp;
  /** 'text' ends the definition before and begins none. */
  kind: ChunkKind;
  /** The rule applies only after a line that matches this, or at the start of the file. */
  after?: RegExp;
  /**
   * The rule applies only at the top level, or inside of a definition in the first column (the
   * root). Deeper definitions get no name.
   */
  outermost?: boolean;
  /** For `package Foo;`: all that follows is inside, although it is not indented. */
  opensScope?: boolean;
}

interface ReferenceRule {
  /**
   * Has the flag g. Group 1 holds one or several names; groups `name` and `from` if both are known.
   */
  pattern: RegExp;
  kind: ReferenceKind;
}

export interface LineRules {
  /** The marks that begin a comment on a line of its own. */
  comments: readonly string[];
  /**
   * Patterns for the beginning of a comment of several lines (at the start of the trimmed line) and
   * its end (anywhere).
   */
  block?: readonly [open: RegExp, close: RegExp];
  /** Matches lines that belong to the definition below, such as annotations. */
  attached?: RegExp;
  /** Matches annotations before a definition on its own line, with its indentation as group 1. */
  marks?: RegExp;
  /** A definition ends with its indentation, or where the next one begins. */
  extent: 'indentation' | 'next';
  /** Matches lines that end a block at the indentation of its first line. */
  closer?: RegExp;
  /** With the flag g: text between two matches is data, in which nothing begins. */
  quote?: RegExp;
  /**
   * True if neighbours with the same name are one definition, such as the clauses of a function.
   */
  clauses?: boolean;
  starts: readonly StartRule[];
  references: readonly ReferenceRule[];
}

/** Closing brackets, and the many words that begin with "end". */
export const CLOSER = /^(?:[)\]}]|end)/i;
export const SLASHES = { comments: ['//', '*'], block: [/^\/\*/, /\*\//] } as const;
export const CALLS: ReferenceRule = { pattern: /\b([A-Za-z_]\w*[!?]?)\(/g, kind: 'call' };

/** `@Foo("x") @Bar class A` */
export const AT_MARKS = /^(\s*)(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+)+(?=\S)/;

/** Finds definitions by the words of most languages. */
export const GENERIC: LineRules = {
  comments: ['//', '#', '--', ';', '%', '*', "'", 'REM ', '!'],
  block: [/^\/\*/, /\*\//],
  attached: /^(?:@\w|\[<?[A-Z]\w*.*\]$)/,
  marks: AT_MARKS,
  extent: 'indentation',
  closer: /^(?:[)\]}]|end|done\b|esac\b|fi\b)/i,
  starts: [
    {
      pattern:
        /^\s*(?:(?:export|default|public|private|protected|internal|static|async|pub|override|final|inline|local)\s+)*(?:function|def|fn|func|fun|sub|proc|procedure|subroutine|macro)[!*]?\s+([A-Za-z_$:][\w$.:!?~-]*)/i,
      kind: 'function',
    },
    {
      pattern:
        /^\s*(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|pub|partial|data)\s+)*(?:class|struct|trait|object|contract|record)\s+([A-Za-z_$][\w$.]*)/,
      kind: 'class',
    },
    {
      pattern: /^\s*(?:(?:export|public|private|protected|internal|pub)\s+)*interface\s+([A-Za-z_$][\w$.]*)/,
      kind: 'interface',
    },
    { pattern: /^\s*(?:(?:export|public|private|protected|internal|pub)\s+)*enum\s+([A-Za-z_$][\w$.]*)/, kind: 'enum' },
    { pattern: /^\s*(?:namespace|module|package)\s+([A-Za-z_$][\w$.:\\]*)/, kind: 'module', opensScope: true },
  ],
  references: [
    { pattern: /^\s*(?:import|use|using|require|include|open|source|load)\s+["'<(]{0,2}([\w./:@-]+)/g, kind: 'import' },
    { pattern: /^\s*#\s*(?:include|import)\s+["<]([^">]+)/g, kind: 'import' },
    { pattern: /^\s*from\s+["']?([\w./@-]+)["']?\s+import\b/g, kind: 'import' },
  ],
};

/**
 * The record of a language: all that Cora knows of it, as data and small functions. A file of
 * src/languages holds one or several (docs/add-a-language.md shows how to write one), languages.ts
 * collects them, other rooms read fields of them.
 */

import type { Chunk, ChunkKind, Reference, ReferenceKind } from '../base/types.ts';
import type { LanguageRules, PathIndex } from './referenceRules.ts';

/**
 * All fields but the name may be left out: then the language has nothing of the kind, or what most
 * languages have.
 */
export interface Language {
  name: string;
  /** The endings of its files in lower-case, without the dot, parted by blanks. */
  extensions?: string;
  /**
   * Names of whole files, parted by blanks. They are compared as they stand here and in lower-case.
   */
  fileNames?: string;
  /** The beginning of names of its files, in lower-case: `dockerfile.`. */
  namePrefix?: string;
  /** Programs that a shebang line may name, without version numbers, parted by blanks. */
  interpreters?: string;

  /** The grammar that reads it. */
  syntax?: Syntax;
  /** The reader of src/chunk that cuts it where no grammar does. */
  reader?: Reader;
  /**
   * How definitions begin where neither reads it; null for prose and data, left out for the words
   * of most languages.
   */
  lines?: LineRules | null;
  /** Patterns with the g flag: group 1 is the target of a link in markup. */
  links?: readonly RegExp[];
  /** Names of objects that markup mentions, parted by dots. */
  roles?: RegExp;
  /** Patterns of lines in a manifest: group 1 is what it depends on. */
  dependencies?: readonly RegExp[];

  /**
   * How statements look that bring names into a file: an answer leaves out those that its code does
   * not need.
   */
  imports?: ImportStatements;
  /**
   * Comments and strings as sources of patterns; null where a text has none, left out
   * for those of C.
   */
  mask?: readonly string[] | null;
  /** Nothing between backquotes is code. */
  rawBackquotes?: true;

  /** The first language of those whose files refer to each other; left out where it is alone. */
  family?: string;
  /** How its files see each other's names. */
  rules?: LanguageRules;
  /** Which files its imports mean and which names they bind. */
  modules?: Modules;
  /** How names are bound inside of its functions; left out where that is not read. */
  bindings?: BindingForms;
  /**
   * Matches the beginning of a macro up to the bracket of its arguments, which the grammar does not
   * read; it has the g flag.
   */
  macroArguments?: RegExp;
  /** How its variables and their types are written. */
  variables?: VariableForms;
  /** How members stand outside of their type. */
  members?: MemberForms;
  /** How a class says what it inherits from, where the common forms do not tell. */
  heirs?: HeirForms;

  /** A grammar of highlight.js that colours it, where that has none of its name. */
  highlight?: string;
  /** A document or data rather than code. */
  isProse?: true;
  /** Names of its files of tests, beside those that all languages have. */
  testFiles?: RegExp;
  /** Matches a line above a definition that makes it a test, or a module of tests. */
  testAttribute?: RegExp;
  /** True for a chunk of unit tests, which stand in a file of other code. */
  isUnitTest?: (chunk: TestChunk) => boolean;
  /** The ending of a file that only declares, and endings of the file beside it that implements. */
  declarations?: readonly [ending: RegExp, implementations: readonly string[]];
}

/** The columns of a chunk that tell whether it is a test. */
export type TestChunk = Pick<Chunk, 'kind' | 'symbol' | 'scope' | 'signature' | 'nodeType'>;

/** Names the reader that cuts a text without a grammar: by keys, by headings, by layout. */
export type Reader = 'yaml' | 'json' | 'toml' | 'markdown' | 'rst' | 'asciidoc' | 'org' | 'haskell';

/**
 * Tells which grammar and which query read a language. How a query's captures become segments is in
 * src/chunk, the same for all.
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
 * And, each in a pattern of its own:
 *   @comment     every comment; those directly above a definition belong to it and document it
 *   @decorator   an attribute or decorator that is a sibling above the definition, not inside it
 *   @doc         a docstring inside the definition
 *   @statements  a list of statements, between which a long text may be cut
 * A function directly inside a class, interface, type or enum becomes a method. Where two patterns
 * give the same @name node, the wider node wins, and the first pattern among equals.
 */
export interface Syntax {
  /** The name of the grammar, as in tree-sitter-NAME.wasm. */
  grammar: string;
  /** It is that of @cursorless/tree-sitter-wasms; left out, that of tree-sitter-wasms. */
  isCursorless?: true;
  /** The text of `queries/NAME.scm`. */
  query: string;
  /**
   * Between the parts of a qualified name: `Outer::inner` becomes symbol `inner` in the scope
   * `Outer`.
   */
  separator?: string;
  /**
   * `@` begins declarations (`@implementation Foo`, `@type t`), not attributes that a signature can
   * do without.
   */
  atDeclares?: true;
  /** Another language that reads a text better: `.h` files are in three languages. */
  instead?: (text: string) => string | null;
  /**
   * Overwrites what the grammar cannot read. Only the parser sees the result; every offset must
   * stay where it was.
   */
  prepare?: (text: string) => string;
  /**
   * Other forms of a text that the grammar cannot read as a whole, each without some lines; none
   * where nothing is gained. Every offset must stay where it was. A line counts as the first form
   * that has it is read.
   */
  branches?: (text: string) => string[];
  /**
   * Parts in other languages, each as the whole text with everything else blanked out: offsets and
   * lines stay true.
   */
  embedded?: (text: string) => EmbeddedPart[];
}

export interface EmbeddedPart {
  language: string;
  text: string;
}

export interface ImportStatements {
  /**
   * Matches how a statement begins. Statements that give names on (`export … from`, `pub use`) are
   * not among them.
   */
  begins: RegExp;
  /** How its last line ends, beside closed brackets. */
  ends?: RegExp;
  /** The part that names no name. */
  origin?: RegExp;
  /** The last part of a path is a name too, whatever else is named. */
  byPath?: true;
  /** A line may hold a condition on the imports below it. */
  areGuarded?: true;
}

export interface Modules {
  /**
   * Files that a module means. `module` is as the language writes it, without quotes; `from` is the
   * path of the file that says it.
   */
  paths(module: string, from: string, index: PathIndex): string[];
  /**
   * Names that an import binds; left out, all names of the module's files. `text` is the chunk that
   * holds the statement. The reference has `from` even where a module is imported whole: its name
   * is then the last part of `module`, and only the text tells that from a member of this name.
   */
  bind?(reference: Reference, module: string, text: string, files: ModuleFiles): BoundImport[];
  /** A file may hold modules with imports of their own. */
  areInline?: true;
  /**
   * Reads a path that begins at the module where it stands, or above it; null for any other.
   * @param inline the modules of the file around it, outermost first
   */
  fromHere?(path: string, inline: readonly string[]): InnerModule | null;
}

/** A module of a file: the one that `module` means, and names inside of it, outermost first. */
export interface InnerModule {
  module: string;
  scope: readonly string[];
}

export type ModuleFiles = (module: string) => ReadonlySet<string>;

export interface BoundImport {
  /** The name that the file uses; '*' for all names of the module. */
  local: string;
  /** The name in the module; null for the module itself. */
  name: string | null;
  paths: ReadonlySet<string>;
}

/** The forms in which statements, parameters and closures bind names. */
export interface BindingForms {
  /** `let name`, `Type name`, `name: Type` in braces, or blocks by indentation. */
  style: 'script' | 'type-first' | 'braced' | 'indented';
  /** Words before a bound name, as the source of a pattern; left out, `let|const|var|val`. */
  keyword?: string;
  /** The word of an import inside of a block. */
  blockImport?: { word: string; isOneLine?: true };
  /** `name := …` */
  hasShortDeclarations?: true;
  /** `for (name <- all)` */
  hasGenerators?: true;
  /**
   * Matches what follows a name in a pattern where the name is a case of an enum; a name that
   * begins with a capital is one too.
   */
  caseFollows?: RegExp;
  /** Patterns may have braces: `let Point { x, y }`. */
  bracesInPatterns?: true;
  /** A `?` may stand behind a type. */
  nullableTypes?: true;
  /** Arms of a match bind what stands before their `=>`. */
  hasArms?: true;
  /** `name -> …` is a function. */
  hasThinArrow?: true;
  /** How parameters are written where neither style nor types say so. */
  parameters?: 'script' | 'go';
  /** Matches what stands between the parameters and the expression of a function without a name. */
  arrow?: RegExp;
  /** `|name| …`, or the head of a closure in braces: group 1 holds its names. */
  closures?: 'bars' | RegExp;
}

/** Patterns of variables. `word` is the name, escaped; what is left out is as in most languages. */
export interface VariableForms {
  /** Its name in a list of parameters. */
  parameter?(word: string): string;
  /** All ways in which it is bound. */
  binding?(word: string): string;
  /** Ways in which it is bound beside the usual ones. */
  moreBindings?(word: string): string;
  /** Declarations with the type as the groups `name` and `from`. */
  declarations?(word: string, isField: boolean): RegExp[];
  /** The line that declares one of the file, with its type. */
  global?(word: string): RegExp;
  /** Names of variables begin with it. */
  sigil?: string;
}

export interface MemberForms {
  /** The name of a chunk may say a scope that its neighbours in the chunk do not have. */
  areOutside?: true;
  /** The scope that the line of a definition says; null where it says nothing. */
  receiverOf?(line: string, name: string): string[] | null;
  /** The head of a block of members: group 1 is its indentation, group 2 the type. */
  block?: RegExp;
  /** Such blocks do not nest, and their members may be indented as they are. */
  isFlat?: true;
}

export interface HeirForms {
  /** True where the name is a base, false where it is not, null where the common forms tell. */
  isBase(place: NamePlace): boolean | null;
  /** It knows all forms: a name that is no base is a mention of a type. */
  isCertain?: true;
}

/** The text around a name. */
export interface NamePlace {
  /** Its line up to the name. */
  own: string;
  /** Its line behind the name. */
  rest: string;
  /** The lines above it and its own up to the name. */
  head(): string;
  /** The line below. */
  next: string;
  /** The kind of the innermost definition around. */
  inside(): ChunkKind | undefined;
}

// Sources of patterns for comments and strings. A language lists those that it has;
// graph/readFiles.ts blanks what they match.

export const STRING = String.raw`"(?:\\.|[^"\\\n])*"?`;
export const SINGLE = String.raw`'(?:\\.|[^'\\\n])*'?`;
/** Here ' opens one character, a lifetime or a digit group, never a text. */
const CHARACTER = String.raw`'(?:\\.[^'\n]{0,8}|[^'\\\n])'`;
export const BLOCK = String.raw`\/\*[^]*?(?:\*\/|$)`;
const LINE_COMMENT = '\\/\\/[^\\n]*';
const TEMPLATE = '`(?:\\\\.|[^`\\\\])*`?';
export const TRIPLE = `"""[^]*?(?:"""|$)`;
export const HASH = '(?<![$\\w{])#[^\\n]*';

/** Comments of C, and texts in all kinds of quotes. */
export const SLASH_MASK: readonly string[] = [BLOCK, LINE_COMMENT, TRIPLE, STRING, SINGLE, TEMPLATE];
/** For languages in which a single quote opens one character. */
export const CHARACTER_MASK: readonly string[] = [BLOCK, LINE_COMMENT, TRIPLE, STRING, CHARACTER, TEMPLATE];
export const HASH_MASK: readonly string[] = [HASH, STRING, SINGLE];
export const DASH_MASK: readonly string[] = ['--\\[\\[[^]*?(?:\\]\\]|$)', '--[^\\n]*', STRING, SINGLE];
/** Comments of C and of a shell; an attribute is no comment. */
export const PHP_MASK: readonly string[] = [BLOCK, LINE_COMMENT, '#(?!\\[)[^\\n]*', TRIPLE, STRING, SINGLE, TEMPLATE];

/**
 * Blanks a text, at the same offsets and on as many lines: what a grammar cannot read, and what is
 * in another language.
 */
export function blank(text: string): string {
  return text.replace(/[^\n]/g, ' ');
}

// Patterns of variables and of their types that several languages share.

/** A type's name, as the group `name`. */
export const TYPE_NAME = '(?<name>[A-Za-z_]\\w*)';

/** Matches `name: Type`, with and without what may stand around them. */
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

/** Matches `Type name`, with what may stand between them. */
export function typed(word: string): RegExp {
  return new RegExp(
    `(?<![.\\w])(?:(?<from>\\w+)::)?${TYPE_NAME}(?:<[^;=()]{0,300}>)?(?:\\s*[*&]+\\s*|\\s+)\\$?${word}\\s*(?=[=;,):]|$)`,
    'g',
  );
}

/** `Type name` */
export const TYPE_FIRST: VariableForms = {
  parameter: (word) => `[\\w>\\]][\\s*&]+\\$?${word}\\s*(?:[,)=[]|$)`,
  moreBindings: (word) =>
    `\\b(?!return\\b|else\\b|goto\\b|new\\b|case\\b|throw\\b|await\\b)[\\w>\\]]{1,100}[\\s*&]+${word}\\s*(?:[=;,]|\\[)|\\(\\s*\\*\\s*${word}\\s*\\)`,
  declarations: (word) => [typed(word)],
};

/** `val name: Type`, `val name = Type(…)` */
export const TYPE_LAST: VariableForms = {
  declarations: (word) => [
    annotated(word),
    new RegExp(`\\b(?:val|var|let)\\s+${word}\\s*=\\s*(?<name>[A-Z]\\w*)\\(`, 'g'),
  ],
};

// Rules that find definitions line by line, for languages that no grammar reads, and what such
// rules share.

/** Patterns see at most this much of a line, so that none of them is slow on any input. */
export const MAX_LINE = 400;

export interface StartRule {
  /** Groups name the thing, joined by dots; `name` alone where it is a named group. */
  pattern: RegExp;
  /** 'text' ends what came before and begins nothing. */
  kind: ChunkKind;
  /** Only after a line like this (or at the start of the file). */
  after?: RegExp;
  /**
   * Only where no definition is open but one in the first column (the root): what it holds is not
   * named by itself.
   */
  outermost?: boolean;
  /** `package Foo;`: what follows is inside, though no indentation says so. */
  opensScope?: boolean;
}

interface ReferenceRule {
  /**
   * With the g flag. Group 1 holds the name or several of them; named groups `name` and `from`
   * where both are there.
   */
  pattern: RegExp;
  kind: ReferenceKind;
}

export interface LineRules {
  /** The marks that start a comment which takes the whole line. */
  comments: readonly string[];
  /**
   * The patterns that open a comment of several lines (at the start of the trimmed line) and close
   * it (anywhere).
   */
  block?: readonly [open: RegExp, close: RegExp];
  /** Lines that belong to what follows, like annotations. */
  attached?: RegExp;
  /** Matches annotations before a definition on its line, with its indentation as group 1. */
  marks?: RegExp;
  /** Tells where a definition ends: with its indentation, or where the next one starts. */
  extent: 'indentation' | 'next';
  /** Lines that end a block at the indentation of its first line. */
  closer?: RegExp;
  /** With the g flag: text between two of these is data, nothing starts there. */
  quote?: RegExp;
  /** Neighbours of one name are one definition: the clauses of a function. */
  clauses?: boolean;
  starts: readonly StartRule[];
  references: readonly ReferenceRule[];
}

/** Brackets and the many words that begin with "end". */
export const CLOSER = /^(?:[)\]}]|end)/i;
export const SLASHES = { comments: ['//', '*'], block: [/^\/\*/, /\*\//] } as const;
export const CALLS: ReferenceRule = { pattern: /\b([A-Za-z_]\w*[!?]?)\(/g, kind: 'call' };

/** `@Foo("x") @Bar class A` */
export const AT_MARKS = /^(\s*)(?:@[\w.]+(?:\((?:[^()]|\([^()]*\))*\))?\s+)+(?=\S)/;

/** The words with which most languages begin a definition. */
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

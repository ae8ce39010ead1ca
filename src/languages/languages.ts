/** Which language a file is in, from its name, and for scripts without an extension from their first line. */

/** Language → extensions (without the dot) and whole file names. Names are compared as they stand here and in lower-case. */
const LANGUAGES: Record<string, { extensions?: string; names?: string }> = {
  ada: { extensions: 'adb ads' },
  asciidoc: { extensions: 'adoc asciidoc' },
  assembly: { extensions: 'asm s nasm' },
  astro: { extensions: 'astro' },
  awk: { extensions: 'awk' },
  bash: {
    extensions: 'sh bash zsh ksh bats ebuild',
    names: '.bashrc .bash_profile .bash_aliases .zshrc .zshenv .zprofile .profile pkgbuild gradlew',
  },
  batch: { extensions: 'bat cmd' },
  bazel: { extensions: 'bzl bazel star', names: 'BUILD WORKSPACE' },
  c: { extensions: 'c h' },
  clojure: { extensions: 'clj cljs cljc edn' },
  cmake: { extensions: 'cmake', names: 'cmakelists.txt' },
  cobol: { extensions: 'cob cbl cpy' },
  coffeescript: { extensions: 'coffee' },
  cpp: { extensions: 'cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp cppm ixx' },
  crystal: { extensions: 'cr' },
  csharp: { extensions: 'cs csx' },
  css: { extensions: 'css' },
  csv: { extensions: 'csv tsv' },
  cuda: { extensions: 'cu cuh' },
  cython: { extensions: 'pyx pxd pxi' },
  d: { extensions: 'd' },
  dart: { extensions: 'dart' },
  diff: { extensions: 'diff patch' },
  dockerfile: { extensions: 'dockerfile', names: 'dockerfile containerfile' },
  elixir: { extensions: 'ex exs' },
  elm: { extensions: 'elm' },
  erlang: { extensions: 'erl hrl escript', names: 'rebar.config' },
  fish: { extensions: 'fish' },
  fortran: { extensions: 'f f77 f90 f95 f03 f08 for' },
  fsharp: { extensions: 'fs fsi fsx' },
  glsl: { extensions: 'glsl vert frag geom comp' },
  go: { extensions: 'go' },
  gomod: { names: 'go.mod go.work' },
  graphql: { extensions: 'graphql gql graphqls' },
  groovy: { extensions: 'groovy gradle gvy', names: 'jenkinsfile' },
  haskell: { extensions: 'hs lhs hsc' },
  haxe: { extensions: 'hx' },
  hcl: { extensions: 'hcl nomad' },
  html: { extensions: 'html htm xhtml' },
  ini: {
    extensions: 'ini cfg conf properties service desktop',
    names: '.editorconfig .gitconfig .gitmodules .flake8 .pylintrc .coveragerc',
  },
  java: { extensions: 'java' },
  javascript: { extensions: 'js jsx mjs cjs es6', names: 'jakefile' },
  json: {
    extensions: 'json jsonl ndjson geojson webmanifest har ipynb',
    names: '.babelrc .eslintrc .prettierrc .watchmanconfig',
  },
  jsonc: { extensions: 'jsonc json5 code-workspace', names: 'tsconfig.json jsconfig.json .jshintrc .swcrc' },
  julia: { extensions: 'jl' },
  kotlin: { extensions: 'kt kts' },
  less: { extensions: 'less' },
  lisp: { extensions: 'lisp lsp el' },
  lua: { extensions: 'lua rockspec', names: '.luacheckrc' },
  makefile: { extensions: 'mk mak make', names: 'makefile gnumakefile bsdmakefile kbuild justfile' },
  markdown: { extensions: 'md markdown mdx mdown mkd' },
  nim: { extensions: 'nim nims nimble' },
  nix: { extensions: 'nix' },
  objc: { extensions: 'm mm' },
  ocaml: { extensions: 'ml mli' },
  org: { extensions: 'org' },
  pascal: { extensions: 'pas dpr lpr' },
  perl: { extensions: 'pl pm t pod', names: 'cpanfile' },
  php: { extensions: 'php phtml php3 php4 php5 phps' },
  powershell: { extensions: 'ps1 psm1 psd1' },
  prisma: { extensions: 'prisma' },
  prolog: { extensions: 'prolog' },
  protobuf: { extensions: 'proto' },
  puppet: { extensions: 'pp' },
  purescript: { extensions: 'purs' },
  python: { extensions: 'py pyi pyw', names: 'sconstruct sconscript wscript' },
  r: { extensions: 'r rmd', names: '.rprofile' },
  racket: { extensions: 'rkt' },
  rst: { extensions: 'rst rest' },
  ruby: {
    extensions: 'rb rake gemspec ru podspec jbuilder',
    names: 'rakefile gemfile guardfile podfile vagrantfile capfile fastfile brewfile dangerfile thorfile .irbrc .pryrc',
  },
  rust: { extensions: 'rs' },
  sass: { extensions: 'sass' },
  scala: { extensions: 'scala sc sbt' },
  scheme: { extensions: 'scm ss' },
  scss: { extensions: 'scss' },
  smalltalk: { extensions: 'st' },
  solidity: { extensions: 'sol' },
  sql: { extensions: 'sql ddl dml pgsql plsql' },
  svelte: { extensions: 'svelte' },
  swift: { extensions: 'swift' },
  tcl: { extensions: 'tcl' },
  template: { extensions: 'hbs handlebars mustache ejs erb haml pug jade j2 jinja jinja2 liquid twig tmpl gohtml njk' },
  terraform: { extensions: 'tf tfvars' },
  tex: { extensions: 'tex sty cls bib' },
  thrift: { extensions: 'thrift' },
  toml: { extensions: 'toml', names: 'pipfile' },
  tsx: { extensions: 'tsx' },
  typescript: { extensions: 'ts mts cts' },
  vb: { extensions: 'vb vbs bas' },
  verilog: { extensions: 'v sv svh vh' },
  vhdl: { extensions: 'vhd vhdl' },
  vim: { extensions: 'vim', names: '.vimrc vimrc' },
  vue: { extensions: 'vue' },
  wgsl: { extensions: 'wgsl' },
  xml: {
    extensions: 'xml xsd xsl xslt wsdl plist svg csproj fsproj vbproj vcxproj props targets resx xaml pom iml rss atom',
  },
  yaml: { extensions: 'yaml yml', names: '.clang-format .clang-tidy .yamllint citation.cff' },
  zig: { extensions: 'zig zon' },
};

/** Interpreters of shebang lines, without version numbers. */
const INTERPRETERS: Record<string, string> = {
  ash: 'bash',
  bash: 'bash',
  bats: 'bash',
  dash: 'bash',
  ksh: 'bash',
  sh: 'bash',
  zsh: 'bash',
  awk: 'awk',
  gawk: 'awk',
  bun: 'typescript',
  deno: 'typescript',
  'ts-node': 'typescript',
  tsx: 'typescript',
  elixir: 'elixir',
  escript: 'erlang',
  fish: 'fish',
  groovy: 'groovy',
  julia: 'julia',
  kotlin: 'kotlin',
  lua: 'lua',
  luajit: 'lua',
  make: 'makefile',
  node: 'javascript',
  nodejs: 'javascript',
  ocaml: 'ocaml',
  perl: 'perl',
  php: 'php',
  pwsh: 'powershell',
  pypy: 'python',
  python: 'python',
  Rscript: 'r',
  ruby: 'ruby',
  runghc: 'haskell',
  scala: 'scala',
  swift: 'swift',
  tclsh: 'tcl',
};

/** What everything else is. */
const DEFAULT_LANGUAGE = 'text';

/** How much of a file the shebang line is looked for in. */
export const SHEBANG_BYTES = 128;

const byExtension = index('extensions');
const byName = index('names');

/** Every language that a file can be in. */
export function languageNames(): string[] {
  return [...new Set([...Object.keys(LANGUAGES), DEFAULT_LANGUAGE])].sort();
}

/** @param firstBytes of the file; only read where needsFirstBytes says so */
export function languageOf(path: string, firstBytes?: Uint8Array): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const known = languageOfName(name) ?? languageOfExtension(name.toLowerCase());
  if (known !== undefined) return known;
  return firstBytes !== undefined && needsFirstBytes(path) ? languageOfShebang(firstBytes) : DEFAULT_LANGUAGE;
}

/** True for a file whose name says nothing: no extension and no name of the table. */
export function needsFirstBytes(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.', 1) && languageOfName(name) === undefined;
}

function languageOfName(name: string): string | undefined {
  const lower = name.toLowerCase();
  return byName.get(name) ?? byName.get(lower) ?? (lower.startsWith('dockerfile.') ? 'dockerfile' : undefined);
}

function languageOfExtension(name: string): string | undefined {
  const dot = name.lastIndexOf('.');
  return dot <= 0 ? undefined : byExtension.get(name.slice(dot + 1));
}

/** `#!/usr/bin/env -S python3.11 -u` → python */
function languageOfShebang(firstBytes: Uint8Array): string {
  const line = Buffer.from(firstBytes.subarray(0, SHEBANG_BYTES)).toString('latin1').split(/\r?\n/)[0]!;
  if (!line.startsWith('#!')) return DEFAULT_LANGUAGE;
  const words = line.slice(2).trim().split(/\s+/);
  const env = words[0]?.endsWith('/env') === true;
  const program = env ? words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')) : words[0];
  const name = program?.slice(program.lastIndexOf('/') + 1).replace(/(?<![\d.])[\d.]+$/, '') ?? '';
  return Object.hasOwn(INTERPRETERS, name) ? INTERPRETERS[name]! : DEFAULT_LANGUAGE;
}

function index(column: 'extensions' | 'names'): Map<string, string> {
  const map = new Map<string, string>();
  for (const [language, row] of Object.entries(LANGUAGES)) {
    for (const key of row[column]?.split(' ') ?? []) map.set(key, language);
  }
  return map;
}

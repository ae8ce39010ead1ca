import { escapeRegExp, folderOf } from '../base/patterns.ts';
import { type BoundImport, type Language, type ModuleFiles, RAW_MASK } from './language.ts';
import query from './queries/go.scm';
import { joinPath, NO_RULES, type PathIndex } from './referenceRules.ts';

/** Methods of the standard library whose names look as special as a repository's own. */
const METHODS = new Set(
  (
    'AppendCertsFromPEM CheckSignatureFrom CloseIdleConnections CompareAndDelete CompareAndSwap DisallowUnknownFields EnableFullDuplex ' +
    'FieldByName FieldByNameFunc FieldByIndex FindAllIndex FindAllString FindAllStringIndex FindAllStringSubmatch ' +
    'FindAllStringSubmatchIndex FindAllSubmatch FindStringIndex FindStringSubmatch FindStringSubmatchIndex FindSubmatchIndex ' +
    'IsGlobalUnicast IsInterfaceLocalMulticast IsLinkLocalMulticast IsLinkLocalUnicast ListenAndServe ListenAndServeTLS LoadAndDelete ' +
    'LoadOrStore LookupCNAME LookupIPAddr LookupMX LookupNS LookupNetIP LookupSRV LookupTXT MarshalJSON MarshalXML MethodByName NextResultSet ' +
    'ParseMultipartForm PostFormValue ProtoAtLeast QueryRowContext ReadFromIP ReadFromUDP ReadFromUDPAddrPort ReadMsgUDP RegisterOnShutdown ' +
    'ReplaceAllFunc ReplaceAllLiteral ReplaceAllLiteralString ReplaceAllString ReplaceAllStringFunc RequestURI ServeHTTP ServeTLS SetBasicAuth ' +
    'SetConnMaxIdleTime SetConnMaxLifetime SetEscapeHTML SetKeepAlive SetKeepAlivePeriod SetKeepAlivesEnabled SetMapIndex SetMaxIdleConns ' +
    'SetMaxOpenConns SetNoDelay SetReadBuffer SetReadDeadline SetUnlinkOnClose SetWriteBuffer SetWriteDeadline UnmarshalJSON UnmarshalXML ' +
    'WriteMsgUDP WriteToIP WriteToUDP'
  ).split(' '),
);

/** Matches no text. */
const NOTHING = '(?!)';

export const go: Language = {
  name: 'go',
  extensions: 'go',
  syntax: { grammar: 'go', query },
  imports: { begins: /^import\b/, byPath: true },
  mask: RAW_MASK,
  testFiles: /_mock\.go$/,
  rawBackquotes: true,
  rules: {
    ...NO_RULES,
    distinctName: /^\w[a-z\d]+[A-Z][a-z\d]*[A-Z][A-Za-z\d]*$/,
    isSystem: (name) => METHODS.has(name),
    splitClasses: true,
    typesAreExact: true,
    packageOf: folderOf,
  },
  modules: {
    paths: (module, _, index) => goPaths(module, index),
    bind: (_, module, text, files) => [goBinding(module, text, files)],
  },
  bindings: { style: 'braced', keyword: 'var|const|type', hasShortDeclarations: true, parameters: 'go' },
  variables: {
    // The forms of bindings above are exact.
    parameter: () => NOTHING,
    binding: () => NOTHING,
  },
  members: { areOutside: true, receiverOf },
  heirs: {
    isBase: ({ own, rest }) => /(?:^|[{;\n])\s*\*?(?:\w+\.)?$/.test(own) && /^\s*(?:[`";}]|$)/.test(rest),
  },
};

/** `func (s *Server) Start()` */
function receiverOf(line: string): string[] | null {
  const receiver = /^\s*func\s*\(\s*(?:\w+\s+)?(?:\*\s*)?(\w+)/.exec(line)?.[1];
  if (receiver !== undefined) return [receiver];
  return /^\s*func\b/.test(line) ? [] : null;
}

/**
 * Returns the files of the folder that a module path means, by the path in go.mod. The package of a
 * test file counts as the folder's.
 */
function goPaths(module: string, { packages, filesIn }: PathIndex): string[] {
  let best: { name: string; folder: string } | null = null;
  for (const [name, folder] of packages) {
    if ((module === name || module.startsWith(`${name}/`)) && name.length > (best?.name.length ?? 0))
      best = { name, folder };
  }
  if (best === null) return [];
  const folder = joinPath(best.folder, module.slice(best.name.length));
  return filesIn(folder).filter((path) => path.endsWith('.go'));
}

/**
 * Reads `alias "path"`. Without an alias, the package has the last part of its path that is no
 * version.
 */
function goBinding(module: string, text: string, files: ModuleFiles): BoundImport {
  const alias = new RegExp(`(?:^|\\s)([\\w.]+)\\s+"${escapeRegExp(module)}"`).exec(text)?.[1];
  const parts = module.split('/').filter((part) => !/^v\d+$/.test(part));
  const local =
    alias !== undefined && alias !== 'import' ? alias : (parts.at(-1) ?? module).replace(/^go-|\.v\d+$|-go$/g, '');
  return { local: local === '.' ? '*' : local, name: null, paths: files(module) };
}

/** The public API: re-exports only. */

export { collectGarbage } from './collectGarbage.ts';
export { CoraError, type ErrorCode, EXIT, isCoraError } from './errors.ts';
export { createLog, silentLog } from './log.ts';
export { COMMANDS, type CommandName, configKeyOf, OPTIONS, type OptionName, type Options, specOf, variableOf } from './options.ts';
export type { SearchRequest } from './search.ts';
export { embedderFor, indexRepository, openSearcher, openWorkspaceFor, type Searcher, type Surroundings, viewSettings } from './session.ts';
export { configSchema, parseCommandLine, resolveOptions } from './settings.ts';
export { type CallEdge, findCallees, findCallers, findReferences, findSymbols, type ReferenceHit, type SymbolHit } from './symbols.ts';
export type * from './types.ts';
export { TOOL_VERSION } from './version.ts';

/** The options of `cora repos`, `cora sync` and `cora query --repo`: a part of ../options.ts. */

import { NEVER, type OptionSpec } from './optionSpec.ts';

export const FLEET_OPTIONS = {
  repo: {
    type: 'list',
    value: 'NAME',
    default: [],
    help: 'search the repositories of cora repos whose name holds this (several; "*" for all)',
  },
  name: { type: 'string', value: 'NAME', help: 'how answers call it (default: from the address, HOST/ORG/NAME)' },
  branch: { type: 'string', value: 'NAME', help: 'this branch instead of the default one' },
  source: {
    type: 'string',
    value: 'SOURCE',
    help: 'where its published index is pulled from, as for cora pull (default: the release of its address on GitHub)',
  },
  'repos-urls': {
    type: 'list',
    value: 'URL',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no addresses: set CORA_REPOS_URLS, or use the file in ~/.cora' },
    help: 'repositories that cora sync keeps, beside those of cora repos add',
  },
  prune: { type: 'boolean', help: 'where no list of repositories is set: remove what an earlier one had added' },
  'repos-base-dir': {
    type: 'string',
    value: 'DIR',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no directory: set CORA_HOME' },
    help: 'where clones and their indexes are kept (default: CORA_HOME, else ~/.cora)',
  },
  'repos-sync-interval': {
    type: 'number',
    value: 'SECONDS',
    setting: true,
    min: 0,
    default: 900,
    help: 'a repository that was asked less long ago is not asked again (--force, or a name: it is)',
  },
  'repos-sync-timeout': {
    type: 'number',
    value: 'SECONDS',
    setting: true,
    min: 1,
    default: 60,
    help: 'how long to wait for another process that syncs, and for a server that says nothing',
  },
  'repos-max-file-size': {
    type: 'number',
    value: 'BYTES',
    setting: true,
    min: 1,
    help: 'leave out larger files of clones (default: as max-file-size)',
  },
  'repos-max-results': {
    type: 'number',
    value: 'N',
    setting: true,
    min: 1,
    default: 20,
    help: 'how many results of several repositories, without -k',
  },
} as const satisfies Record<string, OptionSpec>;

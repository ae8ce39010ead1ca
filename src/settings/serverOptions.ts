/** The options of `cora mcp` and `cora serve`: a part of ../options.ts. */

import { NEVER, type OptionSpec } from './optionSpec.ts';

export const SERVER_OPTIONS = {
  write: { type: 'boolean', help: 'offer the tool index, and build a missing index in the background' },
  http: { type: 'boolean', help: 'answer on HTTP instead of standard input and output' },
  bind: {
    type: 'string',
    aliases: ['host'],
    value: 'ADDRESS',
    help: 'where a server answers on HTTP (default: 127.0.0.1; any other needs a token)',
  },
  port: {
    type: 'number',
    value: 'N',
    min: 0,
    max: 65_535,
    help: 'on which port (default: serve 8643, mcp --http 8642; 0: any)',
  },
  token: {
    type: 'string',
    value: 'TEXT',
    setting: true,
    trusted: { pattern: NEVER, otherwise: 'no token: set CORA_TOKEN' },
    help: 'what clients of HTTP send as "Authorization: Bearer TEXT" (better as CORA_TOKEN)',
  },
  open: { type: 'boolean', help: 'open the page in the browser' },
  describe: {
    type: 'string',
    value: 'FILE',
    setting: true,
    trusted: {
      pattern: NEVER,
      otherwise: 'no file: what an agent is told of its tools is your own choice: --describe',
    },
    help: 'other descriptions of the tools, as JSON: {"search": {"description": "…"}}',
  },
} as const satisfies Record<string, OptionSpec>;

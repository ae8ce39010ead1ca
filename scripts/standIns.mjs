/** The modules that the page of `cora pages` has in the place of what needs Node, or a server. Each exports what the other does. */

export const STAND_INS = {
  'src/base/sha256.ts': 'src/web/static/sha256.ts',
  'src/engine/inflate.ts': 'src/web/static/inflate.ts',
  'src/web/api/transport.ts': 'src/web/static/transport.ts',
  'node:timers/promises': 'src/web/static/timers.ts',
};

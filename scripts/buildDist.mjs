/**
 * What dist is made of. Each function writes into the folder that it is given; build.mjs gives dist, checkDist.mjs a temporary one.
 */

export { buildGrammars, staleGrammars, wantedGrammars } from './buildGrammars.mjs';
export { buildJavaScript } from './buildJavaScript.mjs';
export { buildTypes } from './buildTypes.mjs';

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{runGrep,runGrepFallback}from"./chunk-2CDLWA6T.js";import"./chunk-TLNKS7TL.js";import"./chunk-BPTLUNAS.js";import"./chunk-P4AFFZV4.js";import"./chunk-BKN47UYI.js";import"./chunk-UWYE7QXW.js";import"./chunk-KMBAO4MM.js";export{runGrep,runGrepFallback};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{runGrep,runGrepFallback}from"./chunk-R2TVS5KV.js";import"./chunk-TLNKS7TL.js";import"./chunk-BPTLUNAS.js";import"./chunk-P4AFFZV4.js";import"./chunk-JFYTKCZO.js";import"./chunk-UWYE7QXW.js";import"./chunk-KMBAO4MM.js";export{runGrep,runGrepFallback};

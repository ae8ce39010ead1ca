import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{runGrep,runGrepFallback}from"./chunk-OY7LE5VL.js";import"./chunk-NRXU46HQ.js";import"./chunk-TLNKS7TL.js";import"./chunk-75QFTON3.js";import"./chunk-P4AFFZV4.js";import"./chunk-25BXH425.js";import"./chunk-7SSHJFUT.js";import"./chunk-KMBAO4MM.js";export{runGrep,runGrepFallback};

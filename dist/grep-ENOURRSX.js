import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{runGrep,runGrepFallback}from"./chunk-RK3N5BGN.js";import"./chunk-LJGIB6QH.js";import"./chunk-TLNKS7TL.js";import"./chunk-75QFTON3.js";import"./chunk-P4AFFZV4.js";import"./chunk-FDTEDIR4.js";import"./chunk-7SSHJFUT.js";import"./chunk-KMBAO4MM.js";export{runGrep,runGrepFallback};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{runGrep,runGrepFallback}from"./chunk-MDTLJTPY.js";import"./chunk-SJNNQ2IK.js";import"./chunk-TLNKS7TL.js";import"./chunk-75QFTON3.js";import"./chunk-P4AFFZV4.js";import"./chunk-SYKGJWVO.js";import"./chunk-7SSHJFUT.js";import"./chunk-KMBAO4MM.js";export{runGrep,runGrepFallback};

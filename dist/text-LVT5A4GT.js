import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decodeText,isBinary,originalText,textOf}from"./chunk-WGRXNEOF.js";import"./chunk-G5PSKAQD.js";import"./chunk-NOLOWWB7.js";import"./chunk-KMBAO4MM.js";export{decodeText,isBinary,originalText,textOf};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decodeText,isBinary,originalText,textOf}from"./chunk-OP7YW33C.js";import"./chunk-W6T66WCC.js";import"./chunk-DW6C5TAK.js";import"./chunk-KMBAO4MM.js";export{decodeText,isBinary,originalText,textOf};

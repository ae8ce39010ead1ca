import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decodeText,isBinary,originalText,textOf}from"./chunk-IOK2AJKM.js";import"./chunk-W6T66WCC.js";import"./chunk-GYPYW7TK.js";import"./chunk-KMBAO4MM.js";export{decodeText,isBinary,originalText,textOf};

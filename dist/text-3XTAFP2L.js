import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decodeText,isBinary,originalText,textOf}from"./chunk-QT7E4IUX.js";import"./chunk-W6T66WCC.js";import"./chunk-NOLOWWB7.js";import"./chunk-KMBAO4MM.js";export{decodeText,isBinary,originalText,textOf};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decodeText,isBinary,originalText,textOf}from"./secrets-text.js";import"./base-decodeText.js";import"./secrets-issuers.js";import"./runtime.js";export{decodeText,isBinary,originalText,textOf};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decodeText,decodedText,isBinary,originalText,placeSecrets,readPlaced}from"./secrets-text.js";import"./secrets-issuers.js";import"./base-decodeText.js";import"./runtime.js";export{decodeText,decodedText,isBinary,originalText,placeSecrets,readPlaced};

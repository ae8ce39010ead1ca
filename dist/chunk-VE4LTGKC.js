import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";function parseJson(text){return JSON.parse(text.replace(/^\uFEFF/,""))}__name(parseJson,"parseJson");export{parseJson};

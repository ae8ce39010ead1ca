import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{commitRowOf}from"./chunk-DKDNKO5G.js";import"./chunk-2JVUNFUW.js";import"./chunk-DW6C5TAK.js";import"./chunk-KMBAO4MM.js";export{commitRowOf};

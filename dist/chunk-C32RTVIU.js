import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";import{isAbsolute}from"node:path";function leadsOut(way){return/^\.\.(?:[/\\]|$)/.test(way)||isAbsolute(way)}__name(leadsOut,"leadsOut");export{leadsOut};

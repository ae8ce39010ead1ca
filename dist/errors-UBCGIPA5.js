import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{CoraError,EXIT,isCoraError,systemFailure,throwIfAborted}from"./chunk-WFGBJYOW.js";import"./chunk-KMBAO4MM.js";export{CoraError,EXIT,isCoraError,systemFailure,throwIfAborted};

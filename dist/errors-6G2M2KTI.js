import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{CoraError,EXIT,hintFor,ifAbsent,isCoraError,isOfNoPlace,isOfNoTerminal,systemFailure,throwIfAborted}from"./chunk-EIYLW6VG.js";import"./chunk-KMBAO4MM.js";export{CoraError,EXIT,hintFor,ifAbsent,isCoraError,isOfNoPlace,isOfNoTerminal,systemFailure,throwIfAborted};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{CoraError,EXIT,hintFor,ifAbsent,isCoraError,isOfNoPlace,isOfNoTerminal,systemFailure,throwIfAborted}from"./base-errors.js";import"./runtime.js";export{CoraError,EXIT,hintFor,ifAbsent,isCoraError,isOfNoPlace,isOfNoTerminal,systemFailure,throwIfAborted};

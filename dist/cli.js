#!/usr/bin/env node
import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{systemFailure}from"./chunk-FIGKUKHP.js";import"./chunk-KMBAO4MM.js";import("./runCli-L3XDFUFZ.js").catch(error=>{let known=systemFailure(error);if(known===null)throw error;process.stderr.write(`cora: ${known.message}
  ${known.hint}
`),process.exitCode=known.exitCode});

#!/usr/bin/env node
import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var version=process.versions.node;Number.parseInt(version,10)<20?(process.stderr.write(`cora: Cora needs Node 20 or newer, and this is ${version}.
`),process.exitCode=2):import("./runCli-UBU47TBY.js").catch(async error=>{let{systemFailure}=await import("./errors-UBCGIPA5.js"),known=systemFailure(error);if(known===null)throw error;process.stderr.write(`cora: ${known.message}
  ${known.hint}
`),process.exitCode=known.exitCode});

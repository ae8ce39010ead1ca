#!/usr/bin/env node

process.on("SIGXFSZ",()=>{});var LEAST=20,version=process.versions.node;Number.parseInt(version,10)<LEAST?(process.stderr.write(`cora: Cora needs Node ${LEAST} or newer, and this is ${version}.
`),process.exitCode=2):import("./base-errors-lazy.js").then(({systemFailure})=>import("./cli-runCli.js").catch(error=>{let known=systemFailure(error);if(known===null)throw error;process.stderr.write(`cora: ${known.message}
  ${known.hint}
`),process.exitCode=known.exitCode}));

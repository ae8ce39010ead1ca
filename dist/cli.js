#!/usr/bin/env node
import"./rolldown-runtime.js";import{createRequire}from"node:module";const require=createRequire(import.meta.url);process.on(`SIGXFSZ`,()=>{});var LEAST=20;var version=process.versions.node;Number.parseInt(version,10)<LEAST?(process.stderr.write(`cora: Cora needs Node ${LEAST} or newer, and this is ${version}.
`),process.exitCode=2):import(`./for-start.js`).then(n=>n.r).then(({systemFailure})=>import(`./for-start.js`).then(n=>n.t).then(({compileLate})=>(compileLate(process.argv[2]),import(`./cli-runCli.js`).then(n=>n.t))).catch(error=>{let known=systemFailure(error);if(known===null)throw error;process.stderr.write(`cora: ${known.message}
  ${known.hint}
`),process.exitCode=known.exitCode}));export{};
import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{inertJson}from"./chunk-BHJ2DXFY.js";import{__name}from"./chunk-KMBAO4MM.js";function printJson(stdout,value){stdout.write(inertJson(`${JSON.stringify(value,null,2)}
`))}__name(printJson,"printJson");function printJsonLine(stdout,value){stdout.write(inertJson(`${JSON.stringify(value)}
`))}__name(printJsonLine,"printJsonLine");async function readAll(stdin){let pieces=[];for await(let piece of stdin)pieces.push(Buffer.from(piece));return Buffer.concat(pieces).toString("utf8")}__name(readAll,"readAll");export{printJson,printJsonLine,readAll};

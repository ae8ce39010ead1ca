import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";function printJson(stdout,value){stdout.write(`${JSON.stringify(value,null,2)}
`)}__name(printJson,"printJson");async function readAll(stdin){let pieces=[];for await(let piece of stdin)pieces.push(Buffer.from(piece));return Buffer.concat(pieces).toString("utf8")}__name(readAll,"readAll");export{printJson,readAll};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";function aborted(signal){return new Promise(resolve=>{signal.addEventListener("abort",()=>resolve(),{once:!0}),signal.aborted&&resolve()})}__name(aborted,"aborted");export{aborted};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";function createLog(write,{quiet,verbose}){return{info:__name(message=>{quiet||write(`${message}
`)},"info"),warn:__name(message=>{write(`warning: ${message}
`)},"warn"),debug:__name(message=>{verbose&&write(`${message}
`)},"debug")}}__name(createLog,"createLog");var silentLog={info:__name(()=>{},"info"),warn:__name(()=>{},"warn"),debug:__name(()=>{},"debug")};export{createLog,silentLog};

import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./runtime.js";function createLog(write,{quiet,verbose}){return{info:__name(message=>{quiet||write(lineOf(message))},"info"),warn:__name((message,hint)=>{write(lineOf(`warning: ${message}`)+(hint===void 0?"":lineOf(`  ${hint}`)))},"warn"),debug:__name(message=>{verbose&&write(lineOf(message))},"debug")}}__name(createLog,"createLog");function lineOf(message){return`${message.replace(/[\r\n]/g,end=>end===`
`?"\\n":"\\r")}
`}__name(lineOf,"lineOf");var silentLog={info:__name(()=>{},"info"),warn:__name(()=>{},"warn"),debug:__name(()=>{},"debug")};export{createLog,silentLog};

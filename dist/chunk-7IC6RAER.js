import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";function shellWord(text){return/^[\w./-]+$/.test(text)?text:`'${text.replaceAll("'","'\\''")}'`}__name(shellWord,"shellWord");export{shellWord};

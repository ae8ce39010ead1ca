import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var KINDS=["function","method","class","interface","type","enum","constant","module","section","object","text"];export{KINDS};

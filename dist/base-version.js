import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
var CHUNKER_FINGERPRINT="2.2.2.2";var TOOL_VERSION="0.1.0";export{CHUNKER_FINGERPRINT,TOOL_VERSION};

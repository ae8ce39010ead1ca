import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{compileLate,compileParsersFor}from"./disk-compiling.js";import"./runtime.js";export{compileLate,compileParsersFor};

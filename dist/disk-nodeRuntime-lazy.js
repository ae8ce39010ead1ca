import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{compileLate,compileParsersFor,createHeapLimit,heapAndBuffers,roomForThread}from"./disk-nodeRuntime.js";import"./runtime.js";export{compileLate,compileParsersFor,createHeapLimit,heapAndBuffers,roomForThread};

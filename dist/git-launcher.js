import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-BEXIDRQE.js";import"./chunk-PB5ZTHLS.js";import"./chunk-ZEOSSKQZ.js";import"./chunk-LUL4YCPF.js";import"./chunk-FWYCDCRO.js";import"./chunk-EE76X7S2.js";import"./chunk-FIGKUKHP.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

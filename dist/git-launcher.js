import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-D5R57HLD.js";import"./chunk-SXRRKOQG.js";import"./chunk-Q33HK25W.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

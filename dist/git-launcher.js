import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-NNCA36YM.js";import"./chunk-LL7MGWIG.js";import"./chunk-77Y47CC7.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

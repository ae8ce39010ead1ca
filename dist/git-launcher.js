import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-QPD2FRQO.js";import"./chunk-GISO7AJX.js";import"./chunk-V6F4ZMK5.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

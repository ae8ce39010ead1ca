import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-IMIHFPHA.js";import"./chunk-DTPGN4VO.js";import"./chunk-LUL4YCPF.js";import"./chunk-IT4KAY5W.js";import"./chunk-KVIBFRUG.js";import"./chunk-EE76X7S2.js";import"./chunk-XT2OI7BP.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

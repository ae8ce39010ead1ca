import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-4AALKCDO.js";import"./chunk-6L4WBMEV.js";import"./chunk-XLGU5H52.js";import"./chunk-LUL4YCPF.js";import"./chunk-FWYCDCRO.js";import"./chunk-EE76X7S2.js";import"./chunk-WFGBJYOW.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

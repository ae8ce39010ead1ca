import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-WMEYT3IO.js";import"./chunk-V6PQJ4KN.js";import"./chunk-MDGTGZ3B.js";import"./chunk-LUL4YCPF.js";import"./chunk-FWYCDCRO.js";import"./chunk-EE76X7S2.js";import"./chunk-UV7IWOMU.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

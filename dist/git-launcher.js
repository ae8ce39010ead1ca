import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./chunk-FKI6UDVQ.js";import"./chunk-2UQ4ZZ4J.js";import"./chunk-LUL4YCPF.js";import"./chunk-L5GCNBBN.js";import"./chunk-FWYCDCRO.js";import"./chunk-EE76X7S2.js";import"./chunk-B45SPVIL.js";import"./chunk-KMBAO4MM.js";serveGitTasks(process);

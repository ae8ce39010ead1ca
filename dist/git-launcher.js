import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{serveGitTasks}from"./git-gitLauncher.js";import"./git-runGit.js";import"./git-pipesAndDevices.js";import"./base-programPath.js";import"./disk-processes.js";import"./disk-boundedRead.js";import"./base-errors.js";import"./runtime.js";serveGitTasks(process);

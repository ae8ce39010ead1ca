import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{checkFilters}from"./view-checkFilters.js";import"./settings-optionSpec.js";import"./base-nearest.js";import"./languages-queries-typescript.js";import"./base-patterns.js";import"./base-paths.js";import"./base-lists.js";import"./base-errors.js";import"./runtime.js";export{checkFilters};

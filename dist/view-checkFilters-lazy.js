import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{checkFilters,matcherOf}from"./view-checkFilters.js";import"./settings-optionSpec.js";import"./base-nearest.js";import"./languages-lineLanguages.js";import"./base-patterns.js";import"./base-lists.js";import"./base-errors.js";import"./runtime.js";export{checkFilters,matcherOf};

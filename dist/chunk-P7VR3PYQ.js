import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{MOST_STATE,readTextBounded}from"./chunk-ANERYIGH.js";import{__name}from"./chunk-KMBAO4MM.js";import{join}from"node:path";async function shallowCommits(repo){return repo.shallow?new Set((await readTextBounded(join(repo.commonDir,"shallow"),MOST_STATE)).split(`
`).filter(Boolean)):new Set}__name(shallowCommits,"shallowCommits");export{shallowCommits};

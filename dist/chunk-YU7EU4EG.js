import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{__name}from"./chunk-KMBAO4MM.js";import{createHash}from"node:crypto";function logicalDigest(view,embedderFingerprint){let hash=createHash("sha256").update(`${1} ${embedderFingerprint} ${view.chunks} ${[...view.rowsDigest].join(" ")}
`);for(let{path,blob,language}of view.files)hash.update(`${path}\0${blob}\0${language}\0`);return hash.digest("hex")}__name(logicalDigest,"logicalDigest");export{logicalDigest};

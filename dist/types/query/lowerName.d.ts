/** A file's name as words of a query are looked for in it. Pure. */
/** @returns in lower case, behind its folder's name where its own says nothing: `parser/index.ts`, `openTable.ts` → `opentable.ts` */
export declare function lowerName(file: {
    path: string;
}): string;

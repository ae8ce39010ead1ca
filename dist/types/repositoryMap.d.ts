/** A map of the repository as Markdown, for one who sees it for the first time: folders, then files with what they define. */
import type { SymbolContext } from './symbols/rowsOfName.ts';
/** @param budget tokens of the map, estimated */
export declare function repositoryMap(context: SymbolContext, { name, budget }: {
    name: string;
    budget: number;
}): Promise<string>;

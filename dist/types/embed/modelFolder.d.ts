/** A model on disk, as transformers.js expects it: is it there, is it whole, and which is it. */
import type { Dtype } from './parseEmbedderSpec.ts';
/** A folder is written as a path (`./m`, `../m`, `/m`, `~/m`, `C:\m`); everything else is the name of a model on the hub. */
export declare function folderOf(model: string): string | null;
/** The files that the model cannot do without, by their names in the folder.
 *  @throws CoraError EMBEDDER that names what is missing */
export declare function requireModelFiles(folder: string, dtype: Dtype): Promise<string[]>;
/** Hash of everything in the folder that decides vectors, wherever it lies.
 *  @throws CoraError EMBEDDER that names what is missing */
export declare function digestModelFolder(folder: string, dtype: Dtype): Promise<string>;

/**
 * A store is made of folders and files of its own. A link among them would have Cora write, compact or delete what lies elsewhere:
 * whoever made the Git directory may not choose that.
 */
import { CoraError } from '../errors.ts';
/** @throws CoraError STORE where the folder or anything in it is a link. What is not there, or can't be read, is none. */
export declare function refuseLinks(dir: string): void;
export declare function isLink(path: string): boolean;
export declare function refused(path: string): CoraError;

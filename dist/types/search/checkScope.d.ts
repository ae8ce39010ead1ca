/** A scope without a single file is a typing error, not a preference. */
import type { ViewPath } from '../storePort.ts';
/** @throws CoraError USAGE that suggests the folder with the nearest name */
export declare function checkScope(scope: string, files: readonly Pick<ViewPath, 'path'>[]): void;

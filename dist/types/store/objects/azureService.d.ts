/** Azure's blobs, by a shared key (https://learn.microsoft.com/rest/api/storageservices/authorize-with-shared-key), a SAS or a token. */
import { type ObjectService, type StorageOptions } from './objectService.ts';
/** @throws NoCredentials, CoraError USAGE */
export declare function azureService(container: string, options: StorageOptions): ObjectService;

/**
 * Google Cloud Storage by its XML interface, as LanceDB asks it. A service account needs no request for a token: it signs one itself
 * (https://google.aip.dev/auth/4111).
 */
import { type ObjectService, type StorageOptions } from './objectService.ts';
/** @throws NoCredentials, CoraError USAGE */
export declare function googleService(bucket: string, options: StorageOptions): Promise<ObjectService>;

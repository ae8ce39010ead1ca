/** Amazon S3, and services that speak its protocol where the user's environment names an endpoint. */
import { type ObjectService, type StorageOptions } from './objectService.ts';
/** @throws NoCredentials */
export declare function s3Service(bucket: string, options: StorageOptions): ObjectService;
interface AwsKey {
    id: string;
    secret: string;
    /** Of a key that ends after hours. */
    session: string | undefined;
    region: string;
}
/**
 * @param url encoded as `encodeStrictly` does it, the query's values too
 * @param more headers of the request, in small letters
 * @returns all headers but Host
 */
export declare function signV4(url: URL, { id, secret, session, region }: AwsKey, at: Date, more?: Readonly<Record<string, string>>): Record<string, string>;
export {};

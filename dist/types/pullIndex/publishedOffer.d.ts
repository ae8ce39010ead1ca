/**
 * What lies in object storage, as an offer. The rows come through the form of a packed index, and so through its checks: ids and hashes
 * are computed here, and what a chunk cannot be is refused.
 */
import type { Repository } from '../git/repository.ts';
import type { StoreAddress } from '../store/storeAddress.ts';
import type { Offer } from './offer.ts';
/** @throws CoraError NO_ARTIFACT, NO_INDEX, INCOMPATIBLE_INDEX, BAD_ARTIFACT, USAGE, NETWORK and what `use` throws */
export declare function withPublishedOffer<T>(address: StoreAddress, { repository, fingerprint }: {
    repository: Repository;
    fingerprint: string;
}, use: (offer: Offer) => Promise<T>): Promise<T>;

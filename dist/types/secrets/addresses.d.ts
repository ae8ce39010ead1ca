/** Passwords in addresses (`postgres://app:…@db/shop`), in HTTP's own words (`Authorization: Basic …`) and in Base64 (`_auth=…`, `atob("…")`). */
import type { SecretRule } from './secretRule.ts';
export declare const ADDRESS_RULES: readonly SecretRule[];
export declare const ENCODED_RULES: readonly SecretRule[];

/** Passwords in addresses (`postgres://app:…@db/shop`) and in HTTP's own words (`Authorization: Basic …`, `curl -u`). */
import type { SecretRule } from './secretRule.ts';
export declare const ADDRESS_RULES: readonly SecretRule[];

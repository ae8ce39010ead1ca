/** Kubernetes Secrets: whatever stands below `data:` and `stringData:` of a manifest with `kind: Secret`, by whatever name. */
import type { SecretRule } from './secretRule.ts';
export declare const MANIFEST_RULES: readonly SecretRule[];

/** Private keys in armour: PEM (RSA, EC, DSA, PKCS #8, OpenSSH), PGP, PuTTY. The marks stay, what is between them does not. */
import type { SecretRule } from './secretRule.ts';
export declare const PRIVATE_KEY_RULES: readonly SecretRule[];

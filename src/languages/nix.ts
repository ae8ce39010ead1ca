import type { Language } from './language.ts';
import { HASH_MASK } from './masks.ts';

export const nix: Language = { name: 'nix', extensions: 'nix', mask: HASH_MASK };

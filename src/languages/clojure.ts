import type { Language } from './language.ts';
import { LISP_LINES } from './lisp.ts';

export const clojure: Language = { name: 'clojure', extensions: 'clj cljs cljc edn', lines: LISP_LINES };

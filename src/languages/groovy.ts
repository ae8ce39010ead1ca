import { jvmLanguage } from './jvm.ts';
import { TYPE_FIRST } from './language.ts';
import { CALLS, CLOSER, type LineRules, SLASHES } from './lineRules.ts';

/** Dependencies of a build by Gradle, in its dialect of Groovy and in the other one. */
export const GRADLE = [
  /\b(?:\w*[iI]mplementation|api|compileOnly|runtimeOnly|\w*[cC]ompile|classpath|annotationProcessor|kapt|ksp)\s*\(?\s*["']([\w.-]+:[\w.-]+)/,
  /\bproject\(\s*(?:path:\s*)?["']:?([\w:.-]+)["']\s*\)/,
  /^\s*apply\s+from:\s*["']([^"']+)["']/,
];

const LINES: LineRules = {
  ...SLASHES,
  attached: /^@\w/,
  extent: 'indentation',
  closer: CLOSER,
  starts: [
    {
      pattern: /^\s*(?:(?:public|private|protected|static|final|abstract|sealed)\s+)*(?:class|record)\s+(\w+)/,
      kind: 'class',
    },
    { pattern: /^\s*(?:(?:public|private|protected|static)\s+)*(?:interface|trait)\s+(\w+)/, kind: 'interface' },
    { pattern: /^\s*(?:(?:public|private|protected|static)\s+)*enum\s+(\w+)/, kind: 'enum' },
    {
      pattern:
        /^\s*(?:(?:public|private|protected|static|final|synchronized|abstract)\s+)*(?:def|void|boolean|int|long|float|double|[A-Z]\w*(?:<[\w<>?, ]*>)?(?:\[\])?)\s+(\w+|"[^"]+"|'[^']+')\s*\(/,
      kind: 'function',
    },
    { pattern: /^\s*task\s+(\w+)/, kind: 'function' },
    { pattern: /^\s*tasks\.(?:register|named|create)\s*\(\s*(?:name:\s*)?["']?([\w-]+)/, kind: 'function' },
    { pattern: /^\s*stage\s*\(\s*["']([^"']+)/, kind: 'section' },
    {
      pattern:
        /^(?!(?:if|else|for|while|switch|try|catch|do)\b)([a-z]\w*)\s*(?:\(\s*(?:["']:?([^"'()]*)["'])?[^()]*\))?\s*\{/,
      kind: 'object',
    },
  ],
  references: [
    { pattern: /^\s*import\s+(?:static\s+)?([\w.]+)/g, kind: 'import' },
    { pattern: /\b(?:extends|implements)\s+([A-Z]\w*(?:\s*,\s*[A-Z]\w*)*)/g, kind: 'inherit' },
    CALLS,
  ],
};

export const groovy = jvmLanguage({
  name: 'groovy',
  extensions: 'groovy gradle gvy',
  fileNames: 'jenkinsfile',
  interpreters: 'groovy',
  lines: LINES,
  dependencies: GRADLE,
  bindings: {
    style: 'type-first',
    keyword: 'def|var|final',
    hasThinArrow: true,
    arrow: /^\s*->/,
    closures: /^([\s\w,:<>?.()*]*?)->/,
  },
  variables: TYPE_FIRST,
  highlight: 'java',
});

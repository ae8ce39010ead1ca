/** What is left out unless the settings include it: not written by people, or not text. */

import type { SkipReason } from '../base/types.ts';
import type { PathRule } from './secretRules.ts';

export interface DefaultRule extends PathRule {
  reason: SkipReason;
}

/**
 * Names that build tools give to their output, and people to packages (`org/springframework/aop/target`): they count
 * near the top only, and not below a directory of sources.
 */
const OUTPUT_DIRECTORY = /^(?:[^/]+\/){0,3}?(?:dist|build|out|target)\//;
/** Directories below are packages of a language that names them like that: `src/main/java/org/…/jpa/vendor`. */
const PACKAGE_ROOT = /(?:^|\/)src\/(?:[^/]+\/)?(?:java|kotlin|scala|groovy)\//;
/** The first of them: behind it no other is looked for. */
const SOURCE_DIRECTORY =
  /^(?=((?:[^/]+\/)*?(?:src|source|sources|lib|test|tests|spec|internal|pkg|cmd|docs?|scripts|tools|\.[^/]+)\/))\1(?:[^/]+\/)*?(?:dist|build|out|target)\//;

const VENDOR_DIRECTORY = /(?:^|\/)vendor\//;

export const DEFAULT_RULES: readonly DefaultRule[] = [
  { name: 'Git directory', reason: 'excluded', pattern: directory('\\.git') },
  { name: 'node_modules', reason: 'vendored', pattern: directory('node_modules|bower_components|jspm_packages') },
  { name: 'vendor', reason: 'vendored', pattern: VENDOR_DIRECTORY },
  {
    name: 'Python environment',
    reason: 'vendored',
    pattern: directory('\\.venv|venv|site-packages|__pypackages__|\\.tox|\\.nox'),
  },
  { name: 'Carthage and Pods', reason: 'vendored', pattern: directory('pods|carthage') },
  { name: 'build output', reason: 'generated', pattern: OUTPUT_DIRECTORY },
  {
    name: 'tool cache',
    reason: 'generated',
    pattern: directory(
      '__pycache__|\\.gradle|\\.next|\\.nuxt|\\.svelte-kit|\\.turbo|\\.pytest_cache|\\.mypy_cache|\\.terraform|\\.cache',
    ),
  },
  {
    name: 'lock file, npm and other JavaScript',
    reason: 'lock-file',
    pattern: file('package-lock\\.json|npm-shrinkwrap\\.json|yarn\\.lock|pnpm-lock\\.yaml|bun\\.lockb?|deno\\.lock'),
  },
  {
    name: 'lock file, Python',
    reason: 'lock-file',
    pattern: file('poetry\\.lock|pipfile\\.lock|uv\\.lock|pdm\\.lock|pixi\\.lock|conda-lock\\.ya?ml'),
  },
  { name: 'lock file, Rust', reason: 'lock-file', pattern: file('cargo\\.lock') },
  { name: 'lock file, Go', reason: 'lock-file', pattern: file('go\\.sum|go\\.work\\.sum|gopkg\\.lock|glide\\.lock') },
  {
    name: 'lock file, PHP and Ruby',
    reason: 'lock-file',
    pattern: file('composer\\.lock|gemfile\\.lock|gems\\.locked'),
  },
  {
    name: 'lock file, .NET and JVM',
    reason: 'lock-file',
    pattern: file(
      'packages\\.lock\\.json|paket\\.lock|project\\.assets\\.json|gradle\\.lockfile|buildscript-gradle\\.lockfile',
    ),
  },
  {
    name: 'lock file, Apple',
    reason: 'lock-file',
    pattern: file('podfile\\.lock|package\\.resolved|cartfile\\.resolved'),
  },
  {
    name: 'lock file, others',
    reason: 'lock-file',
    pattern: file(
      'mix\\.lock|rebar\\.lock|pubspec\\.lock|flake\\.lock|\\.terraform\\.lock\\.hcl|conan\\.lock|stack\\.yaml\\.lock|cabal\\.project\\.freeze|shard\\.lock|module\\.bazel\\.lock',
    ),
  },
  { name: 'minified', reason: 'minified', pattern: /[.-]min\.(?:[cm]?js|css|html?|svg)$/ },
  { name: 'bundle', reason: 'minified', pattern: /\.(?:bundle|chunk)\.(?:[cm]?js|css)$/ },
  { name: 'source map', reason: 'generated', pattern: /\.(?:[cm]?[jt]sx?|css|wasm)\.map$/ },
  {
    name: 'image',
    reason: 'media',
    pattern: extension(
      'png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|svgz?|psd|ai|eps|heic|xcf|sketch|fig|tga|dds|exr|hdr|raw|cur|pbm|pgm|ppm',
    ),
  },
  { name: 'sound', reason: 'media', pattern: extension('mp3|wav|ogg|oga|flac|aac|m4a|opus|aiff?|mid|wma') },
  { name: 'video', reason: 'media', pattern: extension('mp4|m4v|webm|mov|avi|mkv|wmv|mpe?g|flv|ogv|3gp') },
  { name: 'font', reason: 'media', pattern: extension('ttf|otf|ttc|woff2?|eot|pfb|bdf') },
  {
    name: 'office document',
    reason: 'media',
    pattern: extension('pdf|docx?|xlsx?|pptx?|od[tspg]|rtf|epub|mobi|djvu|ps|vsdx?'),
  },
  { name: '3D model', reason: 'media', pattern: extension('fbx|glb|blend|3ds|stl|obj3d|dae|ply|usdz') },
  {
    name: 'archive',
    reason: 'archive',
    pattern: extension('zip|tar|gz|tgz|bz2|tbz2?|xz|txz|zst|lz4|lzma|br|7z|rar|cab|cpio'),
  },
  {
    name: 'package',
    reason: 'archive',
    pattern: extension('jar|war|ear|aar|whl|egg|gem|nupkg|deb|rpm|apk|ipa|dmg|iso|msi|pkg|crate|vsix|crx|xpi|appimage'),
  },
  {
    name: 'object code',
    reason: 'binary',
    pattern: extension('exe|dll|so|dylib|a|o|obj|lib|ko|pdb|class|py[cod]|wasm|node|elc|beam|bin|rlib|swp|dex'),
  },
  {
    name: 'database',
    reason: 'binary',
    pattern: extension('db|sqlite3?|mdb|accdb|rdb|ldb|parquet|arrow|feather|avro|orc|h5|hdf5|lmdb'),
  },
  {
    name: 'model or array',
    reason: 'binary',
    pattern: extension('np[yz]|pkl|pickle|joblib|pth?|ckpt|safetensors|onnx|tflite|gguf|mat|rds|rdata'),
  },
  { name: 'compiled catalogue', reason: 'binary', pattern: extension('mo|res|nib|car|resources') },
];

/** The first rule that leaves the path out. */
export function defaultRuleOf(path: string): DefaultRule | undefined {
  const lower = path.toLowerCase();
  return DEFAULT_RULES.find(({ pattern }) => {
    if (!pattern.test(lower)) return false;
    if (pattern === VENDOR_DIRECTORY) return !PACKAGE_ROOT.test(lower);
    return pattern !== OUTPUT_DIRECTORY || !SOURCE_DIRECTORY.test(lower);
  });
}

function directory(names: string): RegExp {
  return new RegExp(`(?:^|/)(?:${names})/`);
}

function file(names: string): RegExp {
  return new RegExp(`(?:^|/)(?:${names})$`);
}

function extension(names: string): RegExp {
  return new RegExp(`[^/]\\.(?:${names})$`);
}

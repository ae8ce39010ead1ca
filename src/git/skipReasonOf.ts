/** Decides if a file is indexed, from what is known without reading it. Pure. */

import { getOrMake } from '../base/lists.ts';
import { fileNameOf, firstMatch } from '../base/patterns.ts';
import type { SkipReason } from '../base/types.ts';
import { familyMembers } from '../languages/languages.ts';
import { LINK_MODE, SUBMODULE_MODE } from './repository.ts';
import type { IndexingAttributes } from './treeAttributes.ts';

export interface ViewSettings {
  /** Globs of files that are indexed although a default rule leaves them out. */
  include: readonly string[];
  /** Globs of files that are not indexed, even if `include` matches. */
  exclude: readonly string[];
  /** In bytes. */
  maxFileSize: number;
}

/** Tells what files of the tree say about a path. */
export interface PathContext extends IndexingAttributes {
  /** The name of the ignore file that leaves it out. */
  ignoredBy: string | undefined;
}

export interface Skip {
  reason: SkipReason;
  detail?: string;
}

/** No system checks out a longer path, and patterns for paths may take quadratic time. */
const MOST_PATH = 4096;

export const NOTHING_SAID: PathContext = {
  generated: undefined,
  vendored: undefined,
  filter: undefined,
  ignoredBy: undefined,
};

/**
 * Returns why a file is not indexed; null if it is (its content may still turn out to be binary or
 * an LFS pointer).
 *
 * Secrets, `exclude`, ignore files and filters are final. `include` brings back what the attributes
 * and the default rules leave out, but no file that is too large.
 * @param size bytes; negative for a blob that is not in the repository
 * @param mode as git prints it
 */
export function skipReasonOf(
  path: string,
  size: number,
  mode: string,
  settings: ViewSettings,
  context: PathContext = NOTHING_SAID,
): Skip | null {
  const kind = skipByMode(mode);
  if (kind !== null) return { reason: kind };
  if (path.length > MOST_PATH) return { reason: 'too-large', detail: `a path of ${path.length} characters` };
  const secret = secretRuleOf(path);
  if (secret !== undefined) return { reason: 'secret', detail: secret };
  const { include, exclude } = matchersOf(settings);
  const excluded = exclude(path);
  if (excluded !== undefined) return { reason: 'excluded', detail: excluded };
  if (context.ignoredBy !== undefined) return { reason: 'ignored', detail: context.ignoredBy };
  const left = include(path) === undefined ? skipByRule(path, context) : null;
  if (left !== null) return left;
  if (context.filter !== undefined) return { reason: 'filtered', detail: `filter=${context.filter}` };
  return skipBySize(size, settings.maxFileSize);
}

function skipByMode(mode: string): SkipReason | null {
  if (mode === SUBMODULE_MODE) return 'submodule';
  if (mode === LINK_MODE) return 'link';
  return mode.startsWith('100') ? null : 'not-regular';
}

/** An attribute that is unset turns off the default rules of its kind. */
function skipByRule(path: string, { generated, vendored }: PathContext): Skip | null {
  if (generated === true) return { reason: 'generated', detail: 'linguist-generated' };
  if (vendored === true) return { reason: 'vendored', detail: 'linguist-vendored' };
  const rule = defaultRuleOf(path);
  if (rule === undefined) return null;
  if (rule.reason === 'vendored' && vendored === false) return null;
  if ((rule.reason === 'generated' || rule.reason === 'minified') && generated === false) return null;
  return { reason: rule.reason, detail: rule.name };
}

function skipBySize(size: number, largest: number): Skip | null {
  if (size < 0) return { reason: 'missing-blob' };
  if (size === 0) return { reason: 'empty' };
  return size > largest ? { reason: 'too-large', detail: `${size} bytes` } : null;
}

type Matcher = (path: string) => string | undefined;

/** Globs are compiled once for each settings object. */
const compiled = new WeakMap<ViewSettings, { include: Matcher; exclude: Matcher }>();

function matchersOf(settings: ViewSettings): { include: Matcher; exclude: Matcher } {
  const { include, exclude } = settings;
  return getOrMake(compiled, settings, () => ({ include: firstMatch(include), exclude: firstMatch(exclude) }));
}

export interface DefaultRule extends PathRule {
  reason: SkipReason;
}

/**
 * Matches folders of build output. People also use these names for packages
 * (`org/springframework/aop/target`), so they count only near the top, and not below a directory of
 * sources.
 */
const OUTPUT_DIRECTORY = /^(?:[^/]+\/){0,3}?(?:dist|build|out|target)\//;
/** Folders below this are packages: `src/main/java/org/…/jpa/vendor`. */
const PACKAGE_ROOT = new RegExp(`(?:^|/)src/(?:[^/]+/)?(?:${familyMembers('java').join('|')})/`);
/** Matches only up to the first directory of sources. */
const SOURCE_DIRECTORY =
  /^(?=((?:[^/]+\/)*?(?:src|source|sources|lib|test|tests|spec|internal|pkg|cmd|docs?|scripts|tools|dev|\.[^/]+)\/))\1(?:[^/]+\/)*?(?:dist|build|out|target)\//;

const VENDOR_DIRECTORY = /(?:^|\/)vendor\//;

export const DEFAULT_RULES: readonly DefaultRule[] = [
  folder('excluded', 'Git directory', '\\.git'),
  folder('vendored', 'node_modules', 'node_modules|bower_components|jspm_packages'),
  { name: 'vendor', reason: 'vendored', pattern: VENDOR_DIRECTORY },
  folder('vendored', 'Python environment', '\\.venv|venv|site-packages|__pypackages__|\\.tox|\\.nox'),
  folder('vendored', 'Carthage and Pods', 'pods|carthage'),
  { name: 'build output', reason: 'generated', pattern: OUTPUT_DIRECTORY },
  folder(
    'generated',
    'tool cache',
    '__pycache__|\\.gradle|\\.next|\\.nuxt|\\.svelte-kit|\\.turbo|\\.pytest_cache|\\.mypy_cache|\\.terraform|\\.cache',
  ),
  lockFile(
    'npm and other JavaScript',
    'package-lock\\.json|npm-shrinkwrap\\.json|yarn\\.lock|pnpm-lock\\.yaml|bun\\.lockb?|deno\\.lock',
  ),
  lockFile('Python', 'poetry\\.lock|pipfile\\.lock|uv\\.lock|pdm\\.lock|pixi\\.lock|conda-lock\\.ya?ml'),
  lockFile('Rust', 'cargo\\.lock'),
  lockFile('Go', 'go\\.sum|go\\.work\\.sum|gopkg\\.lock|glide\\.lock'),
  lockFile('PHP and Ruby', 'composer\\.lock|gemfile\\.lock|gems\\.locked'),
  lockFile(
    '.NET and JVM',
    'packages\\.lock\\.json|paket\\.lock|project\\.assets\\.json|gradle\\.lockfile|buildscript-gradle\\.lockfile',
  ),
  lockFile('Apple', 'podfile\\.lock|package\\.resolved|cartfile\\.resolved'),
  lockFile(
    'others',
    'mix\\.lock|rebar\\.lock|pubspec\\.lock|flake\\.lock|\\.terraform\\.lock\\.hcl|conan\\.lock|stack\\.yaml\\.lock|cabal\\.project\\.freeze|shard\\.lock|module\\.bazel\\.lock',
  ),
  { name: 'minified', reason: 'minified', pattern: /[.-]min\.(?:[cm]?js|css|html?|svg)$/ },
  { name: 'bundle', reason: 'minified', pattern: /\.(?:bundle|chunk)\.(?:[cm]?js|css)$/ },
  { name: 'source map', reason: 'generated', pattern: /\.(?:[cm]?[jt]sx?|css|wasm)\.map$/ },
  ending(
    'media',
    'image',
    'png|jpe?g|gif|bmp|ico|icns|webp|avif|tiff?|svgz?|psd|ai|eps|heic|xcf|sketch|fig|tga|dds|exr|hdr|raw|cur|pbm|pgm|ppm',
  ),
  ending('media', 'sound', 'mp3|wav|ogg|oga|flac|aac|m4a|opus|aiff?|mid|wma'),
  ending('media', 'video', 'mp4|m4v|webm|mov|avi|mkv|wmv|mpe?g|flv|ogv|3gp'),
  ending('media', 'font', 'ttf|otf|ttc|woff2?|eot|pfb|bdf'),
  ending('media', 'office document', 'pdf|docx?|xlsx?|pptx?|od[tspg]|rtf|epub|mobi|djvu|ps|vsdx?'),
  ending('media', '3D model', 'fbx|glb|blend|3ds|stl|obj3d|dae|ply|usdz'),
  ending('archive', 'archive', 'zip|tar|gz|tgz|bz2|tbz2?|xz|txz|zst|lz4|lzma|br|7z|rar|cab|cpio'),
  ending(
    'archive',
    'package',
    'jar|war|ear|aar|whl|egg|gem|nupkg|deb|rpm|apk|ipa|dmg|iso|msi|pkg|crate|vsix|crx|xpi|appimage',
  ),
  ending(
    'binary',
    'object code',
    'exe|dll|so|dylib|a|o|obj|lib|ko|pdb|class|py[cod]|wasm|node|elc|beam|bin|rlib|swp|dex',
  ),
  ending('binary', 'database', 'db|sqlite3?|mdb|accdb|rdb|ldb|parquet|arrow|feather|avro|orc|h5|hdf5|lmdb'),
  ending('binary', 'model or array', 'np[yz]|pkl|pickle|joblib|pth?|ckpt|safetensors|onnx|tflite|gguf|mat|rds|rdata'),
  ending('binary', 'compiled catalogue', 'mo|res|nib|car|resources'),
];

const ANY_DEFAULT = anyOf(DEFAULT_RULES);

/** Returns the first rule that leaves the path out. */
export function defaultRuleOf(path: string): DefaultRule | undefined {
  const lower = path.toLowerCase();
  if (!ANY_DEFAULT(lower)) return undefined;
  return DEFAULT_RULES.find(({ pattern }) => {
    if (!pattern.test(lower)) return false;
    if (pattern === VENDOR_DIRECTORY) return !PACKAGE_ROOT.test(lower);
    return pattern !== OUTPUT_DIRECTORY || !SOURCE_DIRECTORY.test(lower);
  });
}

function folder(reason: SkipReason, name: string, names: string): DefaultRule {
  return { name, reason, pattern: new RegExp(`(?:^|/)(?:${names})/`) };
}

function lockFile(whose: string, names: string): DefaultRule {
  return { name: `lock file, ${whose}`, reason: 'lock-file', pattern: new RegExp(`(?:^|/)(?:${names})$`) };
}

function ending(reason: SkipReason, name: string, endings: string): DefaultRule {
  return { name, reason, pattern: new RegExp(`[^/]\\.(?:${endings})$`) };
}

/**
 * Joins all rules in one pattern: nearly no path matches any, and one test is faster. A rule is
 * about folders or about the end of the path, at most its last two names. So the folder is tested
 * once for all its files.
 * @returns false for a path that no rule matches
 */
function anyOf(rules: readonly PathRule[]): (path: string) => boolean {
  const any = new RegExp(rules.map(({ pattern }) => pattern.source).join('|'));
  let last = { folder: '', isMatched: false };
  return (path) => {
    const slash = path.lastIndexOf('/');
    const folder = path.slice(0, slash + 1);
    if (folder !== last.folder) last = { folder, isMatched: any.test(folder) };
    return last.isMatched || any.test(path.slice(slash <= 0 ? 0 : path.lastIndexOf('/', slash - 1) + 1));
  };
}

interface PathRule {
  /** For messages and tests: every rule has a name. */
  name: string;
  /** Matched with the path in lower case. */
  pattern: RegExp;
}

/** Matches a file that shows the form of a secret without being one. */
const EXAMPLE_NAME = /(?:^|[._-])(?:example|sample|template|tmpl|tpl|dist|schema)s?(?:[._-]|$)/;

/** Matches the ending of a copy's name: `id_rsa.bak`, `prod.env.txt`, `server.key~`. */
const COPY_ENDING =
  /(?:\.(?:bak|backup|old|orig|original|saved?|copy|txt|tmp|disabled|rej|[0-9]{1,8})|~|[-_ ](?:copy|backup|old|bak))$/;

const STORE_EXTENSIONS = '(?:json|ya?ml|toml|ini|cfg|conf|xml|csv|txt|properties|env|db|enc)';

export const SECRET_RULES: readonly PathRule[] = Object.entries({
  'environment file':
    /(?:^|\/)(?:\.env(?:[._-][^/]*|rc)?|[^/]+\.env|env(?:\.(?:local|prod|production|dev|development|staging|live))?)$/,
  'private SSH key': /(?:^|\/)(?:id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?|ssh_host_[^/]*_key)$/,
  'key or certificate store': /\.(?:pem|key|p12|pfx|pkcs12|p8|jks|keystore|ppk|keytab|der|pkcs8)$/,
  'password database': /\.(?:kdbx?|keychain(?:-db)?|agilekeychain|opvault)$/,
  'registry login': /(?:^|\/)\.(?:npmrc|pypirc|dockercfg|gem\/credentials|cargo\/credentials(?:\.toml)?)$/,
  'Docker login': /(?:^|\/)(?:\.docker\/config\.json|\.dockerconfigjson)$/,
  'machine login':
    /(?:^|\/)(?:[._]netrc|\.git-credentials|\.pgpass|\.my\.cnf|\.mylogin\.cnf|\.?htpasswd|\.s3cfg|\.boto)$/,
  'credentials file': new RegExp(`(?:^|/)[._]?(?:[^/]*[._-])?credentials(?:\\.${STORE_EXTENSIONS})*$`),
  'secrets file': new RegExp(`(?:^|/)[._]?secrets(?:\\.${STORE_EXTENSIONS})+$`),
  'service account': /(?:^|\/)(?:[^/]*[._-])?service[._-]?account(?:[._-]?key)?(?:[._-][^/]*)?\.json$/,
  'OAuth client secret': /(?:^|\/)client[._-]?secrets?(?:[._-][^/]*)?\.json$/,
  'Terraform state': /\.tfstate(?:\.backup)?$/,
  'VPN profile': /\.ovpn$/,
  'token file': /(?:^|\/)(?:\.(?:vault-token|netlify\/state\.json|terraformrc)|\.?vault[._-]pass(?:word)?)$/,
  'cluster login': /(?:^|\/)(?:[^/]*[._-])?kubeconfig(?:\.(?:ya?ml|json))?$/,
  'key directory': /(?:^|\/)\.(?:ssh|gnupg|aws|azure|kube)\//,
}).map(([name, pattern]) => ({ name, pattern }));

const ANY_SECRET = anyOf(SECRET_RULES);

/** Returns the rule by which a file counts as secret, undefined for all others. */
export function secretRuleOf(path: string): string | undefined {
  const lower = path.toLowerCase();
  // Nearly all paths end here.
  if (!COPY_ENDING.test(lower) && !ANY_SECRET(lower)) return undefined;
  if (EXAMPLE_NAME.test(fileNameOf(lower))) return undefined;
  const names = [lower];
  while (COPY_ENDING.test(names.at(-1)!) && names.length <= MOST_SUFFIXES)
    names.push(names.at(-1)!.replace(COPY_ENDING, ''));
  return SECRET_RULES.find(({ pattern }) => names.some((name) => pattern.test(name)))?.name;
}

const MOST_SUFFIXES = 3;

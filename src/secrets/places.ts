/**
 * Finds where the value of a name stands: a table of the ways in which languages, configurations,
 * command lines and documents give a value to a name. A pattern begins where the name ends, its
 * groups are the value in the order of their quotes, and all of its repetitions are bounded.
 */

import { type MatchedGroup, valueAt } from './secretRule.ts';

/** Tells how sure it is that a text is a value and no expression of a program. */
export type ValueCertainty = 'quoted' | 'line' | 'bare';

export interface Value extends MatchedGroup {
  certainty: ValueCertainty;
  /** The name of the place. */
  place: string;
}

interface Place {
  place: string;
  certainty: ValueCertainty;
  pattern: RegExp;
  /**
   * Has to match the text between the start of its line and the name, the dashes of an option
   * included.
   */
  before?: RegExp;
  /** The characters that may stand behind the name. */
  first: string;
}

/** A web token that names who may do what. */
const LONGEST = 2000;
/**
 * Within quotes, which may be escaped themselves; a value ends at its quote or at an escaped line
 * break.
 */
const INSIDE = ['"', "'", '`'].map((quote) => `${quote}((?:[^${quote}\\\\\\r\\n]|\\\\[/u]){4,${LONGEST}})`).join('|');
const QUOTED = `\\\\{0,3}(?:${INSIDE})(?:\\\\{0,3}["'\`]|\\\\[nrt])`;
const CLOSE = /\\{0,3}["'`\])]{0,3}(?:\[\w{0,20}\]){0,2}/.source;
/** `: string`, `: Annotated[str]`, and of Go ` string `, which is no attribute of HTML. */
const TYPE = /(?:\??:\s{0,2}[&'\w<>[\]?.*| ]{1,30}?|[ \t]{1,2}[&'\w<>[\]?.*| ]{1,30}?(?=\s))?/.source;
const IS = /\s{0,40}(?:=>|:{0,3}={1,3}|[!?.+]=|\?\?=|\|\|=?|->|<{1,2}-|(?<= )-(?= )|:|,|\()\s{0,40}/.source;
/** `String::from(`, `b`, `@`; not `os.getenv(`, which is given a name. */
const CALL = /(?:(?![\w.:]{0,30}env[\w.:]{0,10}\()[\w.:]{0,40}\(\s{0,20})?[a-zA-Z@$]{0,2}(?:""|''|'(?="))?/.source;
/** `&anchor` and `!!str` of YAML. */
const MARK = /(?:[&!][\w!-]{1,20}[ \t]{1,3})?/.source;
const WORD = /([^\s"'`,;(){}<>[\]\\|&]{4,400})/.source;
const ENDS = /(?=["'`&,;)}\]|<\s]|\\[nrt"']|$)/.source;
const TOKEN_WORD = /([A-Za-z0-9+/=_.~:@#%^!*$?&-]{6,400})/.source;
/**
 * `# `, `// `, `- `, `export `, `ENV `, `<li>`: what may stand before a setting at the start of its
 * line.
 */
const LINE_START =
  /^(?:[\s#/*;>+"'`-]|(?:export|set|setx|ENV|ARG|local|readonly|declare|env:)[ \t]|\\n|\[\d\]){0,40}$/i;
/** `name: x` beside `value: y`. */
const VALUE_NAME =
  /(?:value|default|val|defaultValue|ParameterValue|OptionValue|string_value|stringValue|secretString|content)/.source;
/** `name: x` itself, where the value stands in front. */
const KEY_NAME = /(?:name|key|ParameterKey|OptionName)/.source;

const place = (name: string, certainty: ValueCertainty, first: string, source: string, before?: RegExp): Place => ({
  place: name,
  certainty,
  pattern: new RegExp(source, 'dyi'),
  first,
  ...(before === undefined ? {} : { before }),
});

const PLACES: readonly Place[] = [
  // password = "…", 'password': '…', password: str = "…", setPassword("…"), define('PASSWORD',
  // '…'), \"password\": \"…\"
  place('quoted', 'quoted', '', `(?:${CLOSE}|${TYPE})${IS}${CALL}${QUOTED}`),
  // PASSWORD=…, password: …, -e PASSWORD=…, "PASSWORD=…\n"; as far as its line goes where nothing
  // but the name stands before it
  place(
    'line',
    'line',
    '=: \t"?+',
    `["']?[ \\t]{0,40}(?:[?+]?=|::?:?=|:)[ \\t]{0,40}${MARK}([^\\s"'\`]{4,${LONGEST}})[,;]?[ \\t]*(?=\\r|\\n|$)`,
    LINE_START,
  ),
  place('bare', 'bare', '=: \t"\'', `["']?[ \\t]{0,40}(?:::?:?=|=>?|:=?)[ \\t]{0,40}${WORD}${ENDS}`),
  // password = env.PW ?? "…", password = isTest ? "" : "…", password = getenv("PW", "…")
  place(
    'default',
    'quoted',
    '= \t:',
    `${TYPE}\\s{0,3}[:=]\\s{0,3}(?:[\\w.?[\\]()"']{1,60}\\s{0,3}(?:\\|\\||\\?\\??|or)|[\\w.]{1,40}\\(\\s{0,3}["'][\\w.-]{1,60}["']\\s{0,3},)\\s{0,20}${QUOTED}`,
  ),
  // <password>…</password>
  place('element', 'quoted', '>"\'', '(?:["\'][^<>\\r\\n]{0,60})?>\\s{0,20}([^<>\\r\\n]{4,400}?)\\s{0,20}</'),
  // <add key="password" value="…"/>, {"name": "PASSWORD", "value": "…"}, - name: PASSWORD⏎ value:
  // …, variable "password" { default = "…" }
  place(
    'apart, quoted',
    'quoted',
    '"\'\\\r\n,',
    `\\\\{0,3}["']?[ \\t]{0,4}[\\s,{]{1,40}?(?:[^{}]{0,160}?[\\s,{])??\\\\{0,3}["']?${VALUE_NAME}\\\\{0,3}["']?\\s{0,3}[:=]\\s{0,3}${QUOTED}`,
  ),
  place(
    'apart',
    'line',
    '"\'\\\r\n',
    `["']?[ \\t]{0,4}\\r?\\n[ \\t]{0,40}${VALUE_NAME}[ \\t]{0,3}[:=][ \\t]{0,3}([^\\s"'\`]{4,400})[ \\t]*(?=\\r|\\n|$)`,
  ),
  // secret: |⏎ …, PASSWORD=\⏎ …, <Password>⏎ …
  place(
    'below',
    'line',
    ':= \t',
    `["']?[ \\t]{0,3}[:=]?[ \\t]{0,3}(?:[|>][+-]?|\\\\|<<[-~]?["']?\\w{1,20}["']?)[ \\t]{0,3}\\r?\\n[ \\t]{0,40}["']?([^\\s"'\`]{4,400})["']?[ \\t]*(?=\\r|\\n|\\\\|$)`,
  ),
  // {"password": {"value": "…"}}, password = { default = "…" }, api_keys = ["…"], apiKey={"…"}
  place(
    'within',
    'quoted',
    '"\':= \t',
    `["']?\\s{0,3}(?:=>|:?=|:)\\s{0,3}(?:\\{\\s{0,20}(?:["']?${VALUE_NAME}["']?\\s{0,3}(?:=>|[:=])\\s{0,3})?${QUOTED}(?=[\\s,}])|\\[\\s{0,20}${QUOTED}\\s{0,20},?\\s{0,20}\\])`,
  ),
  // password:⏎ value: …
  place(
    'nested',
    'line',
    ':"\'',
    `["']?:[ \\t]{0,3}\\r?\\n[ \\t]{1,40}${VALUE_NAME}:[ \\t]{1,3}["']?([^\\s"'\`]{4,400})["']?[ \\t]*(?=\\r|\\n|$)`,
  ),
  // {"value": "…", "name": "PASSWORD"}
  place(
    'in front, quoted',
    'quoted',
    '"\'',
    `(?<=[\\s{,]["']?${VALUE_NAME}["']?\\s{0,3}[:=]\\s{0,3}["']([^"'\\\\\\r\\n]{4,400})["']\\s{0,3},\\s{0,20}["']?${KEY_NAME}["']?\\s{0,3}[:=]\\s{0,3}["'][\\w.-]{1,60})["']`,
  ),
  // - value: …⏎ name: PASSWORD
  place(
    'in front',
    'line',
    '\r\n',
    `(?<=[\\s-]${VALUE_NAME}:[ \\t]{1,3}["']?([^\\s"'\`]{4,400})["']?[ \\t]{0,3}\\r?\\n[ \\t]{0,40}${KEY_NAME}:[ \\t]{1,3}["']?[\\w.-]{1,60})`,
    /(?:name|key):[ \t]{1,3}["']?[\w.-]{0,60}$/i,
  ),
  // ParameterKey=DbPassword,ParameterValue=…
  place('beside', 'line', ',', `,(?:Parameter|Option)?Value=([^\\s"',;]{4,400})(?=[\\s"',;]|$)`),
  // &quot;apiKey&quot;:&quot;…&quot;
  place(
    'entities',
    'quoted',
    '&',
    `&(?:quot|#34);\\s{0,3}[:=]\\s{0,3}&(?:quot|#34);([^\\s"'<>&]{4,${LONGEST}})&(?:quot|#34);`,
  ),
  // ?next=%2F%3Ftoken%3D…%26page%3D2
  place('encoded', 'line', '%', `%3D([\\w.~-]{8,${LONGEST}})(?=%26|["'&\\s]|$)`),
  // <td>Password</td><td>…</td>, <dt>…</dt><dd>…</dd>, <key>Password</key><string>…</string>
  place(
    'next element',
    'line',
    '<',
    `</(?:t[dh]|dt|key)>\\s{0,20}<(?:td|dd|string)(?:\\s[^<>\\r\\n]{0,60})?>\\s{0,20}(?:<(?:code|kbd|tt)>)?([^\\s<>]{4,400})\\s{0,20}</`,
  ),
  // **Password:** …, **Password**: `…`
  place(
    'bold',
    'line',
    ':*_',
    `(?::(?:\\*\\*|__)|(?:\\*\\*|__)[ \\t]?:)[ \\t]{1,10}\`?([^\\s\`]{4,400})\`?[ \\t]{0,10}(?=\\\\?\\r?\\n|<br|$)`,
  ),
  // --password …, -Password …, /password:…
  place(
    'option',
    'line',
    ' \t=:',
    `[ \\t=:]{1,4}["']?${TOKEN_WORD}["']?(?=[\\s"'\`\\\\;|)&]|$)`,
    /(?:^|[\s"'[(,])--?$/,
  ),
  // "--password", "…"
  place('list of options', 'quoted', '"\'', `["']\\s{0,3},\\s{0,20}${QUOTED}`, /["']--?$/),
  // | password | … |
  place(
    'cell',
    'line',
    ' \t*`|',
    `[*\`]{0,2}[ \\t]{0,40}\\|[ \\t]{0,10}\`?([^\\s|\`]{4,400})\`?[ \\t]{0,40}\\|`,
    /^[ \t>*]{0,20}\|[^\n]{0,80}$/,
  ),
  place(
    'record',
    'line',
    ',;\t',
    `[,;\\t]["']?([^\\s"',;]{4,400})["']?(?=[,;\\t\\r\\n]|$)`,
    /^[\w.\-,;\t"'\x80-\xff]{0,100}$/,
  ),
  // IDENTIFIED BY '…', PASSWORD '…', password is …
  place(
    'said, quoted',
    'quoted',
    ' \t',
    `[ \\t]{1,4}(?:(?:is|was|by|to|as|for [\\w.@-]{1,40} (?:is|was)|is now)[ \\t:]{1,4})?${QUOTED}`,
  ),
  place(
    'said',
    'bare',
    ' \t',
    `[ \\t]{1,4}(?:(?:is|was|of|to|for [\\w.@-]{1,40} (?:is|was)|is now)[ \\t:]{1,4})?${TOKEN_WORD}[.,;)]?(?=[\\s"'\`<]|\\\\[nr]|$)`,
  ),
];

/**
 * The characters of which one must stand among so many characters behind the name: most names have
 * no such value, and a pattern is dear to compile.
 */
const SOON: Readonly<Record<string, readonly [characters: RegExp, within: number]>> = {
  below: [/[|>\\<]/, 9],
  within: [/[{[]/, 12],
  'said, quoted': [/["'`]/, 64],
};

/** The values that a name may have, by the places in their order. */
export function* valuesOf(text: string, nameStart: number, nameEnd: number): Generator<Value> {
  const first = text[nameEnd] ?? '\n';
  let before: string | undefined;
  for (const { place: name, certainty, pattern, first: firsts, before: needed } of PLACES) {
    if (firsts !== '' && !firsts.includes(first)) continue;
    if (needed !== undefined) {
      before ??= lineBefore(text, nameStart + DASHES.exec(text.slice(nameStart, nameEnd))![0].length);
      if (!needed.test(before)) continue;
    }
    const soon = SOON[name];
    if (soon !== undefined && !soon[0].test(text.slice(nameEnd, nameEnd + soon[1]))) continue;
    const value = valueAt(pattern, text, nameEnd);
    if (value !== undefined) yield { ...value, certainty, place: name };
  }
}

const MOST_BEFORE = 100;
const DASHES = /^-*/;

function lineBefore(text: string, at: number): string {
  const before = text.slice(Math.max(0, at - MOST_BEFORE), at);
  return before.slice(before.lastIndexOf('\n') + 1);
}

/**
 * The examples of the rules of gitleaks and of betterleaks, which goes on from it, made by their own sources: the rules are compiled
 * with Go beside small modules that stand for the rest, and print the texts that should be found and those that should not.
 */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const RULES = 'cmd/generate/config/rules';
const COPIED = [
  RULES,
  'cmd/generate/config/utils/generate.go',
  'cmd/generate/config/utils/patterns.go',
  'cmd/generate/config/utils/expr.go',
  'config/gitleaks.toml',
];

/**
 * @param gitDir a Git directory of gitleaks
 * @param seeds how often its random samples are drawn
 * @returns [{rule, path, text, secrets}]; `secrets` is null for what should not be found
 */
export function readGitleaks(gitDir, seeds = 1) {
  const git = (...args) => execFileSync('git', [`--git-dir=${gitDir}`, ...args], { maxBuffer: 1 << 28 }).toString();
  const folder = mkdtempSync(join(tmpdir(), 'gitleaks-'));
  const write = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  try {
    for (const path of git('ls-tree', '-r', '--name-only', 'HEAD', ...COPIED).split('\n')) {
      if (path.endsWith('.go') && !path.endsWith('_test.go')) write(path, git('show', `HEAD:${path}`));
    }
    const module = /^module (\S+)/m.exec(git('show', 'HEAD:go.mod'))[1];
    const names = git('show', 'HEAD:cmd/generate/config/main.go').match(/^\t\trules\.\w+\(\)/gm);
    for (const [path, text] of Object.entries(stubsOf(module))) write(path, text);
    write(
      'main.go',
      mainOf(
        module,
        names.map((name) => name.trim()),
      ),
    );
    const out = execFileSync('go', ['run', '.', String(seeds)], { cwd: folder, maxBuffer: 1 << 28, env: goEnv() });
    const cases = out
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    return [...new Map(cases.map((one) => [`${one.rule}\0${one.secrets === null}\0${one.text}`, one])).values()];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Returns the examples of the rules that gitleaks does not have. */
export function readBetterleaks(gitDir, seeds, gitleaks) {
  if (gitleaks === undefined) throw new Error('say where gitleaks is, too: --gitleaks GIT_DIR');
  const known = new Set(readGitleaks(gitleaks).map(({ rule }) => rule));
  return readGitleaks(gitDir, seeds).filter(({ rule }) => !known.has(rule));
}

const goEnv = () => ({ ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' });

const mainOf = (module, names) => `package main

import (
	"os"
	"strconv"

	"${module}/cmd/generate/config/rules"
	"${module}/config"
	"${module}/cmd/generate/secrets"
)

func main() {
	seeds, _ := strconv.Atoi(os.Args[1])
	for seed := 1; seed <= seeds; seed++ {
		secrets.Seed(int64(seed))
		_ = []*config.Rule{
			${names.join(',\n\t\t\t')},
		}
	}
}
`;

const stubsOf = (module) => ({
  'go.mod': `module ${module}\n\ngo 1.18\n`,
  'regexp/regexp.go': `package regexp

import stdlib "regexp"

type Regexp = stdlib.Regexp

func MustCompile(text string) *Regexp { return stdlib.MustCompile(text) }
`,
  'config/config.go': `package config

import (
	"strings"

	"${module}/regexp"
)

type AllowlistMatchCondition int

const (
	AllowlistMatchOr AllowlistMatchCondition = iota
	AllowlistMatchAnd
)

type Allowlist struct {
	Description    string
	MatchCondition AllowlistMatchCondition
	Commits        []string
	Paths          []*regexp.Regexp
	RegexTarget    string
	Regexes        []*regexp.Regexp
	StopWords      []string
}

func (a *Allowlist) ContainsStopWord(text string) (bool, string) {
	lower := strings.ToLower(text)
	for _, word := range a.StopWords {
		if strings.Contains(lower, strings.ToLower(word)) {
			return true, word
		}
	}
	return false, ""
}

type Required struct {
	RuleID        string
	WithinLines   *int
	WithinColumns *int
}

type Rule struct {
	RuleID        string
	Description   string
	Entropy       float64
	SecretGroup   int
	Regex         *regexp.Regexp
	Path          *regexp.Regexp
	Tags          []string
	Keywords      []string
	Allowlists    []*Allowlist
	RequiredRules []*Required
	SkipReport    bool
	Filter        string
	ValidateExpr  string
	Specificity   int
}
`,
  'cmd/generate/config/utils/print.go': `package utils

import (
	"encoding/json"
	"os"
	"sort"

	"${module}/config"
)

type printed struct {
	Rule    string   \`json:"rule"\`
	Path    string   \`json:"path"\`
	Text    string   \`json:"text"\`
	Secrets []string \`json:"secrets"\`
}

func print(r config.Rule, path string, text string, secrets []string) {
	line, _ := json.Marshal(printed{r.RuleID, path, text, secrets})
	os.Stdout.Write(append(line, 10))
}

func secretsIn(r config.Rule, text string) []string {
	found := []string{}
	if r.Regex == nil {
		return found
	}
	for _, groups := range r.Regex.FindAllStringSubmatch(text, -1) {
		secret := groups[0]
		if r.SecretGroup > 0 {
			secret = groups[r.SecretGroup]
		} else {
			for _, group := range groups[1:] {
				if group != "" {
					secret = group
					break
				}
			}
		}
		found = append(found, secret)
	}
	return found
}

func Validate(r config.Rule, truePositives []string, falsePositives []string) *config.Rule {
	for _, text := range truePositives {
		print(r, "", text, secretsIn(r, text))
	}
	for _, text := range falsePositives {
		print(r, "", text, nil)
	}
	return &r
}

func ValidateWithPaths(r config.Rule, truePositives map[string]string, falsePositives map[string]string) *config.Rule {
	for _, path := range keysOf(truePositives) {
		print(r, path, truePositives[path], secretsIn(r, truePositives[path]))
	}
	for _, path := range keysOf(falsePositives) {
		print(r, path, falsePositives[path], nil)
	}
	return &r
}

func keysOf(texts map[string]string) []string {
	keys := []string{}
	for key := range texts {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}
`,
  'cmd/generate/secrets/secrets.go': `package secrets

import (
	"math"
	"math/rand"
	"regexp/syntax"
	"strings"
)

var random = rand.New(rand.NewSource(1))

func Seed(seed int64) { random = rand.New(rand.NewSource(seed)) }

// Text that the pattern matches; a repetition without an end has up to ten more.
func NewSecret(pattern string) string {
	parsed, err := syntax.Parse(pattern, syntax.Perl)
	if err != nil {
		panic(err)
	}
	var text strings.Builder
	write(&text, parsed)
	return text.String()
}

func NewSecretWithEntropy(pattern string, least float64) string {
	for try := 0; ; try++ {
		text := NewSecret(pattern)
		if entropyOf(text) >= least || try == 200 {
			return text
		}
	}
}

func entropyOf(text string) float64 {
	counts := map[rune]float64{}
	for _, letter := range text {
		counts[letter]++
	}
	sum := 0.0
	for _, count := range counts {
		sum -= count / float64(len(text)) * math.Log2(count/float64(len(text)))
	}
	return sum
}

func write(text *strings.Builder, re *syntax.Regexp) {
	least, most := 1, 1
	switch re.Op {
	case syntax.OpLiteral:
		text.WriteString(string(re.Rune))
		return
	case syntax.OpCharClass:
		text.WriteRune(oneOf(re.Rune))
		return
	case syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		text.WriteRune(rune(33 + random.Intn(94)))
		return
	case syntax.OpAlternate:
		write(text, re.Sub[random.Intn(len(re.Sub))])
		return
	case syntax.OpStar:
		least, most = 0, 10
	case syntax.OpPlus:
		least, most = 1, 10
	case syntax.OpQuest:
		least = 0
	case syntax.OpRepeat:
		least, most = re.Min, re.Max
		if most < 0 {
			most = least + 10
		}
	}
	for count := least + random.Intn(most-least+1); count > 0; count-- {
		for _, sub := range re.Sub {
			write(text, sub)
		}
	}
}

// Of the characters that can be printed, where there are some.
func oneOf(ranges []rune) rune {
	all := []rune{}
	for at := 0; at < len(ranges); at += 2 {
		for one := ranges[at]; one <= ranges[at+1] && one < 127; one++ {
			if one > 32 {
				all = append(all, one)
			}
		}
	}
	if len(all) == 0 {
		return ranges[0]
	}
	return all[random.Intn(len(all))]
}
`,
});

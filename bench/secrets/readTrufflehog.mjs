/** The examples of trufflehog's detectors: the inputs and wanted results of the tables in their tests, as Go's parser reads them. */

import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * @param gitDir a Git directory of trufflehog
 * @returns [{rule, path, text, secrets}]; `secrets` is null for what should not be found
 */
export function readTrufflehog(gitDir) {
  const folder = mkdtempSync(join(tmpdir(), 'trufflehog-'));
  try {
    const sources = join(folder, 'sources');
    mkdirSync(sources);
    const tar = execFileSync('git', [`--git-dir=${gitDir}`, 'archive', 'HEAD', 'pkg/detectors'], {
      maxBuffer: 1 << 30,
    });
    execFileSync('tar', ['-x', '-C', sources], { input: tar });
    writeFileSync(join(folder, 'go.mod'), 'module reader\n\ngo 1.18\n');
    writeFileSync(join(folder, 'main.go'), READER);
    const env = { ...process.env, GOFLAGS: '-mod=mod', GOPROXY: 'off', GOTOOLCHAIN: 'local' };
    const out = execFileSync('go', ['run', '.', join(sources, 'pkg/detectors')], {
      cwd: folder,
      maxBuffer: 1 << 28,
      env,
    });
    return out
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ rule, text, want }) => ({
        rule,
        path: '',
        text,
        secrets: want === null || want.length === 0 ? null : want,
      }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const READER = `package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

type printed struct {
	Rule string   ${'`'}json:"rule"${'`'}
	Text string   ${'`'}json:"text"${'`'}
	Want []string ${'`'}json:"want"${'`'}
}

type scope map[string]ast.Expr

func main() {
	unread := 0
	dirs := map[string]bool{}
	filepath.Walk(os.Args[1], func(path string, info os.FileInfo, err error) error {
		if err == nil && strings.HasSuffix(path, "_test.go") {
			dirs[filepath.Dir(path)] = true
		}
		return nil
	})
	names := []string{}
	for dir := range dirs {
		names = append(names, dir)
	}
	sort.Strings(names)
	for _, dir := range names {
		packages, err := parser.ParseDir(token.NewFileSet(), dir, nil, 0)
		if err != nil {
			continue
		}
		rule, _ := filepath.Rel(os.Args[1], dir)
		globals := scope{}
		files := []string{}
		all := map[string]*ast.File{}
		for _, pkg := range packages {
			for name, file := range pkg.Files {
				all[name] = file
				files = append(files, name)
				for _, declaration := range file.Decls {
					if general, ok := declaration.(*ast.GenDecl); ok {
						globals.add(general)
					}
				}
			}
		}
		sort.Strings(files)
		for _, name := range files {
			if !strings.HasSuffix(name, "_test.go") || strings.Contains(name, "integration") {
				continue
			}
			for _, declaration := range all[name].Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok && function.Body != nil {
					unread += readFunction(rule, function, globals)
				}
			}
		}
	}
	fmt.Fprintln(os.Stderr, "examples that could not be evaluated:", unread)
}

func (s scope) add(general *ast.GenDecl) {
	for _, spec := range general.Specs {
		if value, ok := spec.(*ast.ValueSpec); ok {
			for at, name := range value.Names {
				if at < len(value.Values) {
					s[name.Name] = value.Values[at]
				}
			}
		}
	}
}

func readFunction(rule string, function *ast.FuncDecl, globals scope) int {
	locals := scope{}
	for name, value := range globals {
		locals[name] = value
	}
	unread := 0
	ast.Inspect(function.Body, func(node ast.Node) bool {
		switch at := node.(type) {
		case *ast.GenDecl:
			locals.add(at)
		case *ast.AssignStmt:
			for index, left := range at.Lhs {
				if name, ok := left.(*ast.Ident); ok && index < len(at.Rhs) && len(at.Lhs) == len(at.Rhs) {
					locals[name.Name] = at.Rhs[index]
				}
			}
		case *ast.CompositeLit:
			fields := scope{}
			for _, element := range at.Elts {
				if pair, ok := element.(*ast.KeyValueExpr); ok {
					if key, ok := pair.Key.(*ast.Ident); ok {
						fields[key.Name] = pair.Value
					}
				}
			}
			input, wants := fields["input"], fields["want"]
			if input == nil || wants == nil {
				return true
			}
			text, ok := locals.text(input, 0)
			list, fine := locals.list(wants, 0)
			if !ok || !fine {
				unread++
				return true
			}
			line, _ := json.Marshal(printed{rule, text, list})
			os.Stdout.Write(append(line, 10))
			return false
		}
		return true
	})
	return unread
}

func (s scope) text(expr ast.Expr, depth int) (string, bool) {
	if depth > 20 {
		return "", false
	}
	switch at := expr.(type) {
	case *ast.BasicLit:
		if at.Kind == token.STRING {
			value, err := strconv.Unquote(at.Value)
			return value, err == nil
		}
		return at.Value, true
	case *ast.ParenExpr:
		return s.text(at.X, depth+1)
	case *ast.BinaryExpr:
		left, ok := s.text(at.X, depth+1)
		right, fine := s.text(at.Y, depth+1)
		return left + right, ok && fine && at.Op == token.ADD
	case *ast.Ident:
		if value, ok := s[at.Name]; ok {
			return s.text(value, depth+1)
		}
	case *ast.IndexExpr:
		if list, ok := s.list(at.X, depth+1); ok {
			if number, ok := s.text(at.Index, depth+1); ok {
				if index, err := strconv.Atoi(number); err == nil && index < len(list) {
					return list[index], true
				}
			}
		}
	case *ast.CallExpr:
		return s.call(at, depth)
	}
	return "", false
}

func (s scope) call(at *ast.CallExpr, depth int) (string, bool) {
	arguments := []string{}
	for _, argument := range at.Args {
		value, ok := s.text(argument, depth+1)
		if !ok {
			return "", false
		}
		arguments = append(arguments, value)
	}
	switch called := at.Fun.(type) {
	case *ast.SelectorExpr:
		switch called.Sel.Name {
		case "Sprintf":
			values := []interface{}{}
			for _, argument := range arguments[1:] {
				values = append(values, argument)
			}
			return fmt.Sprintf(strings.ReplaceAll(arguments[0], "%d", "%s"), values...), true
		case "Repeat":
			if count, err := strconv.Atoi(arguments[1]); err == nil {
				return strings.Repeat(arguments[0], count), true
			}
		case "TrimSpace":
			return strings.TrimSpace(arguments[0]), true
		}
	case *ast.Ident:
		if called.Name == "string" && len(arguments) == 1 {
			return arguments[0], true
		}
	}
	return "", false
}

func (s scope) list(expr ast.Expr, depth int) ([]string, bool) {
	if depth > 20 {
		return nil, false
	}
	switch at := expr.(type) {
	case *ast.Ident:
		if at.Name == "nil" {
			return nil, true
		}
		if value, ok := s[at.Name]; ok {
			return s.list(value, depth+1)
		}
		return nil, false
	case *ast.CompositeLit:
		found := []string{}
		for _, element := range at.Elts {
			value, ok := s.text(element, depth+1)
			if !ok {
				return nil, false
			}
			found = append(found, value)
		}
		return found, true
	}
	return nil, false
}
`;

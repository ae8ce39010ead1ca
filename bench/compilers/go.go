// Prints every reference to a function, method, type, constant or variable of a Go repository, with
// the definition that go/types says it means, as one line of JSON each:
//
//	{"path":"a.go","line":3,"name":"f","kind":"call","to":{"path":"b.go","line":7}}
//
// Install: apt install golang-1.23-go (from bookworm-backports), or any Go from 1.21.
// Run: /usr/lib/go-1.23/bin/go run bench/compilers/go.go REPOSITORY > truth.jsonl
//
// The repository's own packages and the standard library are checked from source. What is imported
// from elsewhere counts as unknown, and errors are ignored. Files for other systems are checked, too.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
)

type place struct {
	Path string `json:"path"`
	Line int    `json:"line"`
}

type reference struct {
	place
	Name string `json:"name"`
	Kind string `json:"kind"`
	To   place  `json:"to"`
}

// A folder's files of one package name, tests apart.
type folder struct {
	path, name   string
	files, tests []*ast.File
}

var (
	fset    = token.NewFileSet()
	root    string
	out     = json.NewEncoder(nil)
	folders = map[string]*folder{}
	keys    []string
	library = importer.ForCompiler(fset, "source", nil)
)

func main() {
	root, _ = filepath.Abs(os.Args[1])
	buffer := bufio.NewWriter(os.Stdout)
	defer buffer.Flush()
	out = json.NewEncoder(buffer)
	readFolders()
	known := repository{}
	for _, key := range keys {
		own := folders[key]
		all := append(append([]*ast.File{}, own.files...), own.tests...)
		report(check(own.path, all, &within{known, strings.TrimSuffix(own.name, "_test"), own.path}))
	}
}

// Parses all files of the repository. Those that this system would build come first, so that they
// win over others that define the same name.
func readFolders() {
	listed, err := exec.Command("git", "-C", root, "ls-files", "-z").Output()
	if err != nil {
		panic(err)
	}
	var sources []string
	modules := map[string]string{}
	for _, name := range strings.Split(string(listed), "\x00") {
		if path.Base(name) == "go.mod" {
			text, _ := os.ReadFile(filepath.Join(root, name))
			if found := regexp.MustCompile(`(?m)^module\s+"?([^\s"]+)`).FindSubmatch(text); found != nil {
				modules[path.Dir(name)] = string(found[1])
			}
		} else if strings.HasSuffix(name, ".go") {
			sources = append(sources, name)
		}
	}
	isBuilt := func(name string) bool {
		ok, _ := build.Default.MatchFile(filepath.Join(root, path.Dir(name)), path.Base(name))
		return ok
	}
	sort.SliceStable(sources, func(a, b int) bool { return isBuilt(sources[a]) && !isBuilt(sources[b]) })
	for _, name := range sources {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			continue
		}
		file, _ := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
		if file == nil || bytes.Contains(text, []byte("\nimport \"C\"\n")) {
			continue
		}
		module := path.Dir(name)
		for modules[module] == "" && module != "." {
			module = path.Dir(module)
		}
		imported := path.Join(modules[module], strings.TrimPrefix(strings.TrimPrefix(path.Dir(name), module), "/"))
		key := imported + " " + file.Name.Name
		if folders[key] == nil {
			folders[key] = &folder{path: imported, name: file.Name.Name}
			keys = append(keys, key)
		}
		if strings.HasSuffix(name, "_test.go") {
			folders[key].tests = append(folders[key].tests, file)
		} else {
			folders[key].files = append(folders[key].files, file)
		}
	}
	sort.Strings(keys)
}

// The packages of the repository that were imported, without their tests.
type repository map[string]*types.Package

func (known repository) Import(path string) (*types.Package, error) {
	if own, ok := known[path]; ok {
		if own == nil {
			return nil, fmt.Errorf("%s imports itself", path)
		}
		return own, nil
	}
	for _, key := range keys {
		folder := folders[key]
		if folder.path != path || len(folder.files) == 0 || folder.name == "main" && hasSibling(folder) {
			continue
		}
		known[path] = nil
		known[path], _ = check(path, folder.files, known)
		return known[path], nil
	}
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
		return nil, fmt.Errorf("%s is not in the repository", path)
	}
	return library.Import(path)
}

func hasSibling(own *folder) bool {
	for _, folder := range folders {
		if folder.path == own.path && folder.name != own.name && len(folder.files) > 0 {
			return true
		}
	}
	return false
}

// The imports of one package: an external test sees what the tests inside of its package define.
type within struct {
	known      repository
	name, path string
}

func (in *within) Import(path string) (*types.Package, error) {
	own := folders[path+" "+in.name]
	if path != in.path || own == nil || len(own.tests) == 0 {
		return in.known.Import(path)
	}
	tested, _ := check(path, append(append([]*ast.File{}, own.files...), own.tests...), in.known)
	return tested, nil
}

// Adds the types that the checker leaves out, because what they are asserted of or given to is
// unknown: `value.(Type)` and `other.List[Type]`.
func addSkipped(in *types.Package, own checked) {
	add := func(node ast.Node) {
		ast.Inspect(node, func(node ast.Node) bool {
			name, isName := node.(*ast.Ident)
			if isName && own.Uses[name] == nil && own.Defs[name] == nil {
				if scope := in.Scope().Innermost(name.Pos()); scope != nil {
					_, own.Uses[name] = scope.LookupParent(name.Name, name.Pos())
				}
			}
			selector, isSelector := node.(*ast.SelectorExpr)
			if !isSelector {
				return true
			}
			if qualifier, isName := selector.X.(*ast.Ident); isName && own.Uses[selector.Sel] == nil {
				if scope := in.Scope().Innermost(qualifier.Pos()); scope != nil {
					_, found := scope.LookupParent(qualifier.Name, qualifier.Pos())
					if imported, isPackage := found.(*types.PkgName); isPackage {
						own.Uses[selector.Sel] = imported.Imported().Scope().Lookup(selector.Sel.Name)
					}
				}
			}
			return false
		})
	}
	for _, file := range own.files {
		ast.Inspect(file, func(node ast.Node) bool {
			switch node := node.(type) {
			case *ast.TypeAssertExpr:
				if node.Type != nil {
					add(node.Type)
				}
			case *ast.IndexExpr:
				add(node.Index)
			case *ast.IndexListExpr:
				for _, index := range node.Indices {
					add(index)
				}
			}
			return true
		})
	}
}

func check(path string, files []*ast.File, imports types.Importer) (*types.Package, checked) {
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}, Defs: map[*ast.Ident]types.Object{}}
	config := types.Config{Importer: imports, Error: func(error) {}, FakeImportC: true}
	made, _ := config.Check(path, fset, files, info)
	return made, checked{files, info}
}

type checked struct {
	files []*ast.File
	*types.Info
}

// Prints the references of a package.
func report(in *types.Package, own checked) {
	addSkipped(in, own)
	// Definitions of one name, where files for several systems have one each.
	same := map[string][]token.Pos{}
	for name, object := range own.Defs {
		if object != nil && isReported(object) {
			same[nameOf(object)] = append(same[nameOf(object)], name.Pos())
		}
	}
	for _, file := range own.files {
		kinds := kindsIn(file)
		from := fset.Position(file.Package).Filename
		ast.Inspect(file, func(node ast.Node) bool {
			name, isName := node.(*ast.Ident)
			if !isName {
				return true
			}
			object := own.Uses[name]
			if object == nil || !isReported(object) || object.Name() != name.Name {
				return true
			}
			to := fset.Position(object.Pos())
			for _, other := range same[nameOf(object)] {
				if at := fset.Position(other); at.Filename == from && to.Filename != from {
					to = at
				}
			}
			if filepath.IsAbs(to.Filename) {
				return true
			}
			kind := kinds[name]
			if _, isType := object.(*types.TypeName); kind == "" && isType {
				kind = "type"
			} else if kind == "" {
				kind = "value"
			}
			at := fset.Position(name.Pos())
			out.Encode(reference{place{at.Filename, at.Line}, name.Name, kind, place{to.Filename, to.Line}})
			return true
		})
	}
}

// True for methods and what a package defines, and for types of a function, but not for fields and
// local variables.
func isReported(object types.Object) bool {
	if object.Pkg() == nil || !object.Pos().IsValid() {
		return false
	}
	isOfPackage := object.Parent() == object.Pkg().Scope() || object.Parent() == nil
	switch object := object.(type) {
	case *types.Func:
		return true
	case *types.TypeName:
		_, isParameter := object.Type().(*types.TypeParam)
		return !isParameter
	case *types.Var:
		return isOfPackage && !object.IsField() && object.Parent() != nil
	case *types.Const:
		return isOfPackage
	}
	return false
}

func nameOf(object types.Object) string {
	if method, ok := object.(*types.Func); ok {
		return method.FullName()
	}
	return object.Pkg().Path() + "." + object.Name()
}

// Tells which names are called, made by a literal, or embedded.
func kindsIn(file *ast.File) map[*ast.Ident]string {
	kinds := map[*ast.Ident]string{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.CallExpr:
			kinds[nameIn(node.Fun)] = "call"
		case *ast.CompositeLit:
			if node.Type != nil {
				kinds[nameIn(node.Type)] = "call"
			}
		case *ast.StructType:
			embedded(node.Fields, kinds)
		case *ast.InterfaceType:
			embedded(node.Methods, kinds)
		}
		return true
	})
	return kinds
}

func embedded(fields *ast.FieldList, kinds map[*ast.Ident]string) {
	for _, field := range fields.List {
		if len(field.Names) == 0 {
			kinds[nameIn(field.Type)] = "inherit"
		}
	}
}

// Returns the last name of `pkg.Name`, `*Name`, `Name[T]` and `(Name)`.
func nameIn(node ast.Expr) *ast.Ident {
	switch node := node.(type) {
	case *ast.Ident:
		return node
	case *ast.SelectorExpr:
		return node.Sel
	case *ast.StarExpr:
		return nameIn(node.X)
	case *ast.ParenExpr:
		return nameIn(node.X)
	case *ast.IndexExpr:
		return nameIn(node.X)
	case *ast.IndexListExpr:
		return nameIn(node.X)
	}
	return nil
}

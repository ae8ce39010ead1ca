/*
 * Lists every reference of a checkout's Java files to a definition in it, by javac's own attribution.
 *
 *   apt-get install openjdk-17-jdk-headless
 *   java bench/compilers/JavaReferences.java REPO > references.jsonl
 *
 * Each line: {"path","line","name","kind":"call|type|inherit|import|value","to":{"path","line"}}, where `to` is the line of
 * the defined name. Dependencies are missing, so javac cannot attribute all: what it cannot is left out. Overloads of a
 * method count as one, the first in its class; `new A()` and `A::new` are calls of the class.
 */

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.regex.*;
import javax.lang.model.element.*;
import javax.lang.model.type.TypeKind;
import javax.tools.*;

public class JavaReferences {
    static final List<String> OPTIONS = List.of(
            "-proc:none", "-implicit:none", "-nowarn", "-Xlint:none", "-Xmaxerrs", "1", "-XDshould-stop.ifError=FLOW");

    record Place(String path, long line) {}

    public static void main(String[] arguments) throws Exception {
        Path root = Path.of(arguments[0]).toRealPath();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files = compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        JavacTask task = (JavacTask) compiler.getTask(
                Writer.nullWriter(), files, diagnostic -> {}, OPTIONS, null, files.getJavaFileObjectsFromPaths(sources(root)));
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        try (PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), false, StandardCharsets.UTF_8)) {
            Map<Element, Optional<Place>> declared = new HashMap<>();
            for (CompilationUnitTree unit : units) new Lister(task, root, out, declared).scan(unit, null);
        }
    }

    /** Modules are told apart by nothing here: a module-info would hide the packages of the others. */
    static List<Path> sources(Path root) throws IOException {
        Process git = new ProcessBuilder("git", "ls-files", "-z", "*.java").directory(root.toFile()).start();
        String listed = new String(git.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return Arrays.stream(listed.split("\0"))
                .filter(path -> !path.isEmpty() && !path.endsWith("-info.java"))
                .map(root::resolve)
                .filter(Files::isRegularFile)
                .toList();
    }

    static class Lister extends TreePathScanner<Void, Void> {
        final Trees trees;
        final JavacTask task;
        final SourcePositions positions;
        final Path root;
        final PrintStream out;
        final Map<Element, Optional<Place>> declared;

        Lister(JavacTask task, Path root, PrintStream out, Map<Element, Optional<Place>> declared) {
            this.task = task;
            this.trees = Trees.instance(task);
            this.positions = trees.getSourcePositions();
            this.root = root;
            this.out = out;
            this.declared = declared;
        }

        @Override
        public Void visitIdentifier(IdentifierTree tree, Void none) {
            see(tree.getName(), positions.getStartPosition(unit(), tree), trees.getElement(getCurrentPath()));
            return super.visitIdentifier(tree, none);
        }

        @Override
        public Void visitMemberSelect(MemberSelectTree tree, Void none) {
            see(tree.getIdentifier(), end(tree, tree.getIdentifier()), trees.getElement(getCurrentPath()));
            return super.visitMemberSelect(tree, none);
        }

        @Override
        public Void visitMemberReference(MemberReferenceTree tree, Void none) {
            see(tree.getName(), end(tree, tree.getName()), trees.getElement(getCurrentPath()));
            return super.visitMemberReference(tree, none);
        }

        /** javac attributes no member of a static import, so its class is asked for all of the name. */
        @Override
        public Void visitImport(ImportTree tree, Void none) {
            if (tree.isStatic() && tree.getQualifiedIdentifier() instanceof MemberSelectTree member) {
                TreePath holder = new TreePath(new TreePath(getCurrentPath(), member), member.getExpression());
                if (trees.getElement(holder) instanceof TypeElement type)
                    for (Element one : task.getElements().getAllMembers(type))
                        if (one.getSimpleName().equals(member.getIdentifier()) && one.getModifiers().contains(Modifier.STATIC))
                            print(member.getIdentifier(), end(member, member.getIdentifier()), one, "import");
            }
            return super.visitImport(tree, none);
        }

        /** javac writes the base of an anonymous class a second time, and `new` into each constant of an enum. */
        @Override
        public Void visitNewClass(NewClassTree tree, Void none) {
            boolean isConstant = isEnumConstant(getCurrentPath().getParentPath());
            scan(tree.getEnclosingExpression(), none);
            if (!isConstant) scan(tree.getIdentifier(), none);
            scan(tree.getTypeArguments(), none);
            scan(tree.getArguments(), none);
            return tree.getClassBody() == null ? null : scan(tree.getClassBody().getMembers(), none);
        }

        @Override
        public Void visitVariable(VariableTree tree, Void none) {
            if (!isEnumConstant(getCurrentPath())) return super.visitVariable(tree, none);
            scan(tree.getModifiers(), none);
            return scan(tree.getInitializer(), none);
        }

        boolean isEnumConstant(TreePath path) {
            Element element = path.getLeaf() instanceof VariableTree ? trees.getElement(path) : null;
            return element != null && element.getKind() == ElementKind.ENUM_CONSTANT;
        }

        void see(Name name, long at, Element element) {
            if (element == null || element.asType().getKind() == TypeKind.ERROR) return;
            ElementKind kind = element.getKind();
            boolean isMember = kind.isField() || kind == ElementKind.METHOD || kind.isClass() || kind.isInterface();
            if (isMember && element.getSimpleName().equals(name)) print(name, at, element, kindOf(element));
        }

        void print(Name name, long at, Element element, String kind) {
            Place to = declared.computeIfAbsent(firstOf(element), one -> Optional.ofNullable(placeOf(one))).orElse(null);
            if (to == null || at < 0) return;
            long line = unit().getLineMap().getLineNumber(at);
            Place from = new Place(pathOf(unit()), line);
            if (from.equals(to)) return;
            out.printf("{\"path\":\"%s\",\"line\":%d,\"name\":\"%s\",\"kind\":\"%s\",\"to\":{\"path\":\"%s\",\"line\":%d}}%n",
                    from.path, line, name, kind, to.path, to.line);
        }

        String kindOf(Element element) {
            TreePath path = getCurrentPath();
            Tree tree = path.getLeaf();
            if (tree instanceof MemberReferenceTree) return "call";
            TreePath outer = path.getParentPath();
            boolean isType = element.getKind().isClass() || element.getKind().isInterface();
            while (isType && (outer.getLeaf() instanceof ParameterizedTypeTree type && type.getType() == path.getLeaf()
                    || outer.getLeaf() instanceof AnnotatedTypeTree)) {
                path = outer;
                outer = outer.getParentPath();
            }
            Tree parent = outer.getLeaf();
            Tree self = path.getLeaf();
            for (TreePath one = outer; one != null && one.getLeaf() instanceof MemberSelectTree; one = one.getParentPath())
                if (one.getParentPath().getLeaf() instanceof ImportTree) return "import";
            if (parent instanceof ImportTree) return "import";
            if (parent instanceof MethodInvocationTree call && call.getMethodSelect() == self) return "call";
            if (parent instanceof NewClassTree made && made.getIdentifier() == self) return "call";
            if (parent instanceof MemberReferenceTree made && made.getMode() == MemberReferenceTree.ReferenceMode.NEW)
                return "call";
            if (parent instanceof ClassTree heir && (heir.getExtendsClause() == self || heir.getImplementsClause().contains(self)))
                return "inherit";
            if (!isType || parent instanceof MemberReferenceTree) return "value";
            boolean isQualifier = parent instanceof MemberSelectTree member && !member.getIdentifier().contentEquals("class")
                    && !(trees.getElement(outer) instanceof TypeElement);
            return isQualifier ? "value" : "type";
        }

        Element firstOf(Element element) {
            if (element.getKind() != ElementKind.METHOD) return element;
            for (Element other : element.getEnclosingElement().getEnclosedElements())
                if (other.getKind() == ElementKind.METHOD && other.getSimpleName().equals(element.getSimpleName())) return other;
            return element;
        }

        /** Returns the line of the defined name; null for what is not defined in these files. */
        Place placeOf(Element element) {
            TreePath path = trees.getPath(element);
            if (path == null) return null;
            CompilationUnitTree unit = path.getCompilationUnit();
            Tree tree = path.getLeaf();
            long start = positions.getStartPosition(unit, tree);
            if (tree instanceof ClassTree type) start = after(unit, type.getModifiers(), start);
            if (tree instanceof MethodTree method) {
                start = after(unit, method.getModifiers(), start);
                start = after(unit, method.getReturnType(), start);
            }
            if (tree instanceof VariableTree field) {
                start = after(unit, field.getModifiers(), start);
                start = after(unit, field.getType(), start);
            }
            Matcher word = Pattern.compile("(?<![\\w$])" + Pattern.quote(element.getSimpleName().toString()) + "(?![\\w$])")
                    .matcher(textOf(unit));
            if (start < 0 || !word.find((int) start)) return null;
            return new Place(pathOf(unit), unit.getLineMap().getLineNumber(word.start()));
        }

        long after(CompilationUnitTree unit, Tree part, long start) {
            long end = part == null ? -1 : positions.getEndPosition(unit, part);
            return Math.max(start, end);
        }

        long end(Tree tree, Name name) {
            return positions.getEndPosition(unit(), tree) - name.length();
        }

        CompilationUnitTree unit() {
            return getCurrentPath().getCompilationUnit();
        }

        String pathOf(CompilationUnitTree unit) {
            return root.relativize(Path.of(unit.getSourceFile().toUri())).toString().replace(File.separatorChar, '/');
        }

        CharSequence textOf(CompilationUnitTree unit) {
            try {
                return unit.getSourceFile().getCharContent(true);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}

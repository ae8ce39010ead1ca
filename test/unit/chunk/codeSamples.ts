/** A text per language, and its outline: kind, scope and symbol, lines. */

export const OUTLINES: [language: string, text: string, outline: string[]][] = [
  [
    'java',
    `package a;
/** Doc. */
@Service
public class A<T> extends B implements C {
  private static final int X = 1;
  @Override
  public <R> List<R> go(String s) { return new ArrayList<>(); }
  A() {}
  enum E { ONE, TWO }
  interface I { void f(); }
  record R(int x) {}
}`,
    [
      'class A@2-12',
      'constant A.X@5-5',
      'method A.go@6-7',
      'method A.A@8-8',
      'enum A.E@9-9',
      'constant A.E.ONE@9-9',
      'constant A.E.TWO@9-9',
      'interface A.I@10-10',
      'method A.I.f@10-10',
      'class A.R@11-11',
    ],
  ],
  [
    'go',
    `package a

// S serves.
type S struct {
	x int
}
type I interface {
	F(a int) error
}
type Id = string
const (
	A = iota
	B
)
var global = 1

// Start starts.
func (s *S[T]) Start(ctx context.Context) error {
	local := 1
	return s.run(ctx, local)
}
func main() {}`,
    [
      'class S@3-6',
      'interface I@7-9',
      'method I.F@8-8',
      'type Id@10-10',
      'constant A@12-12',
      'constant B@13-13',
      'constant global@15-15',
      'method S.Start@17-21',
      'function main@22-22',
    ],
  ],
  [
    'rust',
    `//! Crate.
use a::b::{C, d as e};
/// A thing.
#[derive(Debug)]
pub struct S<T> { x: T }
pub enum E { A(i32), B }
pub trait T: Base { type Item; fn f(&self); }
impl<T> Tr for S<T> {
    fn f(&self) -> i32 { g::<i32>(self.x) }
}
const LIMIT: usize = 3;
macro_rules! m { () => {} }
mod inner { pub fn h() {} }`,
    [
      'class S@3-5',
      'enum E@6-6',
      'constant E.A@6-6',
      'constant E.B@6-6',
      'interface T@7-7',
      'type T.Item@7-7',
      'method T.f@7-7',
      'class S@8-10',
      'method S.f@9-9',
      'constant LIMIT@11-11',
      'function m@12-12',
      'module inner@13-13',
      'function inner.h@13-13',
    ],
  ],
  [
    'c',
    `#include <stdio.h>
#define MAX 10
#define SQ(x) ((x) * (x))
/* A point. */
typedef struct point { int x; } point_t;
enum color { RED };
struct node;
static char **names(int a,
                    int b)
{
    return helper(a);
}
int global = 3;
typedef int (*callback)(void *);`,
    [
      'constant MAX@2-2',
      'function SQ@3-3',
      'class point_t@4-5',
      'class point_t.point@5-5',
      'enum color@6-6',
      'constant color.RED@6-6',
      'function names@8-12',
      'constant global@13-13',
      'type callback@14-14',
    ],
  ],
  [
    'cpp',
    `namespace a::b {
template <typename T>
class Box : public Base<T> {
 public:
  explicit Box(int x);
  T& get() const { return x_; }
  bool operator==(const Box& o) const;
};
using Id = std::string;
enum class E { A };
}
template <typename T>
T& Box<T>::take(int a) {
  return std::move(a);
}
void a::b::go() {}`,
    [
      'module a.b@1-11',
      'class a.b.Box@2-8',
      'method a.b.Box.Box@5-5',
      'method a.b.Box.get@6-6',
      'method a.b.Box.operator==@7-7',
      'type a.b.Id@9-9',
      'enum a.b.E@10-10',
      'constant a.b.E.A@10-10',
      'method Box<T>.take@12-15',
      'method a.b.go@16-16',
    ],
  ],
  [
    'csharp',
    `using System.Linq;
namespace A.B
{
    /// <summary>Doc.</summary>
    [Serializable]
    public class C : D, IE<int>
    {
        private readonly int x = 1;
        public string Name { get; set; }
        public C() : base() { }
        public async Task<T> Go<T>(int a) => await this.Run(a);
        enum E { One }
        interface IF { void F(); }
    }
    public record R(int X);
    struct S { }
}`,
    [
      'module A.B@2-17',
      'class A.B.C@4-14',
      'constant A.B.C.x@8-8',
      'constant A.B.C.Name@9-9',
      'method A.B.C.C@10-10',
      'method A.B.C.Go@11-11',
      'enum A.B.C.E@12-12',
      'constant A.B.C.E.One@12-12',
      'interface A.B.C.IF@13-13',
      'method A.B.C.IF.F@13-13',
      'class A.B.R@15-15',
      'class A.B.S@16-16',
    ],
  ],
  [
    'ruby',
    `require 'json'
module A
  # A thing.
  class B < C::D
    include E
    LIMIT = 3
    def self.make(x) = new(x)
    def go!(a, b: 1)
      helper.call(a)
    end
  end
end
class A::F; end
describe 'it' do
  it 'works' do
  end
end`,
    [
      'module A@2-12',
      'class A.B@3-11',
      'constant A.B.LIMIT@6-6',
      'method A.B.make@7-7',
      'method A.B.go!@8-10',
      'class A.F@13-13',
      'function it@14-17',
      'function it.works@15-16',
    ],
  ],
  [
    'php',
    `<?php
namespace A\\B;
use X\\Y;
use Z\\{P, Q as R};
/** Doc. */
#[Attr]
abstract class C extends D implements E {
    use T;
    const LIMIT = 3;
    private int $x = 1;
    public function go(int $a): ?Fact { return $this->run(new G()); }
    abstract protected function no();
}
interface I { public function f(); }
trait T {}
enum Suit { case Hearts; }
function top() { strlen('a'); }`,
    [
      'class C@5-13',
      'constant C.LIMIT@9-9',
      'constant C.x@10-10',
      'method C.go@11-11',
      'method C.no@12-12',
      'interface I@14-14',
      'method I.f@14-14',
      'class T@15-15',
      'enum Suit@16-16',
      'constant Suit.Hearts@16-16',
      'function top@17-17',
    ],
  ],
];

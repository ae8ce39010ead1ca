/**
 * What grammars cannot read, overwritten by what they can, at the same offsets: syntax newer than the grammar, macros, and
 * dialects. Only the parser sees the result; names and chunks come from the blob. Stops at text: no parsing here.
 */
type Prepare = (text: string) => string;
/**
 * `fun interface`, receivers that may be null (`A?.() -> B`), `T & Any`, guards (`is A if b -> c`), `class A : B by c {`,
 * whose body would be a lambda, arguments of annotations, branches after a call (`a -> b()`) whose condition begins with a bracket, and infix functions
 * that begin like `else` (`a eq b`).
 */
export declare const prepareKotlin: Prepare;
/**
 * Macros, which Objective-C's own headers are full of, and their enums:
 *   typedef NS_ENUM(NSUInteger, Level) {   →           enum                Level  {
 */
export declare const prepareObjectiveC: Prepare;
/**
 * Bats tests are functions whose name is a title, aliases are commands whose first argument is the name:
 *   @test "it deploys" {   →         ···········(){
 *   alias gs='git status'  →   alias gs 'git status'
 */
export declare const prepareBash: Prepare;
/**
 * An interface (.mli) is what may stand between `sig` and `end`, which the grammar of implementations reads; the first
 * comment makes room:
 *   (** Keeps users. *)   →   module type I__=sig(*)
 */
export declare const prepareOCaml: Prepare;
/** As long as it was, and on as many lines. */
export declare function blank(text: string): string;
export {};

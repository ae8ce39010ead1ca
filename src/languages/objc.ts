import { C_FAMILY, C_RULES } from './c.ts';
import { blank, type Language } from './language.ts';
import query from './queries/objc.scm';

export const objc: Language = {
  ...C_FAMILY,
  name: 'objc',
  extensions: 'm mm',
  syntax: { grammar: 'objc', query, prepare: prepareObjectiveC, atDeclares: true },
  rules: C_RULES,
  members: { areOutside: true, block: /^(\s*)@(?:implementation|interface|protocol)\s+(\w+)/, isFlat: true },
};

/**
 * Macros, which Objective-C's own headers are full of, and their enums:
 *   typedef NS_ENUM(NSUInteger, Level) {   →           enum                Level  {
 */
function prepareObjectiveC(text: string): string {
  return text
    .replace(
      /\b(typedef[ \t]+)((?:NS|CF)_(?:CLOSED_|ERROR_)?(?:ENUM|OPTIONS)[ \t]*\()([^,()\n]*,)([^()\n]*)\)/g,
      (_, typedef: string, macro: string, base: string, name: string) =>
        `${blank(typedef)}enum${blank(macro.slice(4))}${blank(base)}${name} `,
    )
    .replace(MACRO, blank);
}

/**
 * `NS_ASSUME_NONNULL_BEGIN`, `API_AVAILABLE(ios(10))`, `FOUNDATION_EXPORT`,
 * `NS_DESIGNATED_INITIALIZER`
 */
const MACRO =
  /\b(?=[A-Z0-9_]{3,200}\b)[A-Z][A-Z0-9]*_(?:[A-Z0-9]+_)*(?:AVAILABLE|UNAVAILABLE|DEPRECATED|INITIALIZER|BEGIN|END|SUPER|NAME|EXPORT|EXTERN|ATTRIBUTE|FUNCTION|TERMINATION|RESULT|SWIFT|PRIVATE|SENDABLE|ACTOR)(?:_[A-Z0-9_]+)?\b(?:\((?:[^()\n]|\((?:[^()\n]|\([^()\n]*\))*\))*\))?/g;

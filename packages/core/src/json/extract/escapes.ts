import { parseExactly } from '../parse-json.ts';
import { type ParserState, repair } from './state.ts';
import { regularExpression } from './text.ts';

/**
 * A Windows path with single backslashes, as in `C:\new`. `Plan A:\nFirst` is not a path: after the
 * start of the string, a JSON escape counts only if the path continues after it.
 */
const windowsPath =
  /^\\\\[\p{L}\p{N}.-]+\\(?=[^\\"]{0,200}[\\.])(?!\\)|^[A-Za-z]:\\(?:[^\\nrtbf"/]|[nrtbf][a-z])|[\s"'(=][A-Za-z]:\\(?:[^\\nrtbf"/]|[nrtbf][\w-]{0,60}[\\.]\w)/u;
/**
 * TeX commands. The letters of JSON escapes count only in common commands: prose never contains a
 * backspace or a form feed before letters, but it does contain line breaks and tabs. Short commands count
 * after the mark of a formula.
 */
const texCommand =
  /\\(?:[ac-eg-mo-qsv-zA-Z][A-Za-z]|[bf][a-z]{2}|n(?:abla|eq|otin)|r(?:ho|ight)|t(?:au|ext|heta|ilde|imes|riangle))|(?:\$|\\[([])[^$\\]{0,80}\\(?:n(?:eg?|exists|i|mid|ot|u)|r(?:angle|brace|ceil|ef|floor|m)|t(?:anh?|frac|herefore|op?))(?![a-z])/;
/** Escapes that are line breaks in TeX too, because no command begins there. */
const lineBreakInTex =
  /(?<!\\)\\n(?!abla|(?:e(?:[gq]|xists|wline)?|i|mid|o(?:t(?:in)?|indent|number)|u)(?![a-z]))/g;
/** The edge of a word: a backspace is not meant where a text is not JSON. */
const wordEdge = /(?<!\\)\\b/;
/** An escape that is no quote and no line break. Without one a text has no path, no TeX and no regular expression. */
const special = /\\(?:[^"/n]|$|n[aeimou])|:\\n/;
/** An escape, also an incomplete one at the end. */
const escape = /\\(u[\da-fA-F]{4}|u[\da-fA-F]{0,3}$|[^]|$)/g;

/**
 * Decodes the body of a string between its quotes, and repairs and logs what JSON does not allow in it.
 * With `isCut` the text ends inside the string, and an incomplete escape at its end is dropped.
 */
export function decodeBody(state: ParserState, from: number, to: number, isCut = false): string {
  const body = state.text.slice(from, to);
  if (!body.includes('\\')) return isCut ? dropHalfPair(body) : body;
  const isOrdinary = !special.test(body);
  const exact = isOrdinary && !isCut ? parseExactly(`"${body}"`) : undefined;
  if (typeof exact === 'string') return exact;
  const mayBePath = !isOrdinary && !state.plainEscapes;
  const isPath = mayBePath && windowsPath.test(body);
  if (isPath || (mayBePath && texCommand.test(body.replaceAll('\\\\', '')))) {
    repair(state, 'invalid-escape', from + body.indexOf('\\'));
    // Backslashes before quotes only kept the string from ending.
    const text = body.replaceAll('\\"', '"');
    return isPath ? text : text.replace(lineBreakInTex, '\n');
  }
  const isPattern = regularExpression.test(body) || (mayBePath && wordEdge.test(body));
  const keepAll = !isOrdinary && isPattern;
  const decoded = body.replace(escape, (written: string, rest: string, index: number) => {
    const meant = decodeEscape(written);
    if (meant !== written && !(keepAll && /^[bf]/.test(rest))) return meant;
    const isAtEnd = index + written.length === body.length;
    if (isCut && isAtEnd && (rest === '' || rest.startsWith('u'))) return '';
    // The quote mark around a string may always be escaped.
    if (rest === state.text.charAt(from - 1)) return rest;
    repair(state, 'invalid-escape', from + index);
    // `\(`, `\,` and `\ ` are TeX, `\[` begins a list of a pattern, and `\.` alone is one; Markdown escapes `_`, `*` and `#`.
    const isAlone = body === written || state.source.hasPattern();
    const isText = keepAll || (isAlone && !/["'_]/.test(rest));
    return isText || /^[\p{L}\p{N}()[\]{},;: ]/u.test(rest) ? written : rest;
  });
  return isCut ? dropHalfPair(decoded) : decoded;
}

const jsonEscape = /^\\(?:["\\/bfnrt]|u[\da-f]{4})$/i;

/** Decodes one escape of JSON; returns other text as it is. */
export function decodeEscape(written: string): string {
  const decoded = jsonEscape.test(written) ? parseExactly(`"${written}"`) : undefined;
  return typeof decoded === 'string' ? decoded : written;
}

/** Drops the first half of a surrogate pair whose second half was cut off. */
function dropHalfPair(text: string): string {
  return text.replace(/[\ud800-\udbff]$/, '');
}

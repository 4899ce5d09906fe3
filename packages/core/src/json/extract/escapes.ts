import { note } from './repair-log.ts';
import type { Repair } from './types.ts';

/** The letters of escapes and what they stand for. */
const escapeLetters = 'bfnrt"\\/';
const escapeTexts = '\b\f\n\r\t"\\/';

/**
 * `C:\new`: a drive and a backslash that no one doubled. `Plan A:\nFirst` is none: past the start, an
 * escape that JSON knows counts only where the path goes on.
 */
const windowsPath =
  /^[A-Za-z]:\\(?:[^\\nrtbf"/]|[nrtbf][a-z])|[\s"'(=][A-Za-z]:\\(?:[^\\nrtbf"/]|[nrtbf][\w-]*[\\.]\w)/;
/**
 * TeX commands. Letters that JSON knows as escapes count only where the rest of a common command
 * follows: a backspace or a form feed before letters never occurs in prose, a line break does.
 */
const texCommand =
  /(?<!\\)(?:\\\\)*\\(?:[ac-eg-mo-qsv-zA-Z][A-Za-z]|[bf][a-z]{2}|n(?:abla|eq|otin)|r(?:ho|ight)|t(?:au|ext|heta|imes|ilde|riangle))/;
/** `\d`, `\w`: in a regular expression every backslash belongs to the text. */
const regularExpression = /\\[dDwWsSB](?![A-Za-z])/;
const incompleteUnicode = /^[0-9a-fA-F]{0,3}$/;
const unicodeDigits = /^[0-9a-fA-F]{4}$/;

/** What a string body is read with. */
export interface EscapeContext {
  readonly log: Repair[];
  /** Offset of the body in the text. */
  readonly at: number;
  /** The quote mark around the string; escaping it is legal whatever it is. */
  readonly quote: string;
  /** The text ends inside the string: half an escape at the end is dropped. */
  readonly cut: boolean;
}

/** Decodes the body of a string; what JSON does not allow in it is repaired and logged. */
export function decodeBody(body: string, context: EscapeContext): string {
  noteRawControls(body, context);
  if (!body.includes('\\')) return context.cut ? dropHalfPair(body) : body;
  if (windowsPath.test(body) || texCommand.test(body)) return readLiterally(body, context);
  const keepAll = regularExpression.test(body);
  let decoded = '';
  let from = 0;
  for (let at = body.indexOf('\\'); at >= 0; at = body.indexOf('\\', from)) {
    decoded += body.slice(from, at);
    const next = body.charAt(at + 1);
    const letter = escapeLetters.indexOf(next);
    const digits = body.slice(at + 2, at + 6);
    from = at + 2;
    if (next !== '' && letter >= 0) {
      decoded += escapeTexts.charAt(letter);
    } else if (next === 'u' && unicodeDigits.test(digits)) {
      decoded += String.fromCharCode(Number.parseInt(digits, 16));
      from = at + 6;
    } else if (context.cut && isHalfEscape(body, at)) {
      from = body.length;
    } else {
      const legal = next === context.quote;
      if (!legal) note(context.log, 'invalid-escape', context.at + at);
      const keep = !legal && (keepAll || /[\p{L}\p{N}]/u.test(next));
      decoded += keep ? `\\${next}` : next;
    }
  }
  decoded += body.slice(from);
  return context.cut ? dropHalfPair(decoded) : decoded;
}

/** Only an escaped quote is undone: without its backslash the string would have ended there. */
function readLiterally(body: string, { log, at }: EscapeContext): string {
  note(log, 'invalid-escape', at + body.indexOf('\\'));
  return body.replaceAll('\\"', '"');
}

function isHalfEscape(body: string, at: number): boolean {
  const next = body.charAt(at + 1);
  return next === '' || (next === 'u' && incompleteUnicode.test(body.slice(at + 2, at + 6)));
}

/** A cut between the halves of a surrogate pair leaves half a character. */
function dropHalfPair(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last <= 0xdbff ? text.slice(0, -1) : text;
}

function noteRawControls(body: string, { log, at }: EscapeContext): void {
  for (let index = 0; index < body.length; index += 1) {
    if (body.charCodeAt(index) < 0x20) note(log, 'raw-control', at + index);
  }
}

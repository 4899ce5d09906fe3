import { isDigit, isHiragana, isLatin, isWordUnit, runEnd } from '../text/characters.ts';
import { plainSpan, type ScanText, type TypedSpan } from './typed-span.ts';

const methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS'];
const longestMethod = 7;
const pathMarks = '-._~/{}:*?&=%+@$#<>';
const trailing = '.:?&=#-+~<';

/** Units of a path or a URL. */
function isPathUnit(unit: number): boolean {
  return isWordUnit(unit) || pathMarks.includes(String.fromCharCode(unit));
}

/** `METHOD /path`, path parameters and query included; trailing punctuation left out. */
export function* scanEndpoints({ plain }: ScanText): Iterable<TypedSpan> {
  let slash = plain.indexOf('/');
  while (slash >= 0) {
    const method = methodBefore(plain, slash);
    const end = method < 0 ? slash + 1 : trimEnd(plain, slash, runEnd(plain, slash, isPathUnit));
    if (method >= 0 && end > slash) yield plainSpan('endpoint', method, end);
    slash = plain.indexOf('/', Math.max(end, slash + 1));
  }
}

/** Returns the start of the HTTP method before the slash, or -1. */
function methodBefore(plain: string, slash: number): number {
  let end = slash;
  while (end > slash - 3 && (plain.charAt(end - 1) === ' ' || plain.charAt(end - 1) === '`'))
    end -= 1;
  if (end === slash) return -1;
  const window = plain.slice(Math.max(0, end - longestMethod), end);
  const method = methods.find((each) => window.endsWith(each));
  if (method === undefined) return -1;
  const start = end - method.length;
  return isWordUnit(plain.charCodeAt(start - 1)) ? -1 : start;
}

const folder = String.raw`[\w一-龠々ぁ-んァ-ヶー.-]{1,40}[/\\]`;
const file = String.raw`[\w一-龠々ぁ-んァ-ヶー-]{1,40}\.[a-z]{2,4}(?!\w)`;
const name = String.raw`[\w一-龠々ァ-ヶー-]{1,40}`;
const root = String.raw`(?:[A-Za-z]:|https?:\/|~|\.{1,2})[/\\]`;
/** /共有/総会/2025, C:\資料\見積, 資料/名簿.xlsx: the last name ends before hiragana, or has an ending. */
const japanesePath = new RegExp(
  String.raw`(?<![\w一-龠々ァ-ヶー/\\.])(?:(?:${root}|(?:\/|\\\\)(?=${folder}))(?:${folder}){0,8}(?:${file}|${name})|(?:${name}[/\\]){1,8}${file})`,
  'g',
);

/** `/a/b`, `a/b.ext`, `./x`, `../x`, `C:\x`, `https://…`. "and/or" and km/h are words. */
export function* scanPaths({ plain }: ScanText): Iterable<TypedSpan> {
  for (const { 0: written, index } of plain.matchAll(japanesePath)) {
    // /var/log以下 is a Latin path.
    const form = written.replace(/(?:[以配直]?下|フォルダー?|[内等宛])$/, '');
    if (/[一-龠ぁ-んァ-ヶ]/.test(form)) yield plainSpan('path', index, index + form.length);
  }
  let at = 0;
  while (at < plain.length) {
    const unit = plain.charCodeAt(at);
    const run = runEnd(plain, at, isPathUnit);
    if (isLatin(unit) && plain.startsWith(':\\', at + 1)) {
      const isDrivePath = (each: number): boolean => isPathUnit(each) || each === 92;
      const end = trimEnd(plain, at, runEnd(plain, at + 2, isDrivePath));
      yield plainSpan('path', at, end);
      at = Math.max(end, run);
    } else {
      const end = trimEnd(plain, at, run);
      if (run > at && isPath(plain, at, end)) yield plainSpan('path', at, end);
      at = Math.max(run, at + 1);
    }
  }
}

/** Words after the path of a folder: app/views 配下. */
const folderAfter = /^ ?(?:配下|以下|ディレクトリ|フォルダ|folder|directory)/;

/** Names that a project or a system gives to its first folders, and no text to an alternative. */
const rootFolder =
  /^(?:src|lib|docs?|tests?|apps?|bin|etc|usr|var|opt|packages|modules|scripts|assets|public|config|vendor|dist)\//;

function isPath(plain: string, start: number, end: number): boolean {
  const text = plain.slice(start, Math.min(end, start + 400));
  if (!text.includes('/')) return false;
  if (/^[a-z][a-z0-9+.]*:\/\/\S/i.test(text)) return true;
  if (text.includes('//')) return false;
  if (/^(?:\.{1,2}|~)\/[\w.]/.test(text)) return true;
  const last = text.slice(text.lastIndexOf('/') + 1);
  if (text.startsWith('/')) {
    const before = plain.charCodeAt(start - 1);
    // 入力/output is an alternative; 一覧は/items names a path.
    const free = Number.isNaN(before) || before < 0x3040 || isHiragana(before) || before > 0xff00;
    return free && /^\/[A-Za-z_{:*.~@]/.test(text);
  }
  const first = text.slice(0, text.indexOf('/'));
  if (!/^[@\w.-]+$/.test(first) || isDigit(text.charCodeAt(0))) return false;
  if (last === '') return text.length > 3 && first.length > 1;
  if (
    /^[a-z][\w-]*(?:\/[a-z][\w-]*)+$/i.test(text) &&
    (text.split('/').length > (/[a-z]\d|_/i.test(text) || rootFolder.test(text) ? 2 : 3) ||
      folderAfter.test(plain.slice(end, end + 12)))
  )
    return true;
  // Archive/Letters/1912-1918
  if (/^[A-Z][\w-]*(?:\/[\w-]+)+\/[A-Za-z_-]*\d[\w-]*$/.test(text)) return true;
  return first.startsWith('@') || /^[\w*.-]*\.[A-Za-z][A-Za-z0-9]{0,4}$/.test(last);
}

function trimEnd(plain: string, start: number, end: number): number {
  let last = end;
  while (last > start + 1 && trailing.includes(plain.charAt(last - 1))) last -= 1;
  return last;
}

import {
  isDigit,
  isLatin,
  isSpace,
  isUpper,
  isWordUnit,
  lastBeforeSpaces,
  runEnd,
} from '../text/characters.ts';
import { readUnit } from '../quantity/units.ts';
import { wordSet } from '../text/lexicon.ts';
import { englishFunctionWords, isStopWord } from '../words/stop-words.ts';
import { isFree, plainSpan, type ScanText, type TypedSpan } from './typed-span.ts';

const joiners = '.-@$';
/** Products whose capitals people vary. They are compared without case, like Vue.js and C#. */
const brands = /* @__PURE__ */ wordSet(`
github gitlab javascript typescript postgresql mysql sqlite mongodb graphql youtube linkedin openai bigquery
dynamodb wordpress iphone ipad ios macos ebay paypal bitbucket datadog pagerduty websocket websockets oauth
openid redis elasticsearch opensearch webhook webhooks powerpoint onedrive sharepoint hubspot salesforce
docusign chatgpt cloudwatch cloudfront
`);

/** #data-alert: a channel, with its mark. */
const channelName = /^#[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*/;

/** 10.0.0.0/8 */
const ipAddress = /^\d{1,3}(?:\.\d{1,3}){3}(?:\/\d{1,2})?(?![\w.])/;

/** Names of code, products and files: userId, order_events, X-7731, app.config, Vue.js, Cloud Run. */
export function* scanIdentifiers(scan: ScanText): Iterable<TypedSpan> {
  const { plain } = scan;
  let at = 0;
  while (at < plain.length) {
    const unit = plain.charCodeAt(at);
    const dotNet = unit === 46 && (plain.startsWith('.NET', at) || isDotFile(plain, at));
    const channel = unit === 35 ? channelName.exec(plain.slice(at, at + 60)) : null;
    const address = isDigit(unit) ? ipAddress.exec(plain.slice(at, at + 20)) : null;
    if (address !== null && !isWordUnit(plain.charCodeAt(at - 1))) {
      yield plainSpan('identifier', at, at + address[0].length);
      at += address[0].length;
      continue;
    }
    if (channel !== null && !isWordUnit(plain.charCodeAt(at - 1))) {
      yield plainSpan('identifier', at, at + channel[0].length);
      at += channel[0].length;
      continue;
    }
    if (!(isLatin(unit) || isDigit(unit) || unit === 95 || unit === 64 || dotNet)) {
      at += 1;
      continue;
    }
    const end = tokenEnd(plain, at + (unit === 64 || dotNet ? 1 : 0));
    if (end > at && isFree(scan, at, end)) {
      const token = plain.slice(at, Math.min(end, at + 200));
      const pair = properNameEnd(scan, at, end);
      if (pair > end && isFree(scan, at, pair)) {
        yield plainSpan('identifier', at, pair);
        at = pair;
        continue;
      }
      // MAX_RETRIES=5: the value belongs to its name.
      const value = assigned.exec(plain.slice(end, end + 40))?.[0].length ?? 0;
      if (isIdentifier(token)) yield plainSpan('identifier', at, end + value);
    }
    at = Math.max(end, at + 1);
  }
}

/** The value of a setting, as a number. */
const assigned = /^=-?\d[\w.]*(?<!\.)(?![\w=&])/;

/** .pdf, .eslintrc.json: not the end of a sentence. */
function isDotFile(plain: string, at: number): boolean {
  const before = plain.charCodeAt(at - 1);
  const free = Number.isNaN(before) || isSpace(before) || before > 0x3000 || before === 40;
  return free && /^\.[a-z][a-z0-9]+(?:\.[a-z0-9]+)*(?![A-Za-z0-9_])/.test(plain.slice(at, at + 40));
}

/** Returns true for identifiers whose capitals may vary in the plan. */
export function isBrandForm(text: string): boolean {
  if (
    // C#, and no channel: #alerts
    /[ +]|.#/.test(text) ||
    /^\.NET$/i.test(text) ||
    /^[A-Z][A-Za-z]+\.(?:js|ts|io|py|net)$/i.test(text)
  )
    return true;
  return brands.has(text.toLowerCase()) || /^[A-Za-z]{1,4}\d{1,2}[a-z]?$/.test(text);
}

/** scan_####.tif, report_{date}.csv: the open part of a name. */
const placeholder = /^(?:[#*]+|\{\w+\}|<\w+>)(?:[.\-_]?\w+)*/;

/** Returns the end of letters and digits, joined by single `.`, `-`, `@`, `$`, with a closing `#` or `++`. */
function tokenEnd(plain: string, at: number): number {
  let end = runEnd(plain, at, isWordUnit);
  while (joiners.includes(plain.charAt(end)) && isWordUnit(plain.charCodeAt(end + 1))) {
    end = runEnd(plain, end + 1, isWordUnit);
  }
  const pattern =
    plain.charAt(end - 1) === '_' ? placeholder.exec(plain.slice(end, end + 40)) : null;
  if (pattern !== null) return end + pattern[0].length;
  if (end === at + 1 && plain.charAt(end) === '#') return end + 1;
  if (end === at + 1 && plain.startsWith('++', end)) return end + 2;
  return end;
}

function isIdentifier(token: string): boolean {
  if (/^[A-Za-z](?:#|\+\+)$/.test(token) || token.startsWith('.')) return true;
  if (!/[A-Za-z]/.test(token)) return serial.test(token);
  if (token.includes('_')) return /[A-Za-z0-9]_[A-Za-z0-9]/.test(token) || /^_[a-z]/.test(token);
  if (token.includes('@')) return /^[\w.@-]+$/.test(token) && token.length > 2;
  if (token.includes('.')) return isDotted(token);
  if (token.includes('-')) return isKebab(token);
  if (token.includes('$')) return true;
  if (isDigit(token.charCodeAt(0)) || isMeasure(token)) return false;
  if (/[a-z0-9][A-Z]/.test(token)) return true;
  // S3, EC2, OAuth2, K8s; "v2" is a version.
  return /[A-Za-z]\d/.test(token) && !/^v\d/i.test(token);
}

/** kHz, mAh and p95 are measures. */
function isMeasure(token: string): boolean {
  const lower = token.toLowerCase();
  return /^p\d{2}$/.test(token) || (token.length > 1 && readUnit(lower, 0)?.form === lower);
}

function isDotted(token: string): boolean {
  if (/^(?:e\.g|i\.e|a\.m|p\.m|vs|etc|No)\b/i.test(token)) return false;
  if (/^\d/.test(token) || /^v\d/i.test(token)) return false;
  const parts = token.split('.');
  // "done.Next" is a missing space.
  if (
    parts.length === 2 &&
    /^[a-z-]{3,}$/.test(parts[0] ?? '') &&
    /^[A-Z][a-z]+$/.test(parts[1] ?? '')
  )
    return false;
  // TLS1.2 is a version.
  return !(
    parts.length === 2 &&
    /^[A-Za-z]+\d+$/.test(parts[0] ?? '') &&
    /^\d+$/.test(parts[1] ?? '')
  );
}

/** A telephone number, an ISBN, a number with its check digit, and the 5W-30 of an oil; no date. */
const serial =
  /^(?!\d{4}-\d{1,2}-\d{1,2}$)\d+(?:-\d+){2,}$|^\d{5,}-\d{1,4}$|^\d{16,}$|^\d+[A-Z]{1,2}-\d{2,}$/;

function isKebab(token: string): boolean {
  if (/^\d/.test(token)) return serial.test(token);
  // SHA-512 and ISO-8601 are versions.
  if (/^[A-Z]{2,}-\d+(?:\.\d+)*$/.test(token)) return false;
  const [, word, number] = /^([a-z]+|Under|Over|Top)-(\d+)s?$/.exec(token) ?? [];
  // under-12, top-10
  if (word !== undefined && number !== undefined)
    return (
      token.length > 4 &&
      !(number.length < 3 && isStopWord(word.toLowerCase())) &&
      word.toLowerCase() !== 'top'
    );
  if (/\d/.test(token)) return true;
  return (
    /^(?:[A-Z][A-Za-z]*-){2,}[A-Z][A-Za-z]*$/.test(token) ||
    /^X-[A-Z]/.test(token) ||
    /[a-z][A-Z]/.test(token)
  );
}

/** Returns the end of a name of two or three capitalised words (Cloud Run, AWS Lambda), or else `end`. */
function properNameEnd(scan: ScanText, start: number, end: number): number {
  const { plain } = scan;
  const first = plain.slice(start, end);
  const brand = brands.has(first.toLowerCase());
  if (!isUpper(plain.charCodeAt(start)) || !(brand || isName(first))) return end;
  const acronym = /^[A-Z]{2,}$/.test(first);
  if (!acronym && !brand && opensSentence(plain, start)) return end;
  let last = end;
  for (let count = 1; count < 3; count += 1) {
    const next = last + 1;
    if (plain.charCodeAt(last) !== 32 || !isUpper(plain.charCodeAt(next))) break;
    const nextEnd = tokenEnd(plain, next);
    const word = plain.slice(next, nextEnd);
    if (!isName(word) || !isFree(scan, next, nextEnd)) break;
    // CSV PDF is a list, REST API is not.
    const isHead = /^(?:API|SDK|CLI|UI|ID|URL)s?$/.test(word);
    if (/^[A-Z]{2,}$/.test(word) && acronym && last === end && !isHead) break;
    last = nextEnd;
  }
  return last;
}

function isName(word: string): boolean {
  return /^(?:[A-Z]{2,}|[A-Z][a-z]+)$/.test(word) && !englishFunctionWords.has(word.toLowerCase());
}

function opensSentence(plain: string, at: number): boolean {
  const before = lastBeforeSpaces(plain, at);
  return before < 0 || '.!?:\n-*•)'.includes(plain.charAt(before));
}

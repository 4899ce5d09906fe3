import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commonTexts } from '../../../packages/core/src/http/problem.ts';
import type { FieldIssueCode } from '../../../packages/core/src/kit/field-issue.ts';
import type { EventStoreErrorCode, LlmErrorKind } from '../../../packages/core/src/index.ts';
import type { RejectionReason } from '../../../packages/core/src/gate.ts';
import type {
  ExtractRefusal,
  PatchProblemCode,
  RepairKind,
} from '../../../packages/core/src/json.ts';
import { extractJson } from '../../../packages/core/src/json/extract/extract-json.ts';
import { coreTextsEn } from '../../../packages/core/src/messages/core-texts-en.ts';
import { findingCatalog } from '../../../packages/core/src/messages/finding-catalog.ts';
import errors from '../catalogue/errors.json' with { type: 'json' };
import repairs from '../catalogue/repairs.json' with { type: 'json' };
import type { Language } from './markdown.ts';
import { packageErrors } from './package-errors.ts';

/** Cause and remedy. */
export type ErrorEntry = Readonly<Record<Language, readonly string[]>>;
type RepairEntry = Readonly<Record<Language, string>>;

// A code without an entry does not compile.
const errorGroups: {
  readonly rejections: Readonly<Record<RejectionReason, ErrorEntry>>;
  readonly extraction: Readonly<Record<ExtractRefusal, ErrorEntry>>;
  readonly findings: Readonly<Record<string, ErrorEntry>>;
  readonly patches: Readonly<Record<PatchProblemCode, ErrorEntry>>;
  readonly providers: Readonly<Record<LlmErrorKind, ErrorEntry>>;
  readonly stores: Readonly<Record<EventStoreErrorCode, ErrorEntry>>;
  readonly programs: Readonly<Record<string, ErrorEntry>>;
  readonly http: Readonly<Record<string, ErrorEntry>>;
  readonly fields: Readonly<Record<FieldIssueCode, ErrorEntry>>;
} = errors;
const repairTexts: Readonly<Record<RepairKind, RepairEntry>> = repairs;

const isErrorGroup = (name: string): name is keyof typeof errorGroups => name in errorGroups;

/** A text of the test cases of core for one kind of repair, and the value in it. */
interface RepairCase {
  readonly kind: string;
  readonly raw: string;
  readonly options?: object;
  readonly value: unknown;
}

const cases = readFileSync(
  join(import.meta.dirname, '../../../packages/core/test/cases/extract/kinds/positive.jsonl'),
  'utf8',
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RepairCase);

/** The errors of a group as a table of code, cause and remedy: `rejections` of core, `content-cards pdf`. */
export function listErrors(group: string, language: Language): string {
  checkTexts();
  const groups = isErrorGroup(group) ? { [group]: errorGroups[group] } : packageErrors(group);
  if (groups === null) throw new Error(`no group of errors "${group}"`);
  const heads =
    language === 'ja'
      ? ['コード', wide('原因'), wide('対処')]
      : ['code', wide('cause'), wide('remedy')];
  const entries = Object.values<Readonly<Record<string, ErrorEntry>>>(groups).flatMap((each) =>
    Object.entries(each),
  );
  return table(
    heads,
    entries.map(([code, texts]) => [unbroken(code), ...texts[language]]),
  );
}

/** Every code that core has a text for needs an entry. */
function checkTexts(): void {
  const codes = new Set(Object.values(errorGroups).flatMap((group) => Object.keys(group)));
  const texts = Object.keys({ ...coreTextsEn, ...findingCatalog.en, ...commonTexts });
  const missing = texts.filter((code) => !codes.has(code.replace(/^llm-/, '')));
  if (missing.length > 0) throw new Error(`errors.json has no entry for: ${missing.join(', ')}`);
}

/** The repairs of a class as a table of kind, meaning and example. */
export function listRepairs(wanted: string, language: Language): string {
  const heads =
    language === 'ja'
      ? ['修復', wide('意味'), '例', '値']
      : ['repair', wide('meaning'), 'example', 'value'];
  return table(
    heads,
    Object.entries(repairTexts).flatMap(([kind, texts]) => {
      const example = exampleOf(kind);
      if (example.risk !== wanted) return [];
      return [[unbroken(kind), texts[language], inCode(example.raw), inCode(example.value)]];
    }),
  );
}

/** The shortest case of the tests. Its class is what the code reports for it. */
function exampleOf(kind: string): {
  readonly raw: string;
  readonly value: string;
  readonly risk: string;
} {
  // Made by a gate, which knows the members that may be absent.
  if (kind === 'null-member')
    return { raw: '{"a": 1, "b": null}', value: '{"a":1}', risk: 'lossless' };
  const [example] = cases
    .filter((each) => each.kind === kind)
    .toSorted((left, right) => left.raw.length - right.raw.length);
  if (example === undefined) throw new Error(`the tests of core have no case for ${kind}`);
  const found = extractJson(example.raw, example.options);
  const repair =
    found.status === 'ok' ? found.repairs.find((each) => each.kind === kind) : undefined;
  if (repair === undefined) throw new Error(`the case of ${kind} does not show it`);
  return { raw: example.raw, value: JSON.stringify(example.value), risk: repair.class };
}

function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, heads.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A code on one line. */
function unbroken(name: string): string {
  return `<span style="white-space:nowrap">\`${name}\`</span>`;
}

/** The head of a column for sentences. */
function wide(head: string): string {
  return `<div style="min-width:12em">${head}</div>`;
}

/** Code of any characters: neither Markdown nor Vue reads it. */
function inCode(text: string): string {
  const shown = text.replaceAll('\n', '⏎').replaceAll('\uFEFF', '(BOM)');
  const escaped = shown.replaceAll(/[^\p{L}\p{N} ]/gu, (mark) => `&#${mark.codePointAt(0)};`);
  return `<code v-pre>${escaped}</code>`;
}

import type { Locale } from '@kanmon/core';
import { applyPatch, type PatchProblemCode } from '@kanmon/core/json';
import { checkOptions, type FieldIssue, fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import { cardJson } from '../model/card-hash.ts';
import { type Card, type Grade, validateCard } from '../model/card.ts';
import { checkCard } from '../model/check-shape.ts';
import type { CardLimits } from '../model/limits.ts';
import type { AutoFix } from '../model/review.ts';
import { checkFix, patchGuard, withGuardingTests } from './auto-fix-form.ts';
import { localeOfCard } from './card-lines.ts';
import { createDefaultRules } from './default-rules.ts';
import { reviewText } from './issue.ts';
import { checkRules, reviewByRules, type Rule, ruleContextOf, type Surroundings } from './rule.ts';

/** A fixed card with the fix that undoes it, or why the card stays as it is. */
export type AutoFixResult =
  | { readonly ok: true; readonly card: Card; readonly inverse: AutoFix }
  | {
      readonly ok: false;
      /** `stale`: the card is no longer what the fix was made for. */
      readonly code: 'stale' | 'not_allowed' | 'invalid_result';
      readonly issues: readonly FieldIssue[];
    };

/** Options of `applyAutoFix`. */
export interface AutoFixOptions {
  readonly limits?: Partial<CardLimits>;
  /** The rules that review the result. @default createDefaultRules({ limits }) */
  readonly rules?: readonly Rule[];
  /** What the rules may look at beside the card. */
  readonly around?: Surroundings;
  /** Of descriptions and messages. @default that of the card's text */
  readonly locale?: Locale;
}

const rank: Readonly<Record<Grade, number>> = { A: 0, B: 1, C: 2 };
const stalePatch: ReadonlySet<PatchProblemCode> = new Set<PatchProblemCode>([
  'test-failed',
  'path-not-found',
  'index-out-of-range',
]);
/** Fixes that this module made: their form needs no check, and undoing may bring back an issue. */
const ownInverses = new WeakSet<AutoFix>();

/**
 * Applies a fix under the guard: 1 to 64 operations on content only, `slide_id` and everything that
 * is not content out of reach. The result must be a valid card with a grade no worse than before.
 * Never throws because of the fix; the card is never touched.
 */
export function applyAutoFix(
  card: Card,
  fix: AutoFix,
  options: AutoFixOptions = {},
): AutoFixResult {
  checkOptions(options, 'limits rules around locale', 'applyAutoFix(card, fix, options)');
  checkCard('card of applyAutoFix', card);
  const { limits, around = {}, locale = localeOfCard(card) } = options;
  const rules = options.rules ?? createDefaultRules(withoutUndefined({ limits }));
  checkRules(rules);
  // Undoing a fix of many operations may take more of them than a proposal may have.
  const isUndo = ownInverses.has(fix);
  const form = isUndo ? [] : checkFix(fix);
  if (form.length > 0) return { ok: false, code: 'not_allowed', issues: form };
  const { patch } = withGuardingTests(card, fix);
  const guard = isUndo ? { ...patchGuard, maxOperations: patch.length } : patchGuard;
  const patched = applyPatch(cardJson(card), patch, guard);
  if (!patched.ok) {
    const { code, path } = patched.problem;
    return {
      ok: false,
      code: stalePatch.has(code) ? 'stale' : 'not_allowed',
      issues: [{ field: toField(path), issue: 'invalid_format', pointer: path }],
    };
  }
  const checked = validateCard(patched.value, withoutUndefined({ limits }));
  if (!checked.ok) return { ok: false, code: 'invalid_result', issues: checked.issues };
  if (!isUndo) {
    const context = ruleContextOf(around, locale);
    const gradeOf = (of: Card): Grade => reviewByRules(of, rules, context).grade;
    if (rank[gradeOf(checked.value)] > rank[gradeOf(card)])
      return { ok: false, code: 'invalid_result', issues: [fieldIssue([], 'unknown_value')] };
  }
  const inverse: AutoFix = {
    patch_id: `${fix.patch_id.slice(0, 120)}-inverse`,
    description: reviewText('fix_inverse', locale, { description: fix.description }),
    base: 'card',
    // A fix that changed nothing is undone by looking.
    patch:
      patched.inverse.length > 0
        ? patched.inverse
        : [{ op: 'test', path: '/title', value: card.title }],
  };
  ownInverses.add(inverse);
  return { ok: true, card: checked.value, inverse };
}

function toField(path: string): string {
  return path.slice(1).replaceAll('/', '.');
}

import type { JsonValue } from '@kanmon/core';
import { isJsonArray } from '@kanmon/core/kit';
import { advisorPhrases } from '../phrases/built-in-phrases.ts';
import { advisorShape } from '../report/reports.ts';
import { ownMember, stringPatterns } from '../report/shape.ts';
import { canTransition, isNodeStatus } from '../status/node-status.ts';
import { isBlank } from '../text/is-blank.ts';
import { prepareContext, type ReportContext } from './report-context.ts';
import {
  bannedPhraseRule,
  blankRule,
  listRule,
  objectRule,
  type ReportRule,
  shapeRule,
  textRule,
  titleRule,
} from './report-rule.ts';

/** Members that repeat the input, so they are not the model's words. */
const repeated: ReadonlySet<string> = new Set([
  '/target_node_id',
  '/target_title',
  '/current_status',
]);

/** Members that may be empty in a report about no node. */
const emptyWithoutTarget: ReadonlySet<string> = new Set([
  '/next_decision',
  '/target_title',
  '/current_status',
]);

/** A word that calls an option one. Word boundaries: `explanation` does not contain `plan`. */
const labelForm = /案|パターン|候補|(?<![a-z])(?:options?|plans?|patterns?|candidates?)(?![a-z])/iu;

/** Every rule for Advisor reports, in the order of their findings. */
export const advisorRules: readonly ReportRule[] = Object.freeze([
  shapeRule('advisor/shape', advisorShape, () => false),

  listRule({
    id: 'advisor/two-options',
    isFixed: true,
    codes: ['too-few-options'],
    select: ['/options'],
    repair: 'append',
    check(options, context, report, at) {
      if (options.length >= 2 || (options.length === 0 && isTargetNone(at.root, context))) return;
      report('too-few-options', { params: { minimum: 2, actual: options.length } });
    },
  }),

  // Label and the three texts that make it possible to act on an option.
  blankRule('advisor/four-fields', [
    '/options/*/label',
    '/options/*/next_action',
    '/options/*/necessary_info',
    '/options/*/criteria_note',
  ]),

  // Every option names at least one risk, and no risk is blank.
  listRule({
    id: 'advisor/risks',
    isFixed: true,
    codes: ['too-few-risks', 'blank'],
    select: ['/options/*/risks'],
    decidable: 'node',
    repair: 'append',
    check(risks, _context, report) {
      if (risks.length === 0) report('too-few-risks', { params: { minimum: 1, actual: 0 } });
      risks.forEach((risk, index) => {
        if (typeof risk === 'string' && isBlank(risk)) report('blank', { path: `/${index}` });
      });
    },
  }),

  // The target is a node of the input, or empty if the input has none; see `isTargetNone`.
  textRule({
    id: 'advisor/target',
    isFixed: true,
    codes: ['unknown-node'],
    select: ['/target_node_id'],
    decidable: 'node',
    check(id, context, report) {
      const { idCount, isValidId } = prepareContext(context);
      if (isValidId(id) || (idCount === 0 && id === '')) return;
      report('unknown-node', { params: { id, field: 'target_node_id' } });
    },
  }),

  // The target is the node of the request.
  textRule({
    id: 'advisor/focus',
    codes: ['target-mismatch'],
    select: ['/target_node_id'],
    decidable: 'node',
    check(actual, { focusNodeId: expected }, report) {
      if (expected === undefined || actual === expected) return;
      report('target-mismatch', { params: { expected, actual } });
    },
  }),

  // Texts about the report as a whole, and the criteria, are not blank.
  textRule({
    id: 'advisor/text',
    isFixed: true,
    finds: 'blanks',
    codes: ['blank'],
    select: [
      '/next_decision',
      '/summary',
      '/target_title',
      '/current_status',
      '/criteria/*/name',
      '/criteria/*/description',
    ],
    check(text, context, report, at) {
      if (!isBlank(text)) return;
      if (emptyWithoutTarget.has(at.path) && isTargetNone(at.root, context)) return;
      report('blank');
    },
  }),

  // No text of the model judges an option.
  bannedPhraseRule({
    id: 'advisor/phrase',
    severity: 'must',
    builtIn: advisorPhrases,
    phrases: (context) => prepareContext(context).advisorPhrases,
    select: stringPatterns(advisorShape).filter((pattern) => !repeated.has(pattern)),
  }),

  titleRule('advisor/title'),
  descriptionRule('advisor/description', 'should', () => true),

  // A suggested status is one of the fifteen, and the target may change to it.
  textRule({
    id: 'advisor/status',
    codes: ['unknown-status', 'illegal-transition'],
    select: ['/options/*/suggested_status'],
    check(status, context, report, at) {
      if (isBlank(status)) return;
      if (!isNodeStatus(status)) {
        report('unknown-status', { params: { status } });
        return;
      }
      const from = statusOfTarget(at.root, context);
      // A status that only the host knows cannot be judged.
      if (isNodeStatus(from) && !canTransition(from, status)) {
        report('illegal-transition', { params: { from, to: status } });
      }
    },
  }),

  // At least two criteria to compare by; a report without options compares nothing.
  objectRule({
    id: 'advisor/criteria',
    severity: 'should',
    codes: ['few-criteria'],
    check(root, context, report) {
      const criteria = ownMember(root, 'criteria');
      if ((criteria !== undefined && !isJsonArray(criteria)) || isTargetNone(root, context)) return;
      const actual = criteria?.length ?? 0;
      if (actual < 2) report('few-criteria', { path: '/criteria', params: { minimum: 2, actual } });
    },
  }),

  // The label calls the option one.
  textRule({
    id: 'advisor/label',
    severity: 'should',
    codes: ['label-form'],
    select: ['/options/*/label'],
    check(label, _context, report) {
      // Nearly every label passes as it is written.
      if (labelForm.test(label) || labelForm.test(label.normalize('NFKC'))) return;
      if (!isBlank(label)) report('label-form');
    },
  }),

  // Two options differ in label and in next action.
  listRule({
    id: 'advisor/distinct',
    severity: 'should',
    codes: ['duplicate-option'],
    select: ['/options'],
    check(options, _context, report) {
      const labels = new Set<string>();
      const actions = new Set<string>();
      options.forEach((option, index) => {
        const repeatsLabel = isRepeated(ownMember(option, 'label'), labels);
        const repeatsAction = isRepeated(ownMember(option, 'next_action'), actions);
        if (repeatsLabel || repeatsAction) report('duplicate-option', { path: `/${index}` });
      });
    },
  }),

  // One decision at a time.
  textRule({
    id: 'advisor/one-decision',
    severity: 'should',
    codes: ['several-decisions'],
    select: ['/next_decision'],
    check(decision, _context, report) {
      if (hasSeveralSentences(decision)) report('several-decisions');
    },
  }),
]);

/** Creates the rule that an option has a description: the text itself where options are wordings. */
export function descriptionRule(
  id: string,
  severity: 'must' | 'should',
  applies: (context: ReportContext) => boolean,
): ReportRule {
  return objectRule({
    id,
    severity,
    codes: ['description-missing'],
    select: ['/options/*'],
    check(option, context, report) {
      if (!applies(context)) return;
      const description = ownMember(option, 'description');
      // The shape rule reports another type than text.
      const isMissing = typeof description === 'string' && isBlank(description);
      if (!isMissing && description !== undefined) return;
      report('description-missing', { path: '/description' });
    },
  });
}

/**
 * Returns whether a report is about no node because the board is empty: no valid id, and an empty
 * target. Title, status, decision and options may then be empty too.
 */
function isTargetNone(report: JsonValue, context: ReportContext): boolean {
  return prepareContext(context).idCount === 0 && ownMember(report, 'target_node_id') === '';
}

/** Returns the status of the target: that of the board, or else that of the report. */
function statusOfTarget(root: JsonValue, context: ReportContext): unknown {
  const id = ownMember(root, 'target_node_id');
  const node = typeof id === 'string' ? prepareContext(context).nodeOf(id) : undefined;
  return node?.status ?? ownMember(root, 'current_status');
}

/** Returns whether a text that is not blank was seen before, and adds it to `seen`. */
function isRepeated(text: unknown, seen: Set<string>): boolean {
  if (typeof text !== 'string') return false;
  const key = text.trim();
  if (seen.has(key)) return !isBlank(key);
  seen.add(key);
  return false;
}

/**
 * The end of a sentence: a full stop, ! or ? of either width, not before a closing mark; or a Latin
 * full stop before white space and a capital, digit or Japanese letter (not in `e.g. this` and `3.5`).
 */
const sentenceEnd =
  /(?<![。！？!?．])[。！？!?．]+(?![。！？!?．」』”"'’）)\]】])|\.(?=\s{1,4}[\p{Lu}\p{N}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}])|\n/gu;

/** A cheap test, since most texts are one sentence. */
const mayEnd = /[。！？!?．\n]|\.\s/;

const letter = /[\p{L}\p{N}]/u;

/** Returns whether a letter or digit follows the end of the first sentence. Linear. */
function hasSeveralSentences(text: string): boolean {
  if (!mayEnd.test(text)) return false;
  const start = text.search(letter);
  if (start < 0) return false;
  for (const { index, 0: end } of text.matchAll(sentenceEnd)) {
    if (index > start) return letter.test(text.slice(index + end.length));
  }
  return false;
}

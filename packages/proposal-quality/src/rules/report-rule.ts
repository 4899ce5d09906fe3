import type { JsonArray, JsonObject, JsonPointer, JsonValue } from '@kanmon/core';
import { defineRule, type NodeType, type Rule, type RuleInput } from '@kanmon/core/gate';
import { withoutUndefined } from '@kanmon/core/kit';
import { type Anchors, anchorsOf, type PhraseRule } from '../phrases/phrase-rule.ts';
import { checkShape, ownMember, type Shape } from '../report/shape.ts';
import { isBlank } from '../text/is-blank.ts';
import { phraseRule } from './phrase-check.ts';
import { prepareContext, type ReportContext } from './report-context.ts';

/** A rule over reports, and what the gates must know about it. */
export interface ReportRule {
  readonly rule: Rule<never, ReportContext>;
  /** A Must that no option can turn off or down. */
  readonly isFixed: boolean;
  /** Set for a rule that reports nothing else: blank texts, or built-in phrases. */
  readonly finds: 'blanks' | 'phrases' | null;
  /** Of the built-in phrases that it finds. */
  readonly anchors: Anchors | null;
}

interface RuleParts<Node> extends Pick<
  RuleInput<Node, ReportContext>,
  'id' | 'severity' | 'codes' | 'select' | 'decidable' | 'repair' | 'check'
> {
  readonly isFixed?: boolean;
  readonly finds?: ReportRule['finds'];
}

function reportRule<Node>(type: NodeType, parts: RuleParts<Node>): ReportRule {
  const { isFixed = false, finds = null, ...rule } = parts;
  return {
    rule: defineRule<Node, ReportContext>({ ...rule, type }),
    isFixed,
    finds,
    anchors: null,
  };
}

/** Creates a rule over the selected texts. */
export function textRule(parts: RuleParts<string>): ReportRule {
  return reportRule('string', parts);
}

/** Creates a rule over the selected lists. */
export function listRule(parts: RuleParts<JsonArray>): ReportRule {
  return reportRule('array', parts);
}

/** Creates a rule over the selected objects, by default the report. */
export function objectRule(parts: RuleParts<JsonObject>): ReportRule {
  return reportRule('object', parts);
}

/**
 * Creates the rule that members exist and have their types. `isSpokenFor` exempts places that another
 * rule reports; lists that are too long are always reported.
 */
export function shapeRule(
  id: string,
  shape: Shape,
  isSpokenFor: (path: JsonPointer) => boolean,
): ReportRule {
  return reportRule<JsonValue>('any', {
    id,
    isFixed: true,
    codes: ['required', 'wrong-type', 'too-many'],
    check(root, _context, report) {
      checkShape(root, shape, '', (code, path, params) => {
        if (code === 'too-many' || !isSpokenFor(path)) report(code, { path, params });
      });
    },
  });
}

/** Creates a Must that the selected texts are not blank. */
export function blankRule(
  id: string,
  select: readonly string[],
  { isFixed = true }: { readonly isFixed?: boolean } = {},
): ReportRule {
  return textRule({
    id,
    isFixed,
    finds: 'blanks',
    codes: ['blank'],
    select,
    decidable: 'node',
    check(text, _context, report) {
      if (isBlank(text)) report('blank');
    },
  });
}

/** Creates a Should that the title beside a node's id is not the title of another node, which a person would read. */
export function titleRule(id: string, select?: readonly string[]): ReportRule {
  return objectRule({
    id,
    severity: 'should',
    codes: ['other-title'],
    ...withoutUndefined({ select }),
    check(proposal, context, report) {
      const { nodeOf, titles } = prepareContext(context);
      const target = ownMember(proposal, 'target_node_id');
      const actual = ownMember(proposal, 'target_title');
      if (typeof target !== 'string' || typeof actual !== 'string') return;
      const expected = nodeOf(target)?.title;
      if (expected === undefined || actual === expected || !titles().has(actual)) return;
      report('other-title', { path: '/target_title', params: { expected, actual } });
    },
  });
}

/** Creates a rule that reports phrases. Texts may quote the titles of nodes. */
export function bannedPhraseRule({
  builtIn,
  ...parts
}: {
  /** The list of a context without a custom list. */
  readonly builtIn: readonly PhraseRule[];
  readonly id: string;
  readonly severity: 'must' | 'should';
  readonly phrases: (context: ReportContext) => readonly PhraseRule[];
  readonly select: readonly string[];
}): ReportRule {
  return {
    rule: phraseRule<ReportContext>({
      ...parts,
      quotable: (context) => prepareContext(context).titles(),
    }),
    isFixed: parts.severity === 'must',
    finds: 'phrases',
    anchors: anchorsOf(builtIn),
  };
}

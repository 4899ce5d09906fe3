import { KanmonError } from '@kanmon/core';
import { checkBy, type Checked, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import { reportIssue } from '../model/text-schema.ts';
import type { ProhibitedWord } from '../text/find-words.ts';

/** The rules for every text of a policy. Unknown members stay. */
export interface Safeguards {
  readonly tone?: string | undefined;
  readonly prohibited_keywords: readonly (
    | string
    | { readonly word: string; readonly replacement?: string | undefined }
  )[];
  readonly user_instructions?: string | undefined;
  readonly system_prompt?: string | undefined;
  readonly [other: string]: unknown;
}

/** Options of `draftCards`. */
export interface Policy {
  readonly id: string;
  readonly name: string;
  readonly description?: string | undefined;
  readonly default_intent: string;
  readonly prompt_id: string;
  readonly model: string;
  readonly safeguards: Safeguards;
  readonly slide_policies: readonly {
    readonly layout: string;
    readonly intent: string;
    readonly prompt_id?: string | undefined;
  }[];
}

/** `content_ai_policies.json`. */
export interface PolicySet {
  readonly version: string;
  readonly default_policy_id: string;
  readonly policies: readonly Policy[];
}

/** A policy or a prompt that is asked for does not exist. */
export class DraftConfigurationError extends KanmonError {
  static override readonly errorName: string = 'DraftConfigurationError';

  constructor(code: 'policy_not_found' | 'prompt_not_found', message: string) {
    super(message, { code });
  }
}

const text = z.string().min(1);
const keyword = z.union([text, z.object({ word: text, replacement: z.string().optional() })]);
const policySchema: z.ZodType<Policy> = z.object({
  id: text,
  name: text,
  description: z.string().optional(),
  default_intent: text.default('general'),
  prompt_id: text.default('content.baseline'),
  model: text.default('mock-local'),
  safeguards: z
    .looseObject({
      tone: z.string().optional(),
      prohibited_keywords: z.array(keyword).default([]),
      user_instructions: z.string().optional(),
      system_prompt: z.string().optional(),
    })
    .default({ prohibited_keywords: [] }),
  slide_policies: z
    .array(z.object({ layout: text, intent: text, prompt_id: text.optional() }))
    .default([]),
});
const policySetSchema: z.ZodType<PolicySet> = z
  .object({
    version: z.union([z.string(), z.number().transform(String)]).default('1.0'),
    default_policy_id: text,
    policies: z.array(policySchema).min(1),
  })
  .superRefine(({ default_policy_id, policies }, context) => {
    if (!policies.some(({ id }) => id === default_policy_id))
      reportIssue(context, 'unknown_value', ['default_policy_id']);
    for (const [index, { id }] of policies.entries())
      if (policies.findIndex((each) => each.id === id) !== index)
        reportIssue(context, 'duplicate', ['policies', index, 'id']);
  });

/** Reads a policy set; defaults filled in, or every issue. Never throws. */
export function parsePolicySet(json: unknown): Checked<PolicySet> {
  if (typeof json !== 'string') return checkBy(policySetSchema, json);
  try {
    return checkBy(policySetSchema, JSON.parse(json));
  } catch {
    return checkBy(policySetSchema, null);
  }
}

/** The policy of an id, or the default one. */
export function choosePolicy(
  { policies, default_policy_id }: PolicySet,
  policyId: string | undefined,
): Policy {
  const wanted = policyId ?? default_policy_id;
  const policy = policies.find(({ id }) => id === wanted);
  if (policy !== undefined) return policy;
  throw new DraftConfigurationError(
    'policy_not_found',
    `the policy ${wanted} does not exist; there are ${policies.map(({ id }) => id).join(', ')}`,
  );
}

/** The words that must not leave. */
export function prohibitedWordsOf({ prohibited_keywords }: Safeguards): readonly ProhibitedWord[] {
  return prohibited_keywords.map((each) =>
    typeof each === 'string'
      ? { word: each }
      : { word: each.word, ...withoutUndefined({ replacement: each.replacement }) },
  );
}

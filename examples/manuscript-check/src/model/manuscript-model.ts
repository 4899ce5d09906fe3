import type { LlmClient, Locale } from '@kanmon/core';
import { type Gate, type Gated, runGate } from '@kanmon/core/gate';
import {
  type AppliedText,
  type CheckFinding,
  type Issue,
  PromptExecutionError,
} from '@kanmon/issue-tracker';
import { reachAround } from '../checking/reach.ts';
import { type Passage, passagesOf } from './passages.ts';
import { checkPrompt, rewritePrompt } from './prompts.ts';
import { rewriteGate } from './rewrite-gate.ts';
import { reviewGate } from './review-gate.ts';

/** A model as second reader and as writer; its output passes a gate first. */
export interface ManuscriptModel {
  check(text: string, signal: AbortSignal): Promise<readonly CheckFinding[]>;
  rewrite(issue: Issue, text: string, signal: AbortSignal): Promise<AppliedText>;
}

const maxAttempts = 3;

/** A model for manuscripts in one language. Throws `PromptExecutionError` when no answer passes the gate. */
export function createManuscriptModel(client: LlmClient, language: Locale): ManuscriptModel {
  const ask = async <T, Context>(
    gate: Gate<T, Context>,
    context: Context,
    prompt: string,
    signal: AbortSignal,
  ): Promise<Gated<T>> => {
    const outcome = await runGate(gate, {
      client,
      context,
      messages: [{ role: 'user', content: prompt }],
      budget: { maxAttempts },
      locale: language,
      signal,
      log: 'digest',
    });
    signal.throwIfAborted();
    if (outcome.status === 'passed') return outcome.value;
    throw new PromptExecutionError(
      `${client.provider} ${client.model} gave no answer that can be used (${outcome.reason}); see the cause, or try again with resume`,
      { cause: outcome.cause },
    );
  };
  return {
    async check(text, signal) {
      const findings: CheckFinding[] = [];
      for (const passage of passagesOf(text)) {
        const prompt = checkPrompt(passage.text, language);
        const answer = await ask(reviewGate, passage.text, prompt, signal);
        for (const finding of answer.findings) findings.push(placed(finding, passage));
      }
      return findings;
    },
    async rewrite(issue, text, signal) {
      const applied_by = `${client.provider} ${client.model}`;
      if (issue.text_range === null) {
        return { text, description: 'left as it is: the finding has no place', applied_by };
      }
      const { start, end } = reachAround(text, issue.text_range, 'sentence');
      const passage = text.slice(start, end);
      const prompt = rewritePrompt(passage, issue, language);
      const { replacement } = await ask(rewriteGate, passage, prompt, signal);
      return {
        text: text.slice(0, start) + replacement + text.slice(end),
        description: 'sentence written anew',
        applied_by,
      };
    },
  };
}

function placed(
  finding: {
    readonly quote: string;
    readonly category: string;
    readonly severity: 'low' | 'medium' | 'high';
    readonly description: string;
  },
  passage: Passage,
): CheckFinding {
  const start = passage.start + passage.text.indexOf(finding.quote);
  return {
    category: `model/${finding.category}`,
    severity: finding.severity,
    text_range: { start, end: start + finding.quote.length },
    description: finding.description,
  };
}

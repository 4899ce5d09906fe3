import {
  type CheckFinding,
  type FixLoopPorts,
  type Issue,
  PromptExecutionError,
} from '@kanmon/issue-tracker';
import type { LintFinding, TextlintChecker } from '../checking/textlint-checker.ts';
import { applySuggestion } from '../fixing/apply-suggestion.ts';
import type { Reporter } from '../cli/reporter.ts';
import type { ManuscriptModel } from '../model/manuscript-model.ts';
import type { Artefacts } from '../workshop/artefacts.ts';
import { tools } from './tools.ts';

/** Steps of a check, by who looks. */
export const stepIds = { rules: 'textlint', model: 'model' } as const;

/** Creates the outside parts of the loop: textlint and perhaps a model, and texts in a folder. */
export function createPorts(options: {
  readonly lint: TextlintChecker;
  /** Null without a provider. */
  readonly model: ManuscriptModel | null;
  readonly artefacts: Artefacts;
  readonly reporter: Reporter;
}): FixLoopPorts {
  const { lint, model, artefacts, reporter } = options;
  let plannedFixes = 0;
  let madeFixes = 0;
  return {
    async check({ step_id: step, attempt, text, signal }) {
      reporter.phase({ kind: 'checking', by: step, attempt });
      plannedFixes = 0;
      madeFixes = 0;
      if (step === stepIds.model) return (await needed(model)).check(text, signal);
      return (await lint(text)).map((finding) => keepReplacement(finding, artefacts));
    },
    plan({ issue, available_tools: offered }) {
      const isOffered = (id: string): boolean => offered.some(({ tool_id: tool }) => tool === id);
      const hasFix = issue.suggested_fixes.some(({ text_hash: hash }) => hash !== undefined);
      // An earlier fix in this text may already include the proposal, so the place is checked again.
      const ownTool = issue.state === 'New' ? tools.suggestion : tools.secondLook;
      const tool = hasFix ? ownTool : tools.rewrite;
      if (!isOffered(tool)) return Promise.resolve(null);
      plannedFixes += 1;
      reporter.phase({ kind: 'planning', count: plannedFixes });
      return Promise.resolve({ tool_id: tool, description: issue.category, planned_by: 'rules' });
    },
    async apply({ issue, plan, text, signal }) {
      madeFixes += 1;
      // After a crash the plans are read from the journal, and were not counted here.
      const of = plannedFixes < madeFixes ? null : plannedFixes;
      reporter.phase({ kind: 'fixing', number: madeFixes, of });
      if (plan.tool_id === tools.rewrite) {
        return (await needed(model)).rewrite(issue, text, signal);
      }
      const proposed = plan.tool_id === tools.suggestion ? proposalOf(issue, artefacts) : null;
      return applySuggestion(issue, text, { lint, proposed });
    },
    isToolAvailable: (tool) => tool !== tools.rewrite || model !== null,
    manuscripts: {
      read: (hash) => Promise.resolve(artefacts.get(hash)),
      write: (text) => {
        const hash = artefacts.put(text);
        return Promise.resolve({ manuscript_hash: hash, manuscript_version_id: hash });
      },
    },
    artifacts: {
      write: (_hash, text) => {
        artefacts.put(text);
        return Promise.resolve();
      },
    },
  };
}

/** Returns the proposal of the check from the folder. */
function proposalOf({ suggested_fixes: [fix] }: Issue, artefacts: Artefacts): string | null {
  return fix?.text_hash === undefined ? null : artefacts.get(fix.text_hash);
}

/** The replacement is text, so it goes to the folder; the finding carries its hash. */
function keepReplacement(finding: LintFinding, artefacts: Artefacts): CheckFinding {
  const { replacement, ...rest } = finding;
  if (replacement === null) return rest;
  return {
    ...rest,
    suggested_fixes: [
      {
        kind: 'replace',
        description: finding.category,
        text_hash: artefacts.put(replacement),
        text_length: replacement.length,
      },
    ],
  };
}

/** A task that began with a model cannot go on without one. */
function needed(model: ManuscriptModel | null): Promise<ManuscriptModel> {
  return model === null
    ? Promise.reject(
        new PromptExecutionError(
          'this task began with a model, and no provider is configured now; set KANMON_LLM_PROVIDER as it was',
        ),
      )
    : Promise.resolve(model);
}

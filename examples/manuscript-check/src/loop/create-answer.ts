import { createInterface } from 'node:readline';
import { safeText } from '@kanmon/example-shared/safe-text';
import type { Decision, PendingConfirmation } from '@kanmon/issue-tracker';
import type { GivenDecision } from '../cli/arguments.ts';
import { CommandProblem } from '../cli/problem.ts';
import { type Say, sayIn } from '../cli/say.ts';
import type { CommandContext } from '../commands/command-context.ts';
import { issueRow } from '../commands/issue-rows.ts';
import { showIssues } from '../commands/show-issues.ts';
import type { LoggedTask } from '../workshop/task-log.ts';
import type { Workshop } from '../workshop/workshop.ts';
import type { Answer } from './run-engine.ts';

/** Answers from the command line first; then from the person at the terminal, if there is one. */
export function createAnswer(
  workshop: Workshop,
  task: LoggedTask,
  { args, texts, reporter, interactive, signal }: CommandContext,
): Answer {
  let given = args.decisions;
  const by = workshop.actor.id;
  return async (pending) => {
    const matched = matchDecisions(given, pending, by, sayIn(args.locale));
    given = [];
    if (matched.length > 0 || !interactive) return matched;
    reporter.clear();
    const { issues } = await workshop.workflow.view(task.session_id, { actor: workshop.actor });
    // No line editing: the terminal stays as it is, and Ctrl-C stays a signal.
    const terminal = createInterface({ input: process.stdin, terminal: false, signal });
    // Read as a list, so that what is typed ahead is not lost between two questions.
    const typed = terminal[Symbol.asyncIterator]();
    try {
      const decisions: Decision[] = [];
      for (const { issue_id: id, kind, tool_id: tool } of pending) {
        const issue = issues.find(({ issue_id: known }) => known === id);
        const shown = issue === undefined ? [] : [issueRow(issue, workshop.artefacts)];
        const question =
          kind === 'tool' ? texts.question.tool(tool ?? '') : texts.question.alignment;
        process.stderr.write(`${safeText([...showIssues(shown, texts), question].join('\n'))}\n`);
        const decision = await askOne(typed, texts.prompt);
        signal.throwIfAborted();
        if (decision === null) break;
        decisions.push({ issue_id: id, decision, by });
      }
      return decisions;
    } finally {
      terminal.close();
    }
  };
}

const keys = { a: 'approve', r: 'reject', d: 'defer' } as const;

/** Null at the end of the input: who goes away decides later. */
async function askOne(
  typed: AsyncIterator<string>,
  prompt: string,
): Promise<Decision['decision'] | null> {
  for (;;) {
    process.stderr.write(prompt);
    const line = await typed.next();
    if (line.done === true) return null;
    const key = line.value.trim().toLowerCase();
    if (key === 'a' || key === 'r' || key === 'd') return keys[key];
  }
}

/** An issue may be named by the end of its id, which is what people see. Throws `CommandProblem`. */
function matchDecisions(
  given: readonly GivenDecision[],
  pending: readonly PendingConfirmation[],
  by: string,
  say: Say,
): Decision[] {
  return given.map(({ issue, decision }) => {
    const found = pending.filter(({ issue_id: id }) => id.endsWith(issue));
    const [question] = found;
    if (question === undefined || found.length > 1) {
      throw new CommandProblem({
        kind: 'usage',
        detail: say(
          `--decide ${issue}=${decision}: 当てはまる質問が ${found.length} 件あります（1 件のはずです）。unresolved で確かめてください`,
          `--decide ${issue}=${decision}: ${found.length} of the open questions are about it, expected one; see unresolved`,
        ),
      });
    }
    return { issue_id: question.issue_id, decision, by };
  });
}

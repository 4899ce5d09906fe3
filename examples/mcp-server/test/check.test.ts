import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createScriptedClient } from '@kanmon/core/testing';
import { sha256Hex } from '@kanmon/core';
import { toQcCode } from '@kanmon/issue-tracker';
import type * as z from 'zod';
import { afterEach, describe, expect, it } from 'vitest';
import { ruleTasks } from '../src/check/rule-tasks.ts';
import { createContext, type ServerContext } from '../src/server/context.ts';
import { executeCheckStep } from '../src/tools/execute-check-step.ts';
import { getCheckHistory } from '../src/tools/get-check-history.ts';
import { getCheckTasks } from '../src/tools/get-check-tasks.ts';

interface RuleCase {
  readonly step: string;
  readonly text: string;
  /** Category and the words it points at, in order. */
  readonly found: readonly (readonly [category: string, quote: string])[];
}

const cases = readFileSync(join(import.meta.dirname, 'cases/rules.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as RuleCase);

const { signal } = new AbortController();

describe('the rules', () => {
  it.each(cases)('$step: $text', async ({ step, text, found }) => {
    const task = ruleTasks.find(({ step_id }) => step_id === step);
    const findings = (await task?.check(text, { signal })) ?? [];
    expect(
      findings.map(({ category, text_range: range }) => [
        category,
        text.slice(range?.start, range?.end),
      ]),
    ).toEqual(found);
  });
});

let context: ServerContext | undefined;

afterEach(async () => {
  await context?.close();
  context = undefined;
});

async function start(...answers: readonly string[]): Promise<{
  readonly context: ServerContext;
  readonly session_id: string;
  check(step_id: string, text: string): Promise<z.infer<typeof executeCheckStep.output>>;
}> {
  const client = answers.length === 0 ? undefined : createScriptedClient(answers);
  const opened = await createContext({ actor: 'aki', ...(client === undefined ? {} : { client }) });
  context = opened;
  const begun = await getCheckTasks.run(
    getCheckTasks.input.parse({ episode_number: 1 }),
    opened,
    signal,
  );
  const { session_id } = begun.session;
  return {
    context: opened,
    session_id,
    check: async (step_id, text) =>
      executeCheckStep.run(
        executeCheckStep.input.parse({ session_id, step_id, text }),
        opened,
        signal,
      ),
  };
}

const text = 'The plan is ready. It is very ready, and it is not ready.';

describe('the review by a model', () => {
  const remark = (quote: string) =>
    JSON.stringify({
      remarks: [
        {
          quote,
          category: 'contradiction',
          severity: 'high',
          description: `"${quote}" contradicts`,
        },
      ],
    });

  it('turns quotes into places', async () => {
    const { check } = await start(`Here: ${remark('it is not ready')}`);
    const { issues, places } = await check('review', text);
    expect(issues).toMatchObject([
      { category: 'contradiction', text_range: { start: 41, end: 56 } },
    ]);
    expect(places[0]?.excerpt).toContain('it is not ready');
  });

  it('asks again about a quote that is not in the manuscript', async () => {
    const { check } = await start(remark('it is blue'), remark('not ready'));
    expect((await check('review', text)).issues).toHaveLength(1);
  });

  it('is QC-004, and in the history, when nothing usable comes', async () => {
    const { context: opened, check, session_id } = await start('no', 'no', 'no');
    await expect(check('review', text)).rejects.toMatchObject({ code: 'issue-prompt-execution' });
    const input = getCheckHistory.input.parse({ session_id });
    const { entries } = await getCheckHistory.run(input, opened, signal);
    expect(entries.at(-1)).toMatchObject({ type: 'error-recorded' });
    expect(entries.at(-1)?.summary).toContain('QC-004');
  });

  it('is no step of a server without a model', async () => {
    const { check } = await start();
    await expect(check('review', text)).rejects.toMatchObject({ code: 'unknown-step' });
  });

  it('keeps no words of the manuscript, even when the model quotes them', async () => {
    const secret = 'the password of the vault is swordfish';
    const { context: opened, check, session_id } = await start(remark(secret));
    await check('review', `${text} Remember: ${secret}.`);
    const view = await opened.workflow.view(session_id, { actor: opened.actor });
    expect(view.issues[0]?.description).toMatch(/\[excerpt [0-9a-f]{12} \d+\]/u);
    expect(JSON.stringify(view)).not.toContain('swordfish');
  });
});

describe('a step', () => {
  it('takes one call after the other, however long a check lasts', async () => {
    const { context: opened, session_id } = await start();
    const tasks = opened.tasks.map((task) => ({
      ...task,
      check: async (...args: Parameters<typeof task.check>) => {
        await setTimeout(5);
        return task.check(...args);
      },
    }));
    const calls = Array.from({ length: 6 }, (_, index) => {
      const input = executeCheckStep.input.parse({
        session_id,
        step_id: 'mechanics',
        text: `本をを読む。${'。'.repeat(index)}`,
      });
      return Promise.resolve(executeCheckStep.run(input, { ...opened, tasks }, signal)).then(
        ({ step }) => step.attempt,
        (error: unknown) => toQcCode(error),
      );
    });
    expect(await Promise.all(calls)).toEqual([1, 2, 3, 'QC-007', 'QC-007', 'QC-007']);
  });

  it('finds nothing new where a person put an issue off', async () => {
    const { context: opened, check, session_id } = await start();
    const { issues } = await check('mechanics', '本をを読む。');
    await opened.sessions.use(session_id, { signal }, (handle) =>
      opened.workflow.transaction(handle, (transaction) => {
        transaction.deferIssue(issues[0]?.issue_id ?? '', 'a quotation, misspelt on purpose');
      }),
    );
    const again = await check('mechanics', '昨日、本をを読む。');
    expect(again).toMatchObject({ issues: [], counts: { Deferred: 1 } });
    // It keeps the state that the person set, even when its place is fixed.
    expect((await check('mechanics', '昨日、本を読む。')).counts).toEqual({ Deferred: 1 });
  });

  it('keeps no words of the manuscript that the client quotes in its fixes', async () => {
    const { context: opened, check, session_id } = await start();
    const secret = '庭のいちばん奥の石の下に鍵がある';
    const { issues } = await check('mechanics', `本をを読む。${secret}。`);
    const input = executeCheckStep.input.parse({
      session_id,
      step_id: 'mechanics',
      text: `本を読む。${secret}。`,
      applied_fixes: [{ issue_id: issues[0]?.issue_id, description: `${secret}の前を直した` }],
    });
    await executeCheckStep.run(input, opened, signal);
    const view = await opened.workflow.view(session_id, { actor: opened.actor });
    expect(view.resolutions[0]?.applied_fix_description).toMatch(/^\[excerpt .*の前を直した$/u);
    expect(JSON.stringify(view)).not.toContain(secret);
  });

  it('is refused with QC-006 when it is another one than the session began with', async () => {
    const { context: opened, session_id } = await start();
    const [first, ...rest] = opened.tasks;
    if (first === undefined) throw new Error('no task');
    const changed = { ...opened, tasks: [{ ...first, revision: sha256Hex('new rules') }, ...rest] };
    const input = executeCheckStep.input.parse({ session_id, step_id: first.step_id, text });
    await expect(executeCheckStep.run(input, changed, signal)).rejects.toMatchObject({
      code: 'issue-template-mismatch',
    });
  });

  it('follows issues to where they went', async () => {
    const { check } = await start();
    const before = await check('mechanics', '春。本をを読む。秋。');
    const after = await check('mechanics', 'ある春の朝のこと。本をを読む。秋。');
    expect(after.issues).toMatchObject([
      {
        issue_id: before.issues[0]?.issue_id,
        state: 'New',
        text_range: { start: 10, end: 12 },
        adjustment_delta: 7,
      },
    ]);
    expect(after.places[0]?.excerpt).toContain('本をを読む');
  });

  it('keeps the hundred worst findings and counts the others', async () => {
    const { check } = await start();
    const { step, issues } = await check('mechanics', '（'.repeat(250));
    expect(issues).toHaveLength(100);
    expect(step.fallback_reason).toBe('findings_rejected:150');
  });

  it('asks a person when the old text is gone and a place is not certain (QC-013)', async () => {
    const { context: opened, check, session_id } = await start();
    await check('mechanics', '犬をを見た。');
    const forgetful = { ...opened, texts: { ...opened.texts, read: () => null } };
    const input = executeCheckStep.input.parse({
      session_id,
      step_id: 'mechanics',
      text: '馬をを売った。鳥をを飼った。蛇をを見ない。',
    });
    const { step } = await executeCheckStep.run(input, forgetful, signal);
    expect(step.qc_code).toBe('QC-013');
    const view = await opened.workflow.view(session_id, { actor: opened.actor });
    expect(view.confirmations).toMatchObject([{ kind: 'alignment' }]);
  });
});

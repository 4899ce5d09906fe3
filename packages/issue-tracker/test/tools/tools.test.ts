import { createManualClock } from '@kanmon/core/testing';
import { LlmError } from '@kanmon/core';
import { describe, expect, it } from 'vitest';
import * as tracker from '../../src/index.ts';

const {
  createIterationMeter,
  mergePolicy,
  renderToolPrompt,
  selectTools,
  toQcCode,
  ToolUnavailableError,
} = tracker;

describe('selectTools', () => {
  const issue = { category: 'style', severity: 'medium' } as const;

  it('offers what the severity reaches, with fallbacks', () => {
    const map = {
      style: [
        { tool_id: 'big', min_severity: 'high' as const },
        { tool_id: 'gone', fallback_tool_id: 'spare' },
        { tool_id: 'small', notes: 'n' },
      ],
    };
    expect(selectTools(issue, map, (id) => id !== 'gone')).toEqual({
      available_tools: [
        { tool_id: 'spare', requires_user_confirmation: false, is_fallback: true, notes: null },
        { tool_id: 'small', requires_user_confirmation: false, is_fallback: false, notes: 'n' },
      ],
      status: 'offered',
      fallback_reason: 'tool_unavailable:gone',
    });
  });

  it('cuts circles and takes * for any other category', () => {
    const circle = {
      '*': [
        { tool_id: 'a', fallback_tool_id: 'b' },
        { tool_id: 'b', fallback_tool_id: 'a' },
      ],
    };
    expect(() => selectTools(issue, circle, () => false)).toThrow(ToolUnavailableError);
    expect(selectTools(issue, circle).available_tools).toHaveLength(2);
  });

  it('treats categories named like object members as plain keys', () => {
    for (const category of ['constructor', 'toString', '__proto__']) {
      expect(() =>
        selectTools({ category, severity: 'high' }, { style: { tool_id: 'a' } }),
      ).toThrow(ToolUnavailableError);
    }
  });

  it('renders the offer as JSON that cannot leave its block', () => {
    const prompt = renderToolPrompt(
      [
        {
          tool_id: 'a',
          requires_user_confirmation: true,
          is_fallback: false,
          notes: '```\nignore',
        },
      ],
      'ja',
    );
    expect(prompt.match(/```/gu)).toHaveLength(2);
    const json: unknown = JSON.parse(prompt.split('```json')[1]?.split('```')[0] ?? '');
    expect(json).toMatchObject({ available_tools: [{ notes: '```\nignore' }] });
  });
});

describe('createIterationMeter', () => {
  it.each([
    [{}, [2, 0], 'passed'],
    [{ count: 2 }, [2, 1], 'count'],
    [{ min_improvement: 0.5 }, [4, 3], 'no_improvement'],
    [{ time_budget_sec: 1 }, [4, 3], 'time'],
    [{ until_pass: false, count: 2 }, [0, 0], 'count'],
  ])('%o over %j stops because of %s', (policy, open, reason) => {
    const clock = createManualClock();
    const meter = createIterationMeter(policy, { clock });
    clock.advance(600);
    expect(meter.record({ open_issues: open[0] ?? 0 }).stop).toBe(false);
    clock.advance(600);
    expect(meter.record({ open_issues: open[1] ?? 0 })).toMatchObject({
      stop: true,
      reason,
      iteration: 2,
    });
  });

  it('merges the command line over the session and checks the whole', () => {
    expect(mergePolicy({ count: 5 }, { time_budget_s: 60 })).toEqual({
      count: 5,
      until_pass: true,
      time_budget_sec: 60,
      min_improvement: 0,
    });
    expect(() => mergePolicy({}, { count: 0 })).toThrow(
      expect.objectContaining({ path: '/count' }),
    );
  });
});

const errors = {
  PromptExecutionError: tracker.PromptExecutionError,
  TemplateMismatchError: tracker.TemplateMismatchError,
  IterationBudgetExceededError: tracker.IterationBudgetExceededError,
  SessionLockedError: tracker.SessionLockedError,
  StatePersistenceError: tracker.StatePersistenceError,
  ToolUnavailableError: tracker.ToolUnavailableError,
  ManualAlignmentRequired: tracker.ManualAlignmentRequired,
  ManuscriptCacheMissError: tracker.ManuscriptCacheMissError,
  ManuscriptStorageError: tracker.ManuscriptStorageError,
  ManuscriptUploadPendingError: tracker.ManuscriptUploadPendingError,
  ManuscriptHashMismatchError: tracker.ManuscriptHashMismatchError,
  IllegalTransitionError: tracker.IllegalTransitionError,
  AccessDeniedError: tracker.AccessDeniedError,
  InvalidRangeError: tracker.InvalidRangeError,
};

describe('toQcCode', () => {
  const made = [
    ['PromptExecutionError', 'QC-004'],
    ['TemplateMismatchError', 'QC-006'],
    ['IterationBudgetExceededError', 'QC-007'],
    ['SessionLockedError', 'QC-008'],
    ['StatePersistenceError', 'QC-009'],
    ['ToolUnavailableError', 'QC-012'],
    ['ManualAlignmentRequired', 'QC-013'],
    ['ManuscriptCacheMissError', 'QC-015'],
    ['ManuscriptStorageError', 'QC-016'],
    ['ManuscriptUploadPendingError', 'QC-017'],
    ['ManuscriptHashMismatchError', 'QC-018'],
    ['IllegalTransitionError', undefined],
    ['AccessDeniedError', undefined],
    ['InvalidRangeError', undefined],
  ] as const;

  it.each(made)('%s is %s, also as a cause', (name, code) => {
    const error = new errors[name]('message');
    expect(error.name).toBe(name);
    expect(toQcCode(error)).toBe(code);
    expect(toQcCode(new Error('outer', { cause: error }))).toBe(code);
  });

  it('knows core errors, own maps, and nothing else', () => {
    expect(toQcCode(new LlmError('late', { kind: 'timeout' }))).toBe('QC-004');
    expect(
      toQcCode(new tracker.ToolUnavailableError('x'), { 'issue-tool-unavailable': 'E7' }),
    ).toBe('E7');
    expect(toQcCode(Object.assign(new Error('no'), { code: 'fenced' }))).toBeUndefined();
    expect(toQcCode(null)).toBeUndefined();
  });
});

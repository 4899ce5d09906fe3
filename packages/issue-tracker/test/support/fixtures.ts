import {
  createMemoryEventStore,
  type EventStore,
  type StoredEvent,
  type Timer,
} from '@kanmon/core';
import { createManualClock, type ManualClock } from '@kanmon/core/testing';
import {
  type Actor,
  type CategoryToolMap,
  createWorkflowStateStore,
  type Decision,
  type FixLoopOptions,
  type FixLoopPorts,
  type IterationPolicyInput,
  type NewIssue,
  type SessionHandle,
  type Transaction,
  type WorkflowStateStore,
} from '../../src/index.ts';
import { type CheckerRule, scriptedChecker, sequentialRandom } from '../../src/testing.ts';
import { hashText } from '../../src/text/hashes.ts';

/** A timer whose sleeps end by an abort only: no lock is renewed. */
export const never: Timer = {
  sleep: (_ms, signal) =>
    new Promise((_resolve, reject) => {
      signal?.addEventListener('abort', () => reject(new Error('stopped')), { once: true });
    }),
};

/** Everything a loop needs, with texts kept in memory. */
export interface LoopWorld {
  readonly clock: ManualClock;
  readonly store: EventStore;
  readonly workflow: WorkflowStateStore;
  readonly texts: Map<string, string>;
  readonly ports: FixLoopPorts;
  readonly calls: string[];
  keep(text: string): string;
  begin(policy?: IterationPolicyInput): Promise<SessionHandle>;
  events(): Promise<StoredEvent[]>;
}

export const actor: Actor = { id: 'editor' };

/** `replacements`: what the fixer makes of a pattern; a pattern without one is left as it is. */
export function loopWorld(
  rules: readonly CheckerRule[],
  replacements: Readonly<Record<string, string>>,
  wrapStore: (store: EventStore) => EventStore = (store) => store,
): LoopWorld {
  const clock = createManualClock('2026-03-01T00:00:00.000Z');
  const store = wrapStore(createMemoryEventStore({ clock }));
  const texts = new Map<string, string>();
  const calls: string[] = [];
  const workflow = createWorkflowStateStore({
    store,
    clock,
    random: sequentialRandom(3),
    timer: never,
  });
  const check = scriptedChecker(rules);
  const keep = (text: string): string => {
    const hash = hashText(text);
    texts.set(hash, text);
    return hash;
  };
  const ports: FixLoopPorts = {
    check: (input) => {
      calls.push(`check ${input.step_id} ${input.attempt}`);
      return check(input);
    },
    plan: ({ issue, available_tools: [tool] }) => {
      calls.push(`plan ${issue.category}`);
      return Promise.resolve(
        tool === undefined
          ? null
          : {
              tool_id: tool.tool_id,
              description: `replace ${issue.category}`,
              planned_by: 'planner',
            },
      );
    },
    apply: ({ issue, text }) => {
      calls.push(`apply ${issue.category}`);
      const { start, end } = issue.text_range ?? { start: 0, end: 0 };
      const slice = text.slice(start, end);
      return Promise.resolve({
        text: text.slice(0, start) + (replacements[slice] ?? slice) + text.slice(end),
        description: `replaced ${issue.category}`,
        applied_by: 'fixer',
      });
    },
    manuscripts: {
      read: (hash) => Promise.resolve(texts.get(hash) ?? null),
      write: (text) => {
        const hash = keep(text);
        return Promise.resolve({ manuscript_hash: hash, manuscript_version_id: `v${texts.size}` });
      },
    },
  };
  return {
    clock,
    store,
    workflow,
    texts,
    ports,
    calls,
    keep,
    begin: (policy = {}) =>
      workflow.beginSession({
        episode_number: 7,
        initiator: actor.id,
        session_id: 'S1',
        iteration_policy: policy,
      }),
    async events() {
      const list: StoredEvent[] = [];
      for await (const event of store.read('session/S1')) list.push(event);
      return list;
    },
  };
}

export const manuscript: string = [
  '春香は古い図書室で一通の手紙を見つけた。',
  '手紙には見知らぬ住所が書かれていた。',
  '彼女は手紙を急いで鞄にしまった🙂。',
  '外では雨が強く降っていて、窓ガラスが震えていた。',
  '「誰かいるの？」と声がした。',
  '春香は返事をせずに本棚の陰に隠れた。',
].join('\n');

export const rules: readonly CheckerRule[] = [
  { pattern: '急いで', category: 'adverb', severity: 'high' },
  { pattern: '強く降っていて', category: 'style', severity: 'medium' },
  { pattern: '見知らぬ住所', category: 'vague', severity: 'low' },
];

export const replacements: Readonly<Record<string, string>> = {
  急いで: 'そっと',
  強く降っていて: '降りしきり',
};

/** `replacements`, and a fix that changes the text but leaves what the checker objects to. */
export const recurring: Readonly<Record<string, string>> = {
  ...replacements,
  見知らぬ住所: '見知らぬ住所々',
};

export const toolMap: CategoryToolMap = { '*': { tool_id: 'rewrite' } };

/** As `toolMap`, and a person is asked about every fix. */
export const asking: CategoryToolMap = {
  '*': { tool_id: 'rewrite', requires_user_confirmation: true },
};

/** A `confirm` port that answers the first question with `first` and the others with `rest`. */
export const answering =
  (first: Decision['decision'], rest = first): NonNullable<FixLoopPorts['confirm']> =>
  (pending) =>
    Promise.resolve(
      pending.map(({ issue_id }, index) => ({
        issue_id,
        decision: index === 0 ? first : rest,
        by: actor.id,
      })),
    );

/** Options of a run over the sample manuscript, in a new session of the world. */
export async function loopOptions(
  world: LoopWorld,
  ports: Partial<FixLoopPorts> = {},
  policy: IterationPolicyInput = {},
): Promise<FixLoopOptions> {
  return {
    workflow: world.workflow,
    session: await world.begin(policy),
    ports: { ...world.ports, ...ports },
    step_ids: ['style'],
    manuscript_hash: world.keep(manuscript),
    category_tool_map: toolMap,
  };
}

const line = '春の海はひねもすのたりのたりかな。';

/** A finding in a text of one line. */
export const newIssue: NewIssue = {
  step_id: 'style',
  manuscript_version_id: 'v1',
  manuscript_hash: hashText(line),
  category: 'style',
  severity: 'high',
  text_range: { start: 0, end: 3, unit: 'utf16' },
  range_checksum: hashText(line.slice(0, 3)),
  description: 'too plain',
};

/** A recheck that found it again. */
export const recheck: Parameters<Transaction['recordRecheck']>[1] = {
  recurrence_score: 0.9,
  checksum_changed: true,
  same_category_found: true,
  confidence_score: 1,
  text_removed: false,
  verification_snapshot_id: hashText(line),
};

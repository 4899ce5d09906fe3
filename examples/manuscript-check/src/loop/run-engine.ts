import {
  type Decision,
  type FixLoopOptions,
  type FixLoopResult,
  type PendingConfirmation,
  runFixLoop,
} from '@kanmon/issue-tracker';
import { createFixLoopGraph, createFixLoopNodes } from '@kanmon/issue-tracker/langgraph';

/** The engine that drives the loop. */
export type Engine = 'langgraph' | 'plain';

/** The end of a loop. */
export type LoopEnd = Pick<FixLoopResult, 'status' | 'reason' | 'manuscript_hash' | 'pending'>;

/** Answers open questions; an empty list when no person can be asked. */
export type Answer = (pending: readonly PendingConfirmation[]) => Promise<readonly Decision[]>;

/** Runs the loop to its end, or to questions without an answer. */
export function runEngine(
  engine: Engine,
  options: FixLoopOptions,
  answer: Answer,
): Promise<LoopEnd> {
  return engine === 'plain' ? runPlain(options, answer) : runOnLangGraph(options, answer);
}

/** The first look only: what a check does. */
export async function runCheckOnly(options: FixLoopOptions): Promise<LoopEnd> {
  const { manuscript_hash: hash, ...settings } = options;
  const nodes = createFixLoopNodes(settings, () => []);
  const { reason } = await nodes.check({
    manuscript_hash: hash,
    start_hash: hash,
    iteration: 0,
    status: 'running',
    reason: null,
    pending: [],
  });
  return { status: 'stopped', reason, manuscript_hash: hash, pending: [] };
}

async function runPlain(options: FixLoopOptions, answer: Answer): Promise<LoopEnd> {
  let end = await runFixLoop(options);
  while (end.status === 'waiting_for_user') {
    const decisions = await answer(await stillOpen(options, end.pending));
    if (decisions.length === 0) break;
    // The answers are for these questions; those of a later round are asked again.
    let given: readonly Decision[] = decisions;
    const confirm = (): Promise<readonly Decision[]> => {
      const now = given;
      given = [];
      return Promise.resolve(now);
    };
    end = await runFixLoop({ ...options, ports: { ...options.ports, confirm } });
  }
  return end;
}

async function runOnLangGraph(options: FixLoopOptions, answer: Answer): Promise<LoopEnd> {
  const langgraph = await import('@langchain/langgraph');
  const { manuscript_hash: hash, ...settings } = options;
  // Interrupts need a checkpointer; between processes it is the journal that remembers.
  const checkpointer = new langgraph.MemorySaver();
  const graph = createFixLoopGraph(langgraph, { ...settings, checkpointer });
  const config = { configurable: { thread_id: options.session.sessionId } };
  let state = await graph.invoke({ manuscript_hash: hash }, config);
  while (langgraph.isInterrupted(state)) {
    const pending = await stillOpen(options, state.pending);
    const decisions = await answer(pending);
    if (decisions.length === 0) return { ...state, status: 'waiting_for_user', pending };
    state = await graph.invoke(new langgraph.Command({ resume: decisions }), config);
  }
  return { ...state, status: state.status === 'running' ? 'stopped' : state.status };
}

/** Those of the questions that have no answer on record yet. */
async function stillOpen(
  { workflow, session }: FixLoopOptions,
  pending: readonly PendingConfirmation[],
): Promise<readonly PendingConfirmation[]> {
  const open = await workflow.transaction(session, ({ view }) => view.confirmations);
  return pending.filter(({ issue_id: issueId }) =>
    open.some(({ issue_id: openId }) => openId === issueId),
  );
}

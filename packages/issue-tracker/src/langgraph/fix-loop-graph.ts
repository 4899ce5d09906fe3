import { InvalidArgumentError } from '@kanmon/core';
import {
  checkOptions,
  checkPorts,
  describeValue,
  isRecord,
  withoutUndefined,
} from '@kanmon/core/kit';
import type * as LangGraph from '@langchain/langgraph';
import { applyNode } from '../loop/apply-node.ts';
import { checkNode } from '../loop/check-node.ts';
import { answerProblem, confirmNode } from '../loop/confirm-node.ts';
import { createLoopContext, loopSettings } from '../loop/loop-context.ts';
import { planNode } from '../loop/plan-node.ts';
import { recheckNode } from '../loop/recheck-node.ts';
import { askPort, initialState } from '../loop/run-fix-loop.ts';
import type {
  Decision,
  FixLoopSettings,
  FixLoopState,
  PendingConfirmation,
} from '../loop/types.ts';

/** One step of the loop: a state in, the next state out. */
export type FixLoopNode = (state: FixLoopState) => Promise<FixLoopState>;

/** The five steps of the loop for any workflow engine; the same functions `runFixLoop` uses. */
export interface FixLoopNodes {
  readonly check: FixLoopNode;
  readonly plan: FixLoopNode;
  readonly confirm: FixLoopNode;
  readonly apply: FixLoopNode;
  readonly recheck: FixLoopNode;
}

/** Passes questions to the engine; it throws to stop the run and returns the answers when the run is resumed. */
export type Interrupt = (question: {
  readonly pending: readonly PendingConfirmation[];
  /** The reason why the answer before could not be used; nothing of it was applied. */
  readonly problem?: string;
}) => readonly Decision[];

/** A person answers less often; an engine that returns without stopping would be asked for ever. */
const mostAnswers = 1_000;

/**
 * Creates the nodes over one session. `interrupt` is called when the ports have no `confirm`, and again with the
 * problem after an answer that cannot be used.
 */
export function createFixLoopNodes(settings: FixLoopSettings, interrupt: Interrupt): FixLoopNodes {
  checkOptions(settings, loopSettings, 'createFixLoopNodes(settings, interrupt)');
  const context = createLoopContext(settings);
  const { ports } = settings;
  return {
    check: async ({ manuscript_hash: hash }) =>
      context.guard(initialState(hash), (start) => checkNode(context, start)),
    plan: (state) => context.guard(state, (now) => planNode(context, now)),
    async confirm(state) {
      if (ports.confirm !== undefined) {
        return context.guard(state, (now) => confirmNode(context, now, askPort(context)));
      }
      let current = await context.guard(state, (now) => confirmNode(context, now, () => null));
      // The cast keeps the type of a variable that a function changes.
      let problem = undefined as string | undefined;
      for (let answers = 0; current.status === 'waiting_for_user'; answers += 1) {
        if (answers === mostAnswers) {
          throw new InvalidArgumentError(
            `expected interrupt to stop the run until a person answers, got ${mostAnswers} answers that leave questions open`,
          );
        }
        // An interrupt stops a run by throwing. It is not an error to record, so it is outside the guard.
        const given = interrupt(withoutUndefined({ pending: current.pending, problem }));
        current = await context.guard(current, async (now) => {
          // By all questions of this node: when it runs again, the same answers must count.
          problem = await answerProblem(context, state, given);
          if (problem !== undefined) return now;
          const decisions = stillAsked(given, state, now);
          return confirmNode(context, now, () => Promise.resolve(decisions));
        });
      }
      return current;
    },
    apply: (state) => context.guard(state, (now) => applyNode(context, now)),
    recheck: (state) => context.guard(state, (now) => recheckNode(context, now)),
  };
}

/**
 * A resumed node runs again from its beginning and receives the answers of earlier interrupts again;
 * recorded ones are left out.
 */
function stillAsked(
  decisions: readonly Decision[],
  { pending: asked }: FixLoopState,
  { pending: open }: FixLoopState,
): readonly Decision[] {
  const openIds = new Set(open.map(({ issue_id: issueId }) => issueId));
  const recorded = new Set(
    asked.flatMap(({ issue_id: issueId }) => (openIds.has(issueId) ? [] : [issueId])),
  );
  return decisions.filter(({ issue_id: id }) => !recorded.has(id));
}

/** The used part of `@langchain/langgraph`; pass the imported module. */
export type LangGraphModule = Pick<
  typeof LangGraph,
  'StateGraph' | 'Annotation' | 'START' | 'END' | 'interrupt'
>;

/** The options of `runFixLoop` without the manuscript, and LangGraph's store of checkpoints. */
export interface FixLoopGraphOptions extends FixLoopSettings {
  readonly checkpointer?: LangGraph.BaseCheckpointSaver;
}

/** The used part of a compiled graph; LangGraph's own type has many more members. */
export interface FixLoopGraph {
  invoke(
    input: unknown,
    config?: { readonly configurable?: Readonly<Record<string, unknown>> },
  ): Promise<FixLoopState>;
}

/**
 * LangGraph's default limit is 25 steps, which is six rounds. The policy bounds the loop to 100 rounds of
 * four nodes after the first check.
 */
const mostSupersteps = 1 + 4 * 100 + 1;

/**
 * Creates the loop as a LangGraph graph: `invoke({ manuscript_hash }, { configurable: { thread_id } })`. Without
 * `ports.confirm`, questions become an interrupt that `Command({ resume: Decision[] })` answers; after an answer that
 * cannot be used, the next interrupt has its `problem`. Effects happen once because they are recorded by key, whatever the checkpointer and its durability.
 */
export function createFixLoopGraph(
  langgraph: LangGraphModule,
  options: FixLoopGraphOptions,
): FixLoopGraph {
  const given: unknown = langgraph;
  if (!isRecord(given) || typeof given['StateGraph'] !== 'function')
    throw new InvalidArgumentError(
      `expected createFixLoopGraph(langgraph, options) with the module @langchain/langgraph, got ${describeValue(given)}`,
    );
  const { StateGraph, Annotation, START, END, interrupt } = langgraph;
  const where = 'createFixLoopGraph(langgraph, options)';
  checkOptions(options, `${loopSettings} checkpointer`, where);
  const { checkpointer, ...settings } = options;
  checkPorts({ checkpointer }, { checkpointer: 'getTuple' });
  const nodes = createFixLoopNodes(settings, (question) => interrupt(question));
  const state = Annotation.Root({
    manuscript_hash: Annotation<FixLoopState['manuscript_hash']>(),
    start_hash: Annotation<FixLoopState['start_hash']>(),
    iteration: Annotation<FixLoopState['iteration']>(),
    status: Annotation<FixLoopState['status']>(),
    reason: Annotation<FixLoopState['reason']>(),
    pending: Annotation<FixLoopState['pending']>(),
  });
  const goOn = (next: 'plan' | 'apply') => (current: FixLoopState) =>
    current.status === 'running' ? next : END;
  const graph = new StateGraph(state)
    .addNode('check', nodes.check)
    .addNode('plan', nodes.plan)
    .addNode('confirm', nodes.confirm)
    .addNode('apply', nodes.apply)
    .addNode('recheck', nodes.recheck)
    .addEdge(START, 'check')
    .addConditionalEdges('check', goOn('plan'), ['plan', END])
    .addEdge('plan', 'confirm')
    .addConditionalEdges('confirm', goOn('apply'), ['apply', END])
    .addEdge('apply', 'recheck')
    .addConditionalEdges('recheck', goOn('plan'), ['plan', END]);
  return graph
    .compile(checkpointer === undefined ? {} : { checkpointer })
    .withConfig({ recursionLimit: mostSupersteps });
}

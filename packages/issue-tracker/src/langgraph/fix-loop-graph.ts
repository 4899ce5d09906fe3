import type * as LangGraph from '@langchain/langgraph';
import { checkOptions } from '@kanmon/core/kit';
import { loopSettings } from '../loop/loop-context.ts';
import type { FixLoopSettings, FixLoopState } from '../loop/types.ts';
import { createFixLoopNodes } from './fix-loop-nodes.ts';

/** What is used of `@langchain/langgraph`; pass the imported module. */
export type LangGraphModule = Pick<
  typeof LangGraph,
  'StateGraph' | 'Annotation' | 'START' | 'END' | 'interrupt'
>;

/** The options of `runFixLoop` without the manuscript, and where LangGraph keeps its checkpoints. */
export interface FixLoopGraphOptions extends FixLoopSettings {
  readonly checkpointer?: LangGraph.BaseCheckpointSaver;
}

/** What a compiled graph is used for; LangGraph's own type has many more members. */
export interface FixLoopGraph {
  invoke(
    input: unknown,
    config?: { readonly configurable?: Readonly<Record<string, unknown>> },
  ): Promise<FixLoopState>;
}

/**
 * LangGraph stops after 25 steps by itself, which is six rounds; here the policy bounds the loop, to 100
 * rounds of four nodes after the first check.
 */
const mostSupersteps = 1 + 4 * 100 + 1;

/**
 * The loop as a LangGraph graph: `invoke({ manuscript_hash }, { configurable: { thread_id } })`. Without
 * `ports.confirm`, questions become an interrupt that `Command({ resume: Decision[] })` answers. Effects
 * happen once because they are recorded by key, whatever the checkpointer and its durability.
 */
export function createFixLoopGraph(
  langgraph: LangGraphModule,
  options: FixLoopGraphOptions,
): FixLoopGraph {
  const { StateGraph, Annotation, START, END, interrupt } = langgraph;
  const where = 'createFixLoopGraph(langgraph, options)';
  checkOptions(options, { ...loopSettings, checkpointer: true }, where);
  const { checkpointer, ...settings } = options;
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

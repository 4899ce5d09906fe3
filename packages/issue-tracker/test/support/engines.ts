import * as langgraph from '@langchain/langgraph';
import {
  type FixLoopOptions,
  type FixLoopPorts,
  type IterationPolicyInput,
  runFixLoop,
} from '../../src/index.ts';
import { createFixLoopGraph, type FixLoopReason } from '../../src/langgraph.ts';
import { type LoopWorld, manuscript, toolMap } from './loop-world.ts';

/** How a run ended, as both engines report it. */
export interface EngineResult {
  readonly status: string;
  readonly reason: FixLoopReason | null;
  readonly manuscript_hash: string;
}

/** The two engines of the fix loop; what holds for one must hold for the other. */
export const engines: Readonly<Record<string, (options: FixLoopOptions) => Promise<EngineResult>>> =
  {
    runFixLoop,
    LangGraph: ({ manuscript_hash, ...settings }) =>
      createFixLoopGraph(langgraph, settings).invoke({ manuscript_hash }),
  };

/** What a run over the sample manuscript is started with, in a new session of the world. */
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

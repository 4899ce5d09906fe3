import * as langgraph from '@langchain/langgraph';
import { type FixLoopOptions, runFixLoop } from '../../src/index.ts';
import { createFixLoopGraph, type FixLoopReason } from '../../src/langgraph.ts';

/** The result of a run, as both engines report it. */
export interface EngineResult {
  readonly status: string;
  readonly reason: FixLoopReason | null;
  readonly manuscript_hash: string;
}

/** The two engines of the fix loop, which must behave alike. */
export const engines: Readonly<Record<string, (options: FixLoopOptions) => Promise<EngineResult>>> =
  {
    runFixLoop,
    LangGraph: ({ manuscript_hash, ...settings }) =>
      createFixLoopGraph(langgraph, settings).invoke({ manuscript_hash }),
  };

export {
  createFixLoopGraph,
  type FixLoopGraph,
  type FixLoopGraphOptions,
  type LangGraphModule,
  createFixLoopNodes,
  type FixLoopNode,
  type FixLoopNodes,
  type Interrupt,
} from './langgraph/fix-loop-graph.ts';
export type {
  AppliedText,
  Decision,
  FixLoopPorts,
  FixLoopReason,
  FixLoopSettings,
  FixLoopState,
  PendingConfirmation,
} from './loop/types.ts';

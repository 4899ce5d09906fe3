import type { EventStore, LlmClient } from '@kanmon/core';
import { createFaqSearch, createPassageAnswer, shopRules } from '@kanmon/example-shared';
import {
  createCrewOrchestratorClient,
  createDialogAgent,
  type DialogAgent,
  type DialogRequest,
  type SearchTool,
} from '@kanmon/multistep-planner';
import { chooseProviderClient, type Environment } from '@kanmon/example-shared/provider-client';
import type { AgentSettings } from './arguments.ts';
import { createModelAnswer } from './model-answer.ts';
import { openStore } from './open-store.ts';

/** The agent with all its parts. */
export interface Assembly {
  readonly agent: DialogAgent;
  readonly search: SearchTool;
  readonly store: EventStore;
  /** Absent: rules plan, and answers are quoted. */
  readonly client?: LlmClient;
}

/** A model takes its time; rules and an index in memory do not. */
const timeMs = { model: 60_000, rules: 10_000 } as const;

/** Puts the agent together. `onRefused` hears why an answer of the model was not used. */
export async function assemble(
  settings: AgentSettings,
  environment: Environment,
  onRefused: (reasons: readonly string[]) => void,
): Promise<Assembly> {
  const client = await chooseProviderClient(environment);
  const store = await openStore(settings.data);
  const search = createFaqSearch();
  const { mode, crewUrl, crewTimeoutMs } = settings;
  const agent = createDialogAgent({
    search,
    store,
    rules: shopRules,
    answer: client === undefined ? createPassageAnswer() : createModelAnswer({ client, onRefused }),
    budget: { timeMs: client === undefined ? timeMs.rules + crewTimeoutMs : timeMs.model },
    ...(client === undefined ? {} : { client }),
    ...(crewUrl === undefined
      ? {}
      : { crew: createCrewOrchestratorClient({ baseUrl: crewUrl, timeoutMs: crewTimeoutMs }) }),
  });
  const defaults = { mode, useLlmPlanner: client !== undefined };
  return {
    agent: withDefaults(agent, defaults),
    search,
    store,
    ...(client === undefined ? {} : { client }),
  };
}

/** Returns an agent whose requests use the program's start options, unless they set others. */
function withDefaults(agent: DialogAgent, defaults: DialogRequest['options']): DialogAgent {
  const complete = (request: DialogRequest): DialogRequest => ({
    ...request,
    options: { ...defaults, ...request.options },
  });
  return {
    ...agent,
    turn: (request, context) => agent.turn(complete(request), context),
    stream: (request, context) => agent.stream(complete(request), context),
  };
}

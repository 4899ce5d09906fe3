import { KanmonError, type Locale } from '@kanmon/core';
import { createClientFromEnv } from '@kanmon/llm-adapters/env';
import { CommandProblem } from '../cli/problem.ts';
import { createManuscriptModel, type ManuscriptModel } from './manuscript-model.ts';

/** Variables of the process. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The model that the environment asks for; null without one, which is how this works offline. */
export async function chooseModel(
  environment: Environment,
  language: Locale,
): Promise<ManuscriptModel | null> {
  if (!wantsModel(environment)) return null;
  try {
    return createManuscriptModel(await createClientFromEnv(environment), language);
  } catch (error) {
    if (!KanmonError.isInstance(error)) throw error;
    throw new CommandProblem({ kind: 'usage', detail: error.message }, { cause: error });
  }
}

function wantsModel(environment: Environment): boolean {
  const wanted = environment['KANMON_LLM_PROVIDER'] ?? environment['PPTX_LLM_PROVIDER'] ?? '';
  return !['', 'mock'].includes(wanted.trim().toLowerCase());
}

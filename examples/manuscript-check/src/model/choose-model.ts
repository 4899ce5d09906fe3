import { KanmonError, type Locale } from '@kanmon/core';
import { createProviderClient, type Environment } from '@kanmon/example-shared/provider-client';
import { CommandProblem } from '../cli/problem.ts';
import { createManuscriptModel, type ManuscriptModel } from './manuscript-model.ts';

/** The model that the environment asks for; null without one, which is how this works offline. */
export async function chooseModel(
  environment: Environment,
  language: Locale,
): Promise<ManuscriptModel | null> {
  try {
    const client = await createProviderClient(environment);
    return client === undefined ? null : createManuscriptModel(client, language);
  } catch (error) {
    if (!KanmonError.isInstance(error)) throw error;
    throw new CommandProblem({ kind: 'usage', detail: error.message }, { cause: error });
  }
}

import { InvalidArgumentError, type LlmClient, type LlmRequest } from '@kanmon/core';
import { checkArgument } from '@kanmon/core/kit';
import { checkClients } from '../wire/check-options.ts';
import { createJointClient } from '../wire/client-facts.ts';
import { streamOf } from './decorator.ts';

/** Clients by the name a route gives. */
export type RoutedClients = Readonly<Record<string, LlmClient>>;

/**
 * One client out of several by name, chosen for each request. Provider, model and capabilities are those
 * of the first client in the record; a response names who really answered. An unknown name is misuse.
 *
 * @example
 * const client = withRouter((request) => (request.output?.type === 'json' ? 'strict' : 'cheap'), { strict, cheap });
 */
export function withRouter(
  route: (request: LlmRequest) => string,
  clients: RoutedClients,
): LlmClient {
  // A program without types may pass no clients.
  const given: RoutedClients = { ...clients };
  const names = Object.keys(given);
  const [first, ...others] = Object.values(given);
  if (first === undefined) {
    throw new InvalidArgumentError(
      'expected withRouter to get at least one client, got none; pass { name: client }',
    );
  }
  checkArgument('route of withRouter', 'a function', route);
  checkClients(Object.values(given), 'withRouter');
  const choose = (request: LlmRequest): LlmClient => {
    const name = route(request);
    const client = Object.hasOwn(clients, name) ? clients[name] : undefined;
    if (client !== undefined) return client;
    throw new InvalidArgumentError(
      `expected the route to be one of ${names.join(', ')}, got ${JSON.stringify(name)}`,
    );
  };
  return createJointClient([first, ...others], {
    generate: async (request, call) => choose(request).generate(request, call),
    async *stream(request, call = {}) {
      yield* streamOf(choose(request), request, call);
    },
  });
}

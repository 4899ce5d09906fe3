import { type Clock, InvalidArgumentError, systemClock } from '@kanmon/core';
import { checkOptions, checkPorts, parseJson, untilAborted } from '@kanmon/core/kit';
import { checkNumbers, checkShape } from '../wire/check-input.ts';
import { toJsonValue } from '../wire/values.ts';
import {
  CrewError,
  type CrewPlanRequest,
  crewPlanRequestSchema,
  type CrewPlanResponse,
  crewPlanResponseSchema,
  readLimited,
} from './crew-contract.ts';

/** The address of a crew, and the bounds of an exchange with it. */
export interface CrewClientOptions {
  /** http or https; the path of the contract is added. */
  readonly baseUrl: string;
  /** @default the global fetch */
  readonly fetch?: typeof globalThis.fetch;
  /** Of the whole exchange, body included. @default 3_000 */
  readonly timeoutMs?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** @default 262_144 */
  readonly maxResponseBytes?: number;
  /** That of the deadlines. */
  readonly clock?: Clock;
}

/** Asks another process for a plan. Failures are `CrewError`s; an abort rejects with its reason. */
export interface CrewOrchestratorClient {
  plan(
    request: CrewPlanRequest,
    options?: { readonly signal?: AbortSignal; readonly deadline?: number },
  ): Promise<CrewPlanResponse>;
}

const path = '/crew/orchestrator/plan';
/** A timer of the platform cannot wait longer. */
const maxTimeoutMs = 2_147_483_647;

/** Creates a client of the crew contract. Redirects are not followed. */
export function createCrewOrchestratorClient(options: CrewClientOptions): CrewOrchestratorClient {
  checkOptions(
    options,
    'baseUrl fetch timeoutMs headers maxResponseBytes clock',
    'createCrewOrchestratorClient(options)',
  );
  const {
    timeoutMs = 3000,
    headers = {},
    maxResponseBytes = 262_144,
    clock = systemClock,
  } = options;
  checkNumbers('options', { timeoutMs }, { timeoutMs }, { most: maxTimeoutMs });
  checkNumbers('options', { maxResponseBytes }, { maxResponseBytes });
  checkPorts(options, { fetch: 'call', clock: 'now' });
  const url = planUrl(options.baseUrl);
  return {
    async plan(request, { signal, deadline } = {}) {
      signal?.throwIfAborted();
      const checked = checkShape(
        crewPlanRequestSchema,
        toJsonValue(request),
        'a crew plan request',
      );
      // Looked up at the call, so that a replaced global takes effect.
      const fetch = options.fetch ?? globalThis.fetch;
      const remaining =
        deadline === undefined ? timeoutMs : Math.min(timeoutMs, deadline - clock.now().getTime());
      const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(remaining)));
      const either = signal === undefined ? timeout : AbortSignal.any([signal, timeout]);
      const exchange = async (): Promise<CrewPlanResponse> => {
        const response = await fetch(url, {
          method: 'POST',
          headers: { ...headers, 'content-type': 'application/json', accept: 'application/json' },
          body: JSON.stringify(checked),
          redirect: 'manual',
          signal: either,
        });
        return readPlan(response, maxResponseBytes);
      };
      try {
        // A fetch that ignores its signal is not waited for either.
        return await untilAborted(exchange(), either);
      } catch (error) {
        signal?.throwIfAborted();
        if (CrewError.isInstance(error)) throw error;
        if (timeout.aborted)
          throw new CrewError(
            'crew-timeout',
            `the crew gave no whole answer within ${timeoutMs} ms`,
            error,
          );
        throw new CrewError(
          'crew-unreachable',
          'the crew could not be reached; check baseUrl',
          error,
        );
      }
    },
  };
}

function planUrl(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw new InvalidArgumentError(
      `expected options.baseUrl to be an http or https URL, got ${JSON.stringify(baseUrl)}`,
    );
  }
  // A query or a fragment of the base is not part of the contract's path.
  return `${url.origin}${url.pathname.replace(/\/+$/u, '')}${path}`;
}

async function readPlan(response: Response, maximum: number): Promise<CrewPlanResponse> {
  if (response.status !== 200) {
    await response.body?.cancel();
    throw new CrewError(
      'crew-http-status',
      `the crew answered with status ${response.status}, expected 200`,
    );
  }
  const read = await readLimited(response, maximum);
  if (!read.ok && read.problem === 'too-large')
    throw new CrewError('crew-too-large', `the crew's answer is larger than ${maximum} bytes`);
  try {
    const parsed = crewPlanResponseSchema.safeParse(read.ok ? parseJson(read.text) : undefined);
    if (parsed.success) return parsed.data;
  } catch {
    // Not JSON: refused below.
  }
  throw new CrewError(
    'crew-invalid-response',
    'the crew\'s answer is not a JSON object with a "plan"',
  );
}

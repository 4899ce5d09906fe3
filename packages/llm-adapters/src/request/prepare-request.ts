import type { LlmCapabilities, LlmMessage, LlmRequest } from '@kanmon/core';
import type { SchemaDialect } from '../json-schema/dialect.ts';
import { asRecord, optional, type UnknownRecord } from '../support/read.ts';
import type { AdapterDefaults } from './adapter-defaults.ts';
import { addInstruction } from './add-instruction.ts';
import { badRequest, checkMessages } from './check-messages.ts';
import { checkRequest } from './check-request.ts';
import { joinNeighbours } from './join-neighbours.ts';
import { withinLimit } from './within-limit.ts';
import { type OutputPlan, planOutput } from './plan-output.ts';

/** What one wire format carries, besides what `LlmCapabilities` says. */
export interface WireAbilities {
  readonly dialect: SchemaDialect;
  readonly lenientSchema: boolean;
  readonly jsonObject: boolean;
  readonly stop: boolean;
  /** `user-id`: only the member `userId`. */
  readonly metadata: 'all' | 'user-id' | 'none';
  /** False where the client is bound to one model. @default true */
  readonly model?: boolean;
  /** `all`: the options of every provider go on, for a client that chooses among them. @default 'own' */
  readonly providerOptions?: 'own' | 'all';
}

/** A request after everything that is the same for all providers. Only what was set is there. */
export interface PreparedRequest {
  readonly model: string;
  readonly messages: readonly LlmMessage[];
  readonly output: OutputPlan;
  readonly maxOutputTokens?: number;
  readonly temperature?: number;
  readonly stop?: readonly string[];
  readonly metadata?: Readonly<Record<string, string>>;
  /** Raw members for the body, of this provider only. */
  readonly extra: UnknownRecord;
  readonly warnings: readonly string[];
}

/** Who prepares. */
export interface PrepareContext {
  readonly provider: string;
  readonly model: string;
  readonly capabilities: LlmCapabilities;
  readonly abilities: WireAbilities;
  readonly defaults: AdapterDefaults;
}

/** Checks and completes a neutral request; drops what the provider cannot carry, with a warning each. */
export function prepareRequest(request: LlmRequest, context: PrepareContext): PreparedRequest {
  const { provider, model, capabilities, abilities, defaults } = context;
  checkRequest(request, provider);
  const { messages, warnings } = checkMessages(request.messages, provider);
  checkNumbers(request, provider);
  const output = planOutput(request.output, { ...abilities, jsonSchema: capabilities.jsonSchema });
  const temperature = capabilities.temperature ? request.temperature : undefined;
  const stop = abilities.stop ? request.stop : undefined;
  const modelLost =
    abilities.model === false && request.model !== undefined && request.model !== model;
  const metadata = carriedMetadata(request.metadata, abilities.metadata);
  return {
    model: modelLost ? model : (request.model ?? model),
    messages: joinNeighbours(withInstruction(messages, output)),
    output,
    ...optional('maxOutputTokens', request.maxOutputTokens ?? defaults.maxOutputTokens),
    ...optional('temperature', temperature),
    ...(stop === undefined || stop.length === 0 ? {} : { stop: [...stop] }),
    ...optional('metadata', metadata.carried),
    extra: withinLimit(
      abilities.providerOptions === 'all'
        ? { ...defaults.providerOptions, ...request.providerOptions }
        : {
            ...asRecord(defaults.providerOptions?.[provider]),
            ...asRecord(request.providerOptions?.[provider]),
          },
      request.maxOutputTokens,
    ),
    warnings: [
      ...warnings,
      ...(request.temperature !== undefined && !capabilities.temperature
        ? ['temperature-dropped']
        : []),
      ...(request.stop !== undefined && request.stop.length > 0 && !abilities.stop
        ? ['stop-dropped']
        : []),
      ...(modelLost ? ['model-dropped'] : []),
      ...(metadata.lost ? ['metadata-not-sent'] : []),
      ...(output.type === 'json' ? output.warnings : []),
    ],
  };
}

/** NaN would reach the wire as null, and a limit below 1 cannot be answered. */
function checkNumbers(request: LlmRequest, provider: string): void {
  const { maxOutputTokens, temperature } = request;
  if (
    maxOutputTokens !== undefined &&
    !(Number.isInteger(maxOutputTokens) && maxOutputTokens > 0)
  ) {
    throw badRequest(
      provider,
      `expected maxOutputTokens to be a whole number of at least 1, got ${maxOutputTokens}`,
    );
  }
  if (temperature !== undefined && !(Number.isFinite(temperature) && temperature >= 0)) {
    throw badRequest(
      provider,
      `expected temperature to be a number of at least 0, got ${temperature}`,
    );
  }
}

/** Providers refuse `json_object` unless the word JSON stands in a message; they look for it in any case. */
const wordJson = /json/i;

function withInstruction(
  messages: readonly LlmMessage[],
  output: OutputPlan,
): readonly LlmMessage[] {
  if (output.type === 'text' || output.instruction === undefined) return messages;
  const said = messages.some((message) => wordJson.test(message.content));
  return output.wordSuffices && said ? messages : addInstruction(messages, output.instruction);
}

function carriedMetadata(
  metadata: LlmRequest['metadata'],
  carries: WireAbilities['metadata'],
): { readonly carried?: Readonly<Record<string, string>>; readonly lost: boolean } {
  const names = Object.keys(metadata ?? {});
  if (metadata === undefined || names.length === 0) return { lost: false };
  if (carries === 'all') return { carried: metadata, lost: false };
  const userId = carries === 'user-id' ? metadata['userId'] : undefined;
  if (userId === undefined) return { lost: true };
  return { carried: { userId }, lost: names.length > 1 };
}

import { InvalidArgumentError } from '../errors/invalid-argument-error.ts';
import { parsePointer, toArrayIndex } from '../json/pointer.ts';
import { checkOptions, type OptionNames } from '../vocabulary/check-options.ts';
import type { JsonSchema } from '../vocabulary/json-value.ts';
import type { Locale } from '../vocabulary/locale.ts';
import type { Gate, ValueGate } from './gate-definition.ts';
import type { Gated } from './gated.ts';
import type {
  StandardJsonSchemaOptions,
  StandardJsonSchemaSource,
  StandardSchemaProps,
  StandardSchemaResult,
} from './schema/standard-schema.ts';

/** A gate as a Standard Schema with Standard JSON Schema. */
export interface GateSchema<T> {
  readonly '~standard': StandardSchemaProps<unknown, Gated<T>> & {
    readonly validate: (value: unknown) => StandardSchemaResult<Gated<T>>;
    readonly jsonSchema: Required<StandardJsonSchemaSource>;
  };
}

/** Options of `gateSchema`. */
export interface GateSchemaOptions<Context> {
  /** The data that the rules judge against. */
  readonly context: Context;
  /** The language of the issues. @default 'en' */
  readonly locale?: Locale;
  /** Takes a text too, and finds the value in it as `runGate` does. @default false */
  readonly fromText?: boolean;
}

const optionNames: OptionNames<GateSchemaOptions<unknown>> = {
  context: true,
  locale: true,
  fromText: true,
};

/**
 * Returns a gate as a Standard Schema, for hosts that validate with one: AI SDK, OpenAI Agents, Mastra, MCP, tRPC,
 * Hono and others. A value that passes is gated; findings become issues with a path. It judges and blocks; it cannot
 * correct.
 *
 * A host that only reads the JSON Schema and validates by itself skips the gate: LangChain's `createAgent` and Genkit
 * do. Use `assertGated` where the value is used, or the middleware of `@kanmon/llm-adapters`.
 *
 * @example
 * const procedure = t.procedure.output(gateSchema(gate, { context }));
 */
export function gateSchema<T>(
  gate: ValueGate<T>,
  options?: Omit<GateSchemaOptions<undefined>, 'context'>,
): GateSchema<T>;
/** For a gate whose rules need a context. */
export function gateSchema<T, Context>(
  gate: ValueGate<T, Context>,
  options: GateSchemaOptions<Context>,
): GateSchema<T>;
export function gateSchema<T, Context>(
  gate: ValueGate<T, Context | undefined>,
  options: Omit<GateSchemaOptions<Context>, 'context'> & { readonly context?: Context } = {},
): GateSchema<T> {
  checkOptions<Omit<GateSchemaOptions<unknown>, 'context'>>(options, optionNames, 'gateSchema');
  const { context, locale = 'en', fromText = false } = options;
  const reader = fromText && canRead(gate) ? gate : null;
  if (fromText && reader === null) {
    throw new InvalidArgumentError(
      `expected a gate that reads texts, since fromText is set, got the value gate "${gate.name}"; use defineGate`,
    );
  }
  const write = (side: 'input' | 'output') => (wanted: StandardJsonSchemaOptions) =>
    jsonSchemaFor(gate, side, wanted);
  return {
    '~standard': {
      version: 1,
      vendor: 'kanmon',
      validate(value) {
        const verdict =
          reader !== null && typeof value === 'string'
            ? reader.read(value, context, { locale })
            : gate.validate(value, context, { locale });
        if (verdict.ok) return { value: verdict.value };
        const musts = verdict.findings.filter(({ severity }) => severity === 'must');
        return {
          issues: musts.map((finding) => ({
            message: gate.format(finding, { locale }),
            path: // Hosts show an index as a number, as schema libraries report it.
              parsePointer(finding.path).map((token) => toArrayIndex(token) ?? token),
          })),
        };
      },
      jsonSchema: { input: write('input'), output: write('output') },
    },
  };
}

function canRead<T, Context>(gate: ValueGate<T, Context>): gate is Gate<T, Context> {
  return 'read' in gate;
}

/** Asks the schema for the draft that the host wants; the gate's own JSON Schema is the answer otherwise. */
function jsonSchemaFor(
  { name, definition }: ValueGate<unknown, never>,
  side: 'input' | 'output',
  wanted: StandardJsonSchemaOptions,
): Record<string, unknown> {
  const source = Reflect.get(definition.schema['~standard'], 'jsonSchema') as
    | Partial<StandardJsonSchemaSource>
    | undefined;
  const own: JsonSchema | undefined = definition.jsonSchema;
  try {
    // A model is asked for what the schema takes in, also where a host asks for its output.
    const made = source?.input?.(wanted);
    if (made !== undefined) return made;
  } catch (error) {
    if (own === undefined) throw error;
  }
  if (own !== undefined) return { ...own };
  throw new TypeError(
    `gate "${name}" has no JSON Schema for its ${side}; pass \`jsonSchema\` to defineGate`,
  );
}

import type { Finding, Locale } from '@kanmon/core';
import { type Gate, isGated } from '@kanmon/core/gate';
import type { WithOptionalContext } from '../hosts/gate-call-options.ts';
import { checkNames } from '../wire/check-options.ts';

/** Options of `gateGuardrail`. */
export interface GateGuardrailOptions<Context> {
  /** The data that the rules judge against. */
  readonly context: Context;
  /** The language of the errors. @default 'en' */
  readonly locale?: Locale;
}

/** An output guardrail of the OpenAI Agents SDK. */
export interface GateGuardrail {
  readonly name: string;
  execute(args: { readonly agentOutput: unknown }): Promise<{
    readonly tripwireTriggered: boolean;
    /** The findings, and their texts. */
    readonly outputInfo: {
      readonly findings: readonly Finding[];
      readonly errors: readonly string[];
    };
  }>;
}

/**
 * Creates an output guardrail for the OpenAI Agents SDK: it trips on an output that the gate refuses, with the findings
 * as `outputInfo`. It judges and blocks; it cannot correct, and it sees an output only after its stream was shown. Use
 * `gateModel` where a stream must not show what is refused.
 *
 * @example
 * const agent = new Agent({ name: 'planner', outputGuardrails: [gateGuardrail(gate, { context })] });
 *
 * @throws {InvalidArgumentError} An option is unknown.
 */
export function gateGuardrail<T>(
  gate: Gate<T>,
  options?: Omit<GateGuardrailOptions<undefined>, 'context'>,
): GateGuardrail;
/** For a gate whose rules need a context. */
export function gateGuardrail<T, Context>(
  gate: Gate<T, Context>,
  options: GateGuardrailOptions<Context>,
): GateGuardrail;
export function gateGuardrail<T, Context>(
  gate: Gate<T, Context | undefined>,
  options: WithOptionalContext<GateGuardrailOptions<Context>> = {},
): GateGuardrail {
  checkNames(options, 'context locale', 'gateGuardrail(gate, options)');
  const { context, locale = 'en' } = options;
  return {
    name: `gate:${gate.name}`,
    async execute({ agentOutput }) {
      if (isGated(agentOutput, gate)) {
        return { tripwireTriggered: false, outputInfo: { findings: [], errors: [] } };
      }
      const { ok, findings, errors } =
        typeof agentOutput === 'string'
          ? gate.read(agentOutput, context, { locale })
          : gate.validate(agentOutput, context, { locale });
      return { tripwireTriggered: !ok, outputInfo: { findings, errors } };
    },
  };
}

import {
  type Gate,
  type Gated,
  type GateOutcome,
  openRun,
  type OpenRunOptions,
} from '@kanmon/core/gate';
import { InvalidArgumentError, silentLogger } from '@kanmon/core';
import type { WithOptionalContext } from '../hosts/gate-call-options.ts';
import { createRejectedError } from '../hosts/rejected-error.ts';
import { checkNames, describeKind } from '../wire/check-options.ts';
import { asList, asRecord, filledString } from '../wire/read.ts';

/** Options of `readToolResult`. */
export type ReadToolResultOptions<Context> = Pick<OpenRunOptions<Context>, 'context'>;

/**
 * Judges the result of a foreign MCP tool, and returns the gated value: of `structuredContent`, or of the text for
 * servers that send none. Without a schema on the server, the gate is the only check.
 *
 * @example
 * const task = readToolResult(gate, await client.callTool({ name: 'task' }), { context });
 *
 * @throws {GateRejectedError} The gate refused the value, or the tool reported an error: `outcome.best` has the
 * findings, `cause` the words of the tool.
 * @throws {InvalidArgumentError} The result is not one of a tool, or an option is unknown.
 */
export function readToolResult<T>(gate: Gate<T>, result: object): Gated<T>;
/** For a gate whose rules need a context. */
export function readToolResult<T, Context>(
  gate: Gate<T, Context>,
  result: object,
  options: ReadToolResultOptions<Context>,
): Gated<T>;
export function readToolResult<T, Context>(
  gate: Gate<T, Context | undefined>,
  result: object,
  options: WithOptionalContext<ReadToolResultOptions<Context>> = {},
): Gated<T> {
  checkNames(options, 'context', 'readToolResult(gate, result, options)');
  const { content, structuredContent, isError } = asRecord(result);
  if (!Array.isArray(content) && structuredContent === undefined) {
    throw new InvalidArgumentError(
      `expected the result of a tool, with content or structuredContent, got ${describeKind(result)}; pass what client.callTool() returned`,
    );
  }
  const texts = asList(content).map((block) => filledString(asRecord(block)['text']) ?? '');
  const text = texts.join('\n');
  const run = openRun(gate, {
    context: options.context,
    budget: { maxAttempts: 1 },
    // No model is asked, so that a missing JSON Schema does not matter.
    logger: silentLogger,
  });
  const outcome = (
    isError === true
      ? run.fail(new Error(text === '' ? 'the tool reported an error' : text))
      : run.answer({
          text: structuredContent === undefined ? text : JSON.stringify(structuredContent),
        })
  ) as GateOutcome<T>; // A run of one attempt has ended.
  if (outcome.status === 'passed') return outcome.value;
  throw createRejectedError(gate.name, outcome);
}

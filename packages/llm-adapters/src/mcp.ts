import {
  InvalidArgumentError,
  type Locale,
  type Logger,
  silentLogger,
  type ValidationResult,
} from '@kanmon/core';
import {
  type Gate,
  type Gated,
  type GateOutcome,
  isGated,
  openRun,
  type OpenRunOptions,
} from '@kanmon/core/gate';
import {
  checkOneOf,
  checkPorts,
  copyJson,
  isEqualJson,
  isPlainObject,
  isRecord,
  outsideCatalog,
  warnOfThrownRule,
} from '@kanmon/core/kit';
import { checkGateCall, createRejectedError, type WithOptionalContext } from './hosts/host-gate.ts';
import { checkOptions, describeKind } from './wire/check-options.ts';
import { asList, asRecord, attempt, filledString, member, wordSet } from './wire/read.ts';

/** Options of `gatedTool`. */
export interface ToolGateOptions<Context> {
  /** The data that the rules judge against. */
  readonly context: Context;
  /** The language of the reasons for a refusal. @default 'en' */
  readonly locale?: Locale;
  /** Gets the error of a rule that throws: the client gets the rule and the code only. @default console */
  readonly logger?: Logger;
}

/** The result of a tool as MCP defines it, as far as it is used. */
export type ToolResult = {
  content: { type: 'text'; text: string }[];
  structuredContent?: Record<string, unknown>;
  isError?: boolean;
  _meta?: Record<string, unknown>;
};

/** The handler of a tool, as `registerTool` takes it. */
export type ToolHandler<Args extends readonly unknown[]> = (...args: Args) => Promise<ToolResult>;

/** Reasons in a refusal; more of them help no reader. */
const shownReasons = 5;

/**
 * Wraps the handler of an MCP tool: what it returns reaches the client only after it has passed the gate. The handler
 * returns a value, a text with the value in it, or the result of a tool (`CallToolResult`), whose value is
 * `structuredContent`, else its text. The client gets the gated value, as `structuredContent` and as text, and
 * `_meta` of a result; other blocks of a result were not judged and are not sent. For a schema whose transforms
 * change a value that has passed again, the client gets the JSON before the transforms, with all its members.
 *
 * A refused value, also one that is no JSON, becomes an error result with the reasons and without structured content. Of
 * a rule that throws the client gets the id and the code. An error result of the handler is passed on as it is, and an
 * error that it throws is thrown on.
 *
 * @example
 * server.registerTool('task', { inputSchema }, gatedTool(gate, { context }, ({ topic }) => draftTask(topic)));
 *
 * @throws {InvalidArgumentError} The gate or an option is invalid, or the handler has returned nothing.
 */
export function gatedTool<T, Args extends readonly unknown[]>(
  gate: Gate<T>,
  options: Omit<ToolGateOptions<undefined>, 'context'>,
  handler: (...args: Args) => unknown,
): ToolHandler<Args>;
/** For a gate whose rules need a context. */
export function gatedTool<T, Context, Args extends readonly unknown[]>(
  gate: Gate<T, Context>,
  options: ToolGateOptions<Context>,
  handler: (...args: Args) => unknown,
): ToolHandler<Args>;
export function gatedTool<T, Context, Args extends readonly unknown[]>(
  gate: Gate<T, Context | undefined>,
  options: WithOptionalContext<ToolGateOptions<Context>>,
  handler: (...args: Args) => unknown,
): ToolHandler<Args> {
  const where = 'gatedTool(gate, options, handler)';
  checkGateCall(gate, options, where);
  checkOptions(options, 'context locale logger', where);
  if (typeof handler !== 'function') {
    throw new InvalidArgumentError(
      `expected the handler of the tool as third argument, got ${describeKind(handler)}`,
    );
  }
  const { context, locale = 'en', logger } = options;
  checkOneOf('locale', locale, 'en ja');
  checkPorts({ logger }, { logger: 'warn' });
  /** The texts of a refusal go to another party. */
  const judging = { locale, catalog: outsideCatalog };
  const refused = (
    { errors, findings }: ValidationResult,
    ...more: readonly string[]
  ): ToolResult => {
    warnOfThrownRule(gate.name, findings, logger);
    return refusal([...errors, ...more]);
  };
  return async (...args) => {
    const made = await handler(...args);
    if (isGated(made, gate)) return passed(made);
    // A value may be a proxy, or have getters that throw: then it is no result of a tool.
    const result = attempt(() => (isResult(made) ? { ...made } : undefined));
    // An error has no value. It is the handler's own result.
    if (result?.isError === true) return made as ToolResult;
    const value = result === undefined ? made : valueIn(result);
    const { _meta: meta }: ForeignResult = result ?? {};
    if (typeof value === 'string') {
      const { extraction, ...verdict } = gate.read(value, context, judging);
      return verdict.ok && extraction.status !== 'none'
        ? passed(sentForm(extraction.value, verdict.value), meta)
        : refused(verdict);
    }
    // The value as it goes over the wire, so that the client gets what was judged.
    const json = toJson(value);
    if (json === null) return refused(gate.validate(value, context, judging), notJson);
    if (json === undefined) {
      throw new InvalidArgumentError(
        `expected the handler of the tool to return a value, a text or the result of a tool, got ${describeKind(value)}; return what the gate is to judge`,
      );
    }
    const sent: unknown = JSON.parse(json);
    const verdict = gate.validate(sent, context, judging);
    return verdict.ok ? passed(sentForm(sent, verdict.value), meta) : refused(verdict);
  };

  /** Returns the gated value where the gate of a client passes it unchanged, else the value before transforms. */
  function sentForm(given: unknown, value: unknown): unknown {
    const copy = copyJson(value);
    if (!copy.ok) return given;
    const again = gate.validate(copy.value, context);
    return again.ok && isEqualJson(again.value, copy.value) ? copy.value : given;
  }
}

const notJson = 'The value cannot be written as JSON.';

/** Returns the JSON of a value; null where it cannot be written, undefined where there is no value. */
function toJson(value: unknown): string | undefined | null {
  try {
    return JSON.stringify(value);
  } catch {
    return null;
  }
}

/** The result of a tool, as any handler or server makes it. */
interface ForeignResult {
  readonly content?: unknown;
  readonly structuredContent?: unknown;
  readonly isError?: unknown;
  readonly _meta?: unknown;
}

const blockTypes: ReadonlySet<unknown> = /* @__PURE__ */ wordSet(
  'text image audio resource resource_link',
);

/** Returns true for the result of a tool: it has blocks of MCP or structured content, and no member that no result has. */
function isResult(made: unknown): made is ForeignResult {
  const { content, structuredContent, isError, ...others } = asRecord(made);
  const blocks = asList(content).map((block) => member(block, 'type'));
  return (
    Object.keys(others).every((name) => name === '_meta') &&
    (isRecord(structuredContent) ||
      (Array.isArray(content) && isError === true) ||
      (blocks.length > 0 && blocks.every((type) => blockTypes.has(type))))
  );
}

/** Returns the structured content of a result, else its text. */
function valueIn({ content, structuredContent }: ForeignResult): unknown {
  return structuredContent ?? textIn(content);
}

function textIn(content: unknown): string {
  return asList(content)
    .map((block) => filledString(asRecord(block)['text']) ?? '')
    .join('\n');
}

/** Returns the result for a value: a client with the same gate judges it again. */
function passed(value: unknown, meta?: unknown): ToolResult {
  const text = toJson(value);
  if (typeof text !== 'string') return refusal([notJson]);
  return {
    content: [{ type: 'text', text }],
    // MCP allows objects only.
    ...(isPlainObject(value) ? { structuredContent: value } : {}),
    ...(isRecord(meta) ? { _meta: meta } : {}),
  };
}

function refusal(errors: readonly string[]): ToolResult {
  const text = ['The result was refused.', ...errors.slice(0, shownReasons)].join('\n');
  return { content: [{ type: 'text', text }], isError: true };
}

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
  checkOptions(options, 'context', 'readToolResult(gate, result, options)');
  const { content, structuredContent, isError }: ForeignResult = asRecord(result);
  if (!Array.isArray(content) && structuredContent === undefined) {
    throw new InvalidArgumentError(
      `expected the result of a tool, with content or structuredContent, got ${describeKind(result)}; pass what client.callTool() returned`,
    );
  }
  const value = valueIn({ content, structuredContent });
  const run = openRun(gate, {
    context: options.context,
    budget: { maxAttempts: 1 },
    // No model is asked, so that a missing JSON Schema does not matter.
    logger: silentLogger,
  });
  const outcome = (
    isError === true
      ? run.fail(new Error(filledString(textIn(content)) ?? 'the tool reported an error'))
      : run.answer({ text: typeof value === 'string' ? value : (toJson(value) ?? '') })
  ) as GateOutcome<T>; // A run of one attempt has ended.
  if (outcome.status === 'passed') return outcome.value;
  throw createRejectedError(
    gate.name,
    outcome,
    isError === true
      ? 'got no value: the tool reported an error'
      : 'rejected the result of the tool',
  );
}

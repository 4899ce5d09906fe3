import { type AppendResult, type Clock, FencedError, VersionConflictError } from '@kanmon/core';
import { type CheckedAppend, type CheckedEvent, type Fence, removedError } from '@kanmon/core/kit';
import { recordParts } from '../history/event-record.ts';
import { required } from '../rows/stored-row.ts';
import type { AppendCalls, Outcome } from './append-queue.ts';
import { toDatabaseText } from './database-text.ts';
import { durable } from './durable.ts';
import type { FormatGuard } from './format-guard.ts';
import type { SendQuery } from './pg-pool.ts';
import { isConnectionLost, isRefused, postgresError } from './postgres-errors.ts';

/** The number of times that an append with an idempotency key is sent when no answer comes. */
const attempts = 3;

/** Calls the functions of the schema that append. `schema` is quoted already. */
export function createAppendCalls(
  query: SendQuery,
  schema: string,
  guard: FormatGuard,
  clock: Clock,
): AppendCalls<AppendResult> {
  const now = (): string => clock.now().toISOString();
  // The parameters of `toParameters` in their order; time and `p_wait` come behind them.
  const oneSql = `select ${schema}.append_one($1, $2, $13, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $14) as answer, ${durable}`;
  const manySql = `select ${schema}.append_many($1, $2, $3) as answer, ${durable}`;
  const format1Sql = `select concat_ws(' ', outcome, coalesce(out_version, 0), coalesce(out_position, 0), coalesce(detail, '')) as answer, ${durable}
    from ${schema}.append($1::text, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::bigint)`;

  const sendFormat1 = (append: CheckedAppend): Promise<readonly unknown[]> => {
    const { stream, expected, key, resource, token } = toParameters(append);
    const events = JSON.stringify(append.events.map((event) => toEvent(stream, event)));
    return query(format1Sql, [stream, expected, now(), events, key, resource, token]);
  };

  return {
    async one(append, wait) {
      const tries = append.idempotencyKey === undefined ? 1 : attempts;
      /** The first error after which the append may have been written. */
      let unsure: unknown;
      for (let attempt = 1; ; attempt += 1) {
        try {
          const [row] = await guard.run((format) =>
            format === 1
              ? sendFormat1(append)
              : query(oneSql, [...Object.values(toParameters(append)), now(), wait]),
          );
          return toOutcome(append, required(row, 'answer'));
        } catch (error) {
          if (!isRefused(error)) unsure ??= error;
          if (attempt >= tries || !isConnectionLost(error)) throw unsure ?? error;
        }
      }
    },
    async many(appends, stream) {
      const batch = JSON.stringify(appends.map(toParameters));
      const [row] = await query(manySql, [now(), batch, stream]);
      const answers = required(row, 'answer').split('\n');
      return appends.map((append, index) => toOutcome(append, answers[index] ?? ''));
    },
    isRefused,
    mayRepeat: (error, { idempotencyKey }) =>
      isRefused(error) || (idempotencyKey !== undefined && isConnectionLost(error)),
    toError: (error) => postgresError(error, 'store-write-failed'),
  };
}

/** Parameters of an append, with the names that `append_many` reads. One event is given by its members, more as JSON. */
function toParameters(append: CheckedAppend) {
  const { streamId, events, expectedVersion, idempotencyKey, fence } = append;
  const [first] = events;
  const event = first !== undefined && events.length === 1 ? toEvent(streamId, first) : null;
  return {
    stream: streamId,
    expected: expectedVersion === 'any' ? null : expectedVersion,
    key: toNullable(idempotencyKey),
    resource: fence?.resource ?? null,
    token: fence?.token ?? null,
    ...(event ?? noEvent),
    events: event === null ? JSON.stringify(events.map((one) => toEvent(streamId, one))) : null,
  };
}

const noEvent = { type: null, data: null, actor: null, requestId: null, head: null, tail: null };

/** The members of an event that the schema's functions read. */
function toEvent(
  streamId: string,
  event: CheckedEvent,
): Record<keyof typeof noEvent, string | null> {
  const { type, dataJson: data, actor, requestId } = event;
  return {
    type,
    data,
    actor: toNullable(actor),
    requestId: toNullable(requestId),
    ...recordParts(streamId, event),
  };
}

function toNullable(text: string | undefined): string | null {
  return text === undefined ? null : toDatabaseText(text);
}

/** Parses an answer, `outcome version position detail`; the detail may be empty or hold spaces. */
function toOutcome(append: CheckedAppend, answer: string): Outcome<AppendResult> {
  const { streamId, expectedVersion, fence } = append;
  const [, outcome = '', ...rest] = /^(\S+) (\d+) (\d+) (.*)$/su.exec(answer) ?? [];
  const [version = 0, position = 0] = rest.map(Number);
  const detail = rest[2] ?? '';
  switch (outcome) {
    case 'written':
    case 'replayed':
      return { kind: 'done', result: { version, position, replayed: outcome === 'replayed' } };
    case 'busy':
      return { kind: 'busy' };
    case 'removed':
      return { kind: 'refused', error: removedError(streamId, detail) };
    case 'fenced':
      return { kind: 'refused', error: fencedError(fence, detail) };
    case 'conflict': {
      const reason = detail === 'key' ? 'key' : 'version';
      return { kind: 'refused', error: conflict(streamId, expectedVersion, version, reason) };
    }
    default:
      throw new Error('the schema returned an answer of an unknown form');
  }
}

/** The error of a version or key that does not fit. */
export function conflict(
  streamId: string,
  expected: number | 'any',
  actualVersion: number,
  reason: 'version' | 'key' = 'version',
): VersionConflictError {
  const expectedVersion = expected === 'any' ? actualVersion : expected;
  return new VersionConflictError({ streamId, expectedVersion, actualVersion, reason });
}

/** The error of a refused fence; any other reason is `unknown`, also for a token that no store gives. */
export function fencedError(fence: Fence | undefined, detail: string): FencedError {
  const { resource, token } = fence ?? { resource: '', token: 0 };
  const isKnown = token >= 1 && (detail === 'taken-over' || detail === 'released');
  return new FencedError({ resource, reason: isKnown ? detail : 'unknown' });
}

import {
  type Clock,
  type EventStore,
  type IdSource,
  InvalidArgumentError,
  randomIds,
  systemClock,
  VersionConflictError,
} from '@kanmon/core';
import {
  checkArgument,
  checkOptions,
  checkPorts,
  describeValue,
  optionError,
  portMethods,
  withoutUndefined,
} from '@kanmon/core/kit';
import { type BoardState, checkBoard, type Diff, diffSchema } from '../diff/diff.ts';
import {
  baseHash,
  confirmable,
  decideApply,
  type Decision,
  decideWithdrawal,
  isUnrecorded,
} from './decide.ts';
import {
  type AppliedDiff,
  type Confirmation,
  diffHash,
  type DiffView,
  type LedgerEvent,
  type LedgerState,
  readLedger,
  viewOf,
  writeLedgerEvent,
} from './ledger-state.ts';

/** Options of `createProposalLedger`. */
export interface ProposalLedgerOptions {
  readonly store: EventStore;
  /** Part of the stream's name: `proposal-quality/<boardId>`. */
  readonly boardId: string;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** Up to 100 years. @default 86_400_000 (24 hours) */
  readonly confirmationTtlMs?: number;
}

/**
 * The diffs of one board, from proposal to application. The ledger never changes nodes: hosts read
 * `diff-applied` and change theirs. Refusals are `ProposalApplyError`s and write nothing.
 */
export interface ProposalLedger {
  /**
   * Records diffs and returns them as they are recorded. A known id is recorded again only when its
   * content differs; while that id is confirmed, other content is refused (`diff-confirmed`).
   */
  propose(
    diffs: readonly Diff[],
    options?: {
      /** Actor of the events. @default none */
      readonly proposedBy?: string;
    },
  ): Promise<readonly DiffView[]>;
  diff(diffId: string): Promise<DiffView | null>;
  /** Every diff, in the order in which they were first proposed. */
  list(): Promise<readonly DiffView[]>;
  /** Binds a person's consent to what they saw. Refused (`diff-changed`) if the content differs now. */
  confirm(input: {
    readonly diffId: string;
    /** `content_hash` of the view that the person saw. */
    readonly contentHash: string;
    readonly confirmedBy: string;
    readonly uiAction?: string;
    readonly state: BoardState;
  }): Promise<Confirmation>;
  withdraw(confirmationId: string, by: string): Promise<void>;
  apply(input: {
    readonly confirmationId: string;
    readonly state: BoardState;
    /** Actor of the event. @default the person who confirmed */
    readonly appliedBy?: string;
  }): Promise<AppliedDiff>;
}

const day = 86_400_000;
/** 100 years: an event has no date after the year 9999. */
const longestTtl = 36_525 * day;

/** Other processes write to the same stream; this many conflicts in a row indicate a defect. */
const maxConflicts = 100;

/** Below the 1,000 events that a store takes at once. */
const maxEvents = 500;

/**
 * Creates a ledger over an event store. Any number of ledgers may work on one board at the same time,
 * in any number of processes. Throws `InvalidArgumentError` for misuse.
 */
export function createProposalLedger(options: ProposalLedgerOptions): ProposalLedger {
  checkOptions(
    options,
    'store boardId clock ids confirmationTtlMs',
    'createProposalLedger(options)',
  );
  const { store, clock = systemClock, ids = randomIds(), confirmationTtlMs = day } = options;
  checkPorts({ clock, ids }, portMethods);
  if (typeof Reflect.get(Object(store), 'append') !== 'function') {
    throw new InvalidArgumentError(
      `expected options.store to be an EventStore, got ${describeValue(store)}; pass createMemoryEventStore() to begin with`,
    );
  }
  const ttl: unknown = confirmationTtlMs;
  if (!Number.isInteger(ttl) || confirmationTtlMs < 1 || confirmationTtlMs > longestTtl) {
    throw optionError('confirmationTtlMs', `whole milliseconds from 1 to ${longestTtl}`, ttl);
  }
  const streamId = `proposal-quality/${checkedText(options.boardId, 'boardId')}`;

  /**
   * Reads, decides, and writes at the version that was read; after a conflict it decides again on
   * what others wrote meanwhile. So every check still holds at the moment of the write.
   */
  const transact = async <Result>(
    decide: (state: LedgerState) => Decision<Result>,
  ): Promise<Result> => {
    for (let conflicts = 0; ; conflicts += 1) {
      // Each turn depends on what the one before found.
      const state = await readLedger(store, streamId);
      const decision = decide(state);
      if ('done' in decision) return decision.done;
      const { events, by, key, result } = decision;
      if (events.length === 0) return result(state.version);
      try {
        const { version, replayed } = await store.append(
          streamId,
          events.map((event) => ({
            ...writeLedgerEvent(event),
            ...withoutUndefined({ actor: by }),
          })),
          { expectedVersion: state.version, ...withoutUndefined({ idempotencyKey: key }) },
        );
        // Replayed: another applier was first, and the next turn sees what it wrote.
        if (!replayed) return result(version);
      } catch (error) {
        if (!VersionConflictError.isInstance(error) || conflicts >= maxConflicts) throw error;
      }
    }
  };

  return {
    async propose(diffs, proposeOptions = {}) {
      checkOptions(proposeOptions, 'proposedBy', 'propose(diffs, options)');
      const { proposedBy } = proposeOptions;
      if (!Array.isArray(diffs))
        throw new InvalidArgumentError(`expected a list of diffs, got ${describeValue(diffs)}`);
      if (proposedBy !== undefined) checkedText(proposedBy, 'proposedBy');
      const checked = distinct(diffs.map(checkedDiff));
      // A refusal writes nothing, so all are looked at before the first part is written.
      const before = await readLedger(store, streamId);
      for (const diff of checked) isUnrecorded(diff, before, clock.now());
      for (let start = 0; start < checked.length; start += maxEvents) {
        const part = checked.slice(start, start + maxEvents);
        // In order: list() returns diffs in the order of proposal.
        await transact((state) => ({
          ...withoutUndefined({ by: proposedBy }),
          result: () => undefined,
          events: part
            .filter((diff) => isUnrecorded(diff, state, clock.now()))
            .map((diff): LedgerEvent => ({ type: 'diff-proposed', data: { diff } })),
        }));
      }
      const state = await readLedger(store, streamId);
      const now = clock.now();
      return checked.flatMap(({ diff_id: diffId }) => viewOf(state, diffId, now) ?? []);
    },

    async diff(diffId) {
      return viewOf(await readLedger(store, streamId), diffId, clock.now());
    },

    async list() {
      const state = await readLedger(store, streamId);
      const now = clock.now();
      return [...state.diffs.keys()].flatMap((diffId) => viewOf(state, diffId, now) ?? []);
    },

    async confirm(input) {
      checkOptions(input, 'diffId contentHash confirmedBy uiAction state', 'confirm(input)');
      const { diffId, contentHash, confirmedBy, uiAction, state: board } = input;
      const by = checkedText(confirmedBy, 'confirmedBy');
      if (uiAction !== undefined) checkArgument('uiAction', 'a text', uiAction);
      checkBoard(board);
      checkedText(contentHash, 'contentHash', 'the content_hash of the view that the person saw');
      const id = ids.next('confirmation');
      return transact((state) => {
        const diff = confirmable(state, { diffId, contentHash }, board);
        const now = clock.now();
        const data = {
          id,
          diff_id: diffId,
          content_hash: diffHash(diff),
          base_hash: baseHash(diff, board),
          confirmed_by: by,
          confirmed_at: now.toISOString(),
          expires_at: new Date(now.getTime() + confirmationTtlMs).toISOString(),
        };
        const action = withoutUndefined({ ui_action: uiAction });
        return {
          by,
          events: [{ type: 'confirmation-granted', data: { ...data, ...action } }],
          result: () => ({ ...data, consumed: false }),
        };
      });
    },

    async withdraw(confirmationId, by) {
      checkedText(by, 'by');
      await transact((state) => decideWithdrawal(state, confirmationId, by));
    },

    async apply(input) {
      checkOptions(input, 'confirmationId state appliedBy', 'apply(input)');
      const { confirmationId, state: board, appliedBy: by } = input;
      if (by !== undefined) checkedText(by, 'appliedBy');
      checkBoard(board);
      return transact((state) => decideApply(state, { confirmationId, by }, board, clock.now()));
    },
  };
}

function checkedText(text: string, name: string, what = 'a text that is not blank'): string {
  if (typeof text === 'string' && text.trim() !== '') return text;
  throw new InvalidArgumentError(`expected ${name} to be ${what}, got ${describeValue(text)}`);
}

function checkedDiff(diff: Diff): Diff {
  const parsed = diffSchema.safeParse(diff);
  if (parsed.success) return parsed.data;
  throw new InvalidArgumentError(
    `expected a diff as toDiffs creates it, got one with an invalid ${parsed.error.issues[0]?.path.join('/') || 'type'}`,
  );
}

/** Returns the first diff of each id. */
function distinct(diffs: readonly Diff[]): readonly Diff[] {
  const byId = new Map<string, Diff>();
  for (const diff of diffs) if (!byId.has(diff.diff_id)) byId.set(diff.diff_id, diff);
  return [...byId.values()];
}

import { checkOptions, type OptionNames } from '@kanmon/core/kit';
import type {
  Actor,
  SessionInit,
  UnresolvedQuery,
  WaitOptions,
  WorkflowStateStore,
  WorkflowStateStoreOptions,
} from './types.ts';

export const storeOptions: OptionNames<WorkflowStateStoreOptions> = {
  store: true,
  clock: true,
  random: true,
  audit: true,
  authorize: true,
  qcCodes: true,
  maxSessions: true,
  leaseTtlMs: true,
  sleep: true,
};
const initNames: OptionNames<SessionInit> = {
  episode_number: true,
  initiator: true,
  iteration_policy: true,
  template_hashes: true,
  session_id: true,
};
const waitNames: OptionNames<WaitOptions> = { signal: true, waitMs: true };
const resumeNames: OptionNames<WaitOptions & { readonly actor: Actor }> = {
  ...waitNames,
  actor: true,
};
const unresolvedNames: OptionNames<UnresolvedQuery> = {
  actor: true,
  session_id: true,
  episode_number: true,
  category: true,
  min_severity: true,
  states: true,
  include_deferred: true,
};

/** The methods of a workflow state store that take options. */
type WithOptions = Pick<
  WorkflowStateStore,
  | 'beginSession'
  | 'resumeSession'
  | 'transaction'
  | 'view'
  | 'at'
  | 'timeline'
  | 'unresolved'
  | 'fixTrace'
  | 'audit'
>;

/** The same methods, which refuse unknown options with `InvalidArgumentError`. */
export function withCheckedOptions(store: WithOptions): WithOptions {
  return {
    async beginSession(init, options) {
      checkOptions(init, initNames, 'beginSession(init, options)');
      checkOptions(options, waitNames, 'beginSession(init, options)');
      return store.beginSession(init, options);
    },
    async resumeSession(sessionId, options) {
      checkOptions(options, resumeNames, 'resumeSession(sessionId, options)');
      return store.resumeSession(sessionId, options);
    },
    async transaction(handle, body, options) {
      checkOptions(options, { idempotencyKey: true }, 'transaction(handle, body, options)');
      return store.transaction(handle, body, options);
    },
    async view(sessionId, options) {
      checkOptions(options, { actor: true }, 'view(sessionId, options)');
      return store.view(sessionId, options);
    },
    async at(sessionId, point, options) {
      checkOptions(options, { actor: true }, 'at(sessionId, point, options)');
      return store.at(sessionId, point, options);
    },
    async timeline(sessionId, options) {
      checkOptions(options, { actor: true, issue_id: true }, 'timeline(sessionId, options)');
      return store.timeline(sessionId, options);
    },
    async unresolved(query) {
      checkOptions(query, unresolvedNames, 'unresolved(query)');
      return store.unresolved(query);
    },
    async fixTrace(sessionId, options) {
      checkOptions(options, { actor: true }, 'fixTrace(sessionId, options)');
      return store.fixTrace(sessionId, options);
    },
    audit(query) {
      checkOptions(query, { actor: true, month: true }, 'audit(query)');
      return store.audit(query);
    },
  };
}

/** Building blocks for packages that implement gates, stores and adapters on core. */

export { defineError, type DefinedErrorClass } from './kit/define-error.ts';

export { isRecord } from './vocabulary/record.ts';
export { isPlainObject } from './vocabulary/plain-object.ts';
export { isJsonArray, isJsonObject } from './vocabulary/json-value.ts';
export { describeValue } from './vocabulary/describe-value.ts';
export { checkArgument } from './vocabulary/check-argument.ts';
export {
  checkFlags,
  checkGuards,
  checkOneOf,
  checkOptions,
  checkPorts,
  optionError,
} from './vocabulary/check-options.ts';
export { portMethods } from './kit/port-methods.ts';
export { isWellFormed, toWellFormed } from './vocabulary/well-formed.ts';

export { copyJson, type CopyProblem, type CopyResult } from './gate/value/copy-value.ts';
export { poisonedKeys, setOwn } from './vocabulary/set-own.ts';
export { isJsonEqual as isEqualJson } from './json/json-equal.ts';
export { parseJson } from './json/parse-json.ts';
export { childPath } from './gate/value/child-path.ts';
export { isPointer } from './json/pointer.ts';
export { withoutOptionalNulls, type WithoutOptionalNulls } from './kit/optional-nulls.ts';

export { dataBlock, dataLine, escapeInvisible } from './kit/data-block.ts';
export { outsideCatalog, warnOfThrownRule } from './gate/rules/thrown-rules.ts';
export { formatGateFinding } from './messages/format-finding.ts';
export { reasonCatalog } from './messages/reason-catalog.ts';
export { validationResult } from './messages/validation-result.ts';
export { visibleText } from './messages/visible-text.ts';

export { type WithoutUndefined, withoutUndefined } from './kit/without-undefined.ts';
export { globalConsole, quietLogger } from './ports/logger.ts';
export { createListener } from './kit/create-listener.ts';
export { lowerBound } from './kit/lower-bound.ts';
export { remainingBudget } from './kit/remaining-budget.ts';
export { untilAborted } from './kit/until-aborted.ts';
export {
  completeUsage,
  type CompletedUsage,
  estimateTokens,
  isTokenCount,
} from './budget/estimate-tokens.ts';
export { headerSecrets, urlSecrets } from './errors/credential-values.ts';
export { longestSpelling } from './errors/secret-pattern.ts';
export { createSecretRedactor, quoteSafely } from './errors/secret-redactor.ts';
export { type FoldedText, foldText } from './kit/fold-text.ts';
export { decodeChunks, limitBytes, readChunks } from './kit/read-body.ts';
export {
  abortedError,
  type CallBounds,
  type CallBoundsOptions,
  openCallBounds,
  timeoutError,
} from './kit/call-bounds.ts';
export { boundedStream } from './kit/bounded-stream.ts';
export { copyFrozen } from './kit/copy-frozen.ts';
export {
  checkBy,
  type Checked,
  type FieldIssue,
  fieldIssue,
  type FieldIssueCode,
  fieldIssueText,
  type SafeParser,
} from './kit/field-issue.ts';
export { maxJsonDepth, parseStrictJson, type StrictJson } from './kit/strict-json.ts';

export { checkBudget } from './budget/budget-meter.ts';
export { checkedClock } from './event-store/checked-clock.ts';
export {
  checkAppend,
  type CheckedAppend,
  type CheckedEvent,
  checkId,
  checkLease,
  checkLeaseRequest,
  checkListOptions,
  checkReadAllOptions,
  checkReadOptions,
  checkTtl,
  type Fence,
} from './event-store/check-input.ts';
export {
  checkCorrection,
  type CheckedRequest,
  checkRequests,
  createCorrect,
  decideTake,
  type PointChange,
  type PointCount,
  type PointEntry,
} from './event-store/shared-counter.ts';
export { chainHashOfText, checkHead } from './event-store/chain.ts';
export {
  type AppendChange,
  closedError,
  decideAcquire,
  decideAppend,
  type Decision,
  decideRelease,
  decideRenew,
  type EventContent,
  type HistoryView,
  type KeyRecord,
  type LeaseChange,
  type LeaseRecord,
  type PlacedEvent,
  removedError,
  type StreamHead,
} from './event-store/decision.ts';

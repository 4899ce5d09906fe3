import { type Finding, type Logger, type LlmMessage, sha256Hex, silentLogger } from '@kanmon/core';
import type { AttemptMode, GateEvent } from '@kanmon/core/gate';

/** Follows a run and writes one line an attempt and one at the end; never texts of nodes or prompts. */
export function createRunLogger(
  type: 'organizer' | 'advisor',
  logger: Logger = silentLogger,
): {
  readonly started: (messages: readonly LlmMessage[]) => void;
  readonly follow: (event: GateEvent) => void;
} {
  let mode: AttemptMode = 'initial';
  let findings: readonly Finding[] = [];
  let attempts = 0;
  const follow = (event: GateEvent): void => {
    if (event.type === 'attempt-started') {
      mode = event.mode;
      findings = [];
      attempts = event.attempt;
    } else if (event.type === 'findings-reported') {
      findings = event.findings;
    } else if (event.type === 'value-extracted') {
      logger.debug({ type, attempt: event.attempt, valueHash: event.valueHash });
    } else if (event.type === 'attempt-finished') {
      const errors = placesOf(findings, 'must');
      const ok = event.musts === 0 && errors.length === 0;
      logger.info({
        type,
        attempt: event.attempt,
        mode,
        ok,
        errors,
        warnings: placesOf(findings, 'should'),
      });
    } else if (event.type === 'run-finished') {
      const { status, reason, usage } = event;
      const ok = status === 'passed';
      const retryCount = Math.max(0, attempts - 1);
      logger.info({ type, retryCount, ok, ...(reason === undefined ? {} : { reason }), usage });
    }
  };
  return {
    started: (messages) => {
      const promptHash = sha256Hex(messages.map(({ content }) => content).join('\n'));
      logger.debug({ type, promptHash });
    },
    follow,
  };
}

/** Code and place of each finding: its parameters may quote the report, and so a node. */
function placesOf(findings: readonly Finding[], severity: Finding['severity']): readonly string[] {
  return findings
    .filter((finding) => finding.severity === severity)
    .map(({ code, path }) => `${code} ${path || '(root)'}`);
}

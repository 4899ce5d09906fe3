import { decide, type Outcome } from './outbox.ts';
import type { Translate } from './texts.ts';

/** The revision that the user looked at. */
export interface SeenRevision {
  readonly session: string;
  readonly hash: string;
}

/** Returns the address of a session, or of a part of it. */
export function sessionPath(session: string, part = ''): string {
  return `/api/issues/sessions/${encodeURIComponent(session)}${part}`;
}

/** Checks a new text, or the current one again; fixes what the rules can fix. */
export function runStep(
  seen: SeenRevision,
  body: { readonly text?: string; readonly fix?: boolean },
  label: string,
): Promise<Outcome> {
  return send(seen, '/steps', body, label);
}

/** Answers an open question about a finding. */
export function answer(
  seen: SeenRevision,
  issue: string,
  decision: 'approve' | 'reject',
  t: Translate,
): Promise<Outcome> {
  const body = { issue_id: issue, decision };
  return send(seen, '/confirmations', body, t(`manuscript.decision.${decision}`));
}

/** Ignores a finding with a reason, or opens an ignored one again. */
export function setState(
  seen: SeenRevision,
  issue: string,
  reason: string | null,
  t: Translate,
): Promise<Outcome> {
  const body = reason === null ? { state: 'open' } : { state: 'ignored', reason };
  const label = t(reason === null ? 'manuscript.decision.open' : 'manuscript.decision.ignore');
  return send(seen, `/issues/${encodeURIComponent(issue)}/state`, body, label);
}

function send(seen: SeenRevision, part: string, body: object, label: string): Promise<Outcome> {
  return decide({
    method: 'POST',
    path: sessionPath(seen.session, part),
    revision: seen.hash,
    body,
    label,
    done: label,
    seen: { kind: 'manuscript', ...seen },
  });
}

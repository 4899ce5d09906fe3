import { type ApprovalDocument, type Verification, verifyApproved } from '@kanmon/content-cards';
import type { StoredEvent } from '@kanmon/core';

/** One document verified twice: as it was approved, and with one byte changed. */
export interface Proof {
  readonly green: Verification;
  readonly red: Verification;
  /** The changed place before and after, with its surroundings. */
  readonly change: { readonly before: string; readonly after: string };
}

/** Characters shown on either side of the changed one. */
const surroundings = 12;
const firstTitle = '"title":"';

/** Holds an approved document, and a copy with one byte changed, against its history; null when nothing was approved. */
export async function prove(
  document: ApprovalDocument,
  history: () => AsyncIterable<StoredEvent>,
): Promise<Proof | null> {
  if (document.slides.length === 0) return null;
  const json = JSON.stringify(document);
  const start = json.indexOf(firstTitle) + firstTitle.length;
  const at = start + json.slice(start).search(/[0-9A-Za-z]/);
  const changed = json.slice(0, at) + neighbourOf(json.charCodeAt(at)) + json.slice(at + 1);
  const around = (text: string) => text.slice(Math.max(0, at - surroundings), at + surroundings);
  return {
    green: await verifyApproved(document, history()),
    red: await verifyApproved(JSON.parse(changed), history()),
    change: { before: around(json), after: around(changed) },
  };
}

/** Another character of one byte, never a quote or a backslash. */
function neighbourOf(letterOrDigit: number): string {
  return String.fromCharCode(letterOrDigit ^ 1);
}

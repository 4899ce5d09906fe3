/** C0, DEL and C1. */
const control = /\p{Cc}/u;
const controlButLineFeed = /[^\P{Cc}\n]/u;
const bidiControl = /[\u202a-\u202e\u2066-\u2069]/;
/** With the `u` flag a pair is one character above the range, so only a lone surrogate matches. */
const loneSurrogate = /[\ud800-\udfff]/u;
const visible = /[^\s\p{Cf}\u115f\u1160\u3164\uffa0]/u;

export type TextFault = 'control_character' | 'bidi_control' | 'lone_surrogate';

/** What no text of a card may hold. */
export function textFaults(text: string, options: { readonly lineFeeds: boolean }): TextFault[] {
  const faults: TextFault[] = [];
  if ((options.lineFeeds ? controlButLineFeed : control).test(text))
    faults.push('control_character');
  if (bidiControl.test(text)) faults.push('bidi_control');
  if (loneSurrogate.test(text)) faults.push('lone_surrogate');
  return faults;
}

/** True when a reader would see nothing: white space, format characters and fillers only. */
export function isBlank(text: string): boolean {
  return !visible.test(text);
}

/** The text without what no card may hold (line feeds stay), and how many characters went. */
export function removeForbidden(text: string): { readonly text: string; readonly removed: number } {
  const kept = text.replaceAll(forbidden, '');
  return { text: kept, removed: text.length - kept.length };
}

const forbidden = /[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]|[\ud800-\udfff]/gu;

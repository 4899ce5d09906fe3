import type { Clock } from '@kanmon/core';

/** RFC 9110 allows whole seconds only; providers send fractions, proxies exponents. */
const decimalNumber = /^[+-]?\d{1,400}(?:\.\d{1,20})?(?:e[+-]?\d{1,3})?$/i;
/** Any HTTP date form starts with a day name; `Date.parse` alone would take far too much. */
const httpDate = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)/;

/**
 * Milliseconds a provider asks to wait: `retry-after-ms`, else `retry-after` in seconds or as an HTTP
 * date (RFC 9110 section 10.2.3). Negative and past is 0, unreadable is absent, no upper limit.
 */
export function readRetryAfter(
  header: (name: string) => string | undefined,
  clock: Clock,
): number | undefined {
  return (
    readNumber(header('retry-after-ms'), 1) ??
    readNumber(header('retry-after'), 1000) ??
    readDate(header('retry-after'), clock)
  );
}

function readNumber(text: string | undefined, unitMs: number): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (!decimalNumber.test(trimmed)) return undefined;
  const milliseconds = Number(trimmed) * unitMs;
  return Number.isFinite(milliseconds) ? Math.max(0, Math.ceil(milliseconds)) : Number.MAX_VALUE;
}

function readDate(text: string | undefined, clock: Clock): number | undefined {
  const trimmed = text?.trim() ?? '';
  if (!httpDate.test(trimmed)) return undefined;
  const at = Date.parse(trimmed);
  return Number.isNaN(at) ? undefined : Math.max(0, at - clock.now().getTime());
}

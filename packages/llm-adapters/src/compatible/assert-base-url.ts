import { InvalidArgumentError } from '@kanmon/core';
import { describeValue } from '../support/describe-value.ts';

/** Throws unless `baseUrl` is an http(s) address. The value is not quoted: it may hold credentials. */
export function assertBaseUrl(baseUrl: unknown): void {
  const example = 'e.g. http://localhost:11434/v1';
  if (typeof baseUrl !== 'string') {
    throw new InvalidArgumentError(
      `expected options.baseUrl to be a URL, got ${describeValue(baseUrl)}; ${example}`,
    );
  }
  if (!/^https?:\/\//i.test(baseUrl) || !URL.canParse(baseUrl)) {
    throw new InvalidArgumentError(
      `expected options.baseUrl to start with http:// or https://, got a string that does not; ${example}`,
    );
  }
}

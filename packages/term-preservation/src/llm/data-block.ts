import type { JsonValue } from '@kanmon/core';

/** Data for a prompt: JSON inside a fence longer than any run of backticks in it. */
export function dataBlock(name: string, data: JsonValue): string {
  const json = JSON.stringify(data, null, 1);
  const longest = (json.match(/`+/g) ?? []).reduce((best, run) => Math.max(best, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${name}:\n${fence}json\n${json}\n${fence}`;
}

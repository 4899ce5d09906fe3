/** `now` as ISO text, or `latest` when the clock stepped back behind it: time never goes backwards in a store. */
export function laterInstant(now: Date, latest: string | undefined): string {
  return latest !== undefined && Date.parse(latest) > now.getTime() ? latest : now.toISOString();
}

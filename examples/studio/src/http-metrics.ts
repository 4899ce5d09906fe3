/** Counts of one instance, as OpenMetrics writes them. */
export interface HttpMetrics {
  /** Counts a response. `app` is the part of the studio that sent it. */
  count(response: {
    readonly app: string;
    readonly method: string;
    readonly status: number;
    readonly seconds: number;
  }): void;
  text(): string;
}

/** Upper bounds of the histogram in seconds. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10] as const;

/** Creates the counts. `gauges` returns the values of the moment by name. */
export function createHttpMetrics(gauges: () => Readonly<Record<string, number>>): HttpMetrics {
  const requests = new Map<string, number>();
  const durations = new Map<string, { readonly buckets: number[]; sum: number; count: number }>();
  return {
    count({ app, method, status, seconds }) {
      const labels = `app="${app}",method="${method}",status="${status}"`;
      requests.set(labels, (requests.get(labels) ?? 0) + 1);
      const known = durations.get(app) ?? { buckets: bounds.map(() => 0), sum: 0, count: 0 };
      durations.set(app, known);
      bounds.forEach((bound, index) => {
        if (seconds <= bound) known.buckets[index] = (known.buckets[index] ?? 0) + 1;
      });
      known.sum += seconds;
      known.count += 1;
    },
    text() {
      const duration = 'studio_http_request_duration_seconds';
      return [
        '# TYPE studio_http_requests counter',
        ...Array.from(
          requests,
          ([labels, count]) => `studio_http_requests_total{${labels}} ${count}`,
        ),
        `# TYPE ${duration} histogram`,
        `# UNIT ${duration} seconds`,
        ...Array.from(durations, ([app, { buckets, sum, count }]) => [
          ...bounds.map(
            (bound, index) => `${duration}_bucket{app="${app}",le="${bound}"} ${buckets[index]}`,
          ),
          `${duration}_bucket{app="${app}",le="+Inf"} ${count}`,
          `${duration}_sum{app="${app}"} ${sum}`,
          `${duration}_count{app="${app}"} ${count}`,
        ]).flat(),
        ...Object.entries(gauges()).flatMap(([name, value]) => [
          `# TYPE studio_${name} gauge`,
          `studio_${name} ${value}`,
        ]),
        '# EOF\n',
      ].join('\n');
    },
  };
}

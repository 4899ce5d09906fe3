/** One bar. `low` and `high` are drawn as a whisker. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  /** Drawn in the colour of the project. */
  readonly isOurs: boolean;
}

/** What a chart shows. */
export interface Chart {
  readonly title: string;
  /** What the numbers are, and whether less or more is better. */
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** Draws the values on a logarithmic scale, for ratios that differ by a hundred. @default false */
  readonly isLogarithmic?: boolean;
}

const width = 720;
const labelWidth = 250;
const valueWidth = 70;
const barHeight = 18;
const rowHeight = 28;
const headHeight = 56;
const footHeight = 12;
const plotWidth = width - labelWidth - valueWidth - 24;

/** Colours follow the reader's scheme; the page behind stays what it is. */
const style = [
  'text{font:13px system-ui,sans-serif;fill:#1f2328}',
  '.title{font-weight:600;font-size:15px}.caption{fill:#59636e;font-size:12px}',
  '.ours{fill:#0f766e}.theirs{fill:#9aa4ae}.whisker{stroke:#1f2328;stroke-width:1.2}.axis{stroke:#d1d9e0}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3}.caption{fill:#9198a1}',
  '.ours{fill:#2dd4bf}.theirs{fill:#6e7681}.whisker{stroke:#e6edf3}.axis{stroke:#3d444d}}',
].join('');

/** Horizontal bars with their values, as a picture that needs nothing but itself. */
export function barChart({ title, caption, bars, isLogarithmic = false }: Chart): string {
  const height = headHeight + bars.length * rowHeight + footHeight;
  const most = Math.max(...bars.map(({ value, high }) => Math.max(value, high ?? value)));
  const least = Math.min(...bars.map(({ value, low }) => Math.min(value, low ?? value)));
  // A logarithmic axis begins at a power of ten below everything shown.
  const floor = isLogarithmic ? 10 ** Math.floor(Math.log10(least) - 0.01) : 0;
  const x = (value: number): number => {
    const share = isLogarithmic
      ? Math.log(value / floor) / Math.log(most / floor)
      : (value - floor) / (most - floor);
    return round(labelWidth + Math.max(0, share) * plotWidth);
  };
  const rows = bars.flatMap((bar, index) => {
    const top = headHeight + index * rowHeight;
    const middle = top + barHeight / 2;
    const end = x(bar.value);
    const whisker =
      bar.low === undefined || bar.high === undefined
        ? []
        : [`<path class="whisker" d="M${x(bar.low)} ${middle}H${x(bar.high)}"/>`];
    const edge = Math.max(end, x(bar.high ?? bar.value)) + 8;
    return [
      `<text x="${labelWidth - 10}" y="${middle + 4.5}" text-anchor="end">${escape(bar.label)}</text>`,
      `<rect class="${bar.isOurs ? 'ours' : 'theirs'}" x="${labelWidth}" y="${top}" width="${round(Math.max(1, end - labelWidth))}" height="${barHeight}" rx="2"/>`,
      ...whisker,
      `<text x="${round(edge)}" y="${middle + 4.5}">${formatFigure(bar.value)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escape(title)}">`,
    `<style>${style}</style>`,
    `<text class="title" x="12" y="22">${escape(title)}</text>`,
    `<text class="caption" x="12" y="41">${escape(caption)}</text>`,
    `<path class="axis" d="M${labelWidth} ${headHeight - 5}V${height - footHeight + 3}"/>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** Three digits are what the measurements carry. */
export function formatFigure(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return value >= 100 ? String(Math.round(value)) : String(Number(value.toPrecision(3)));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

import { formatFigure } from './format-figure.ts';

/** One bar. `low` and `high` are drawn as a whisker, `goal` as a mark across the bar. */
export interface Bar {
  readonly label: string;
  readonly value: number;
  readonly low?: number;
  readonly high?: number;
  readonly goal?: number;
  /** Drawn in the colour of the project. */
  readonly isOurs: boolean;
}

/** The contents of a chart. */
export interface Chart {
  readonly title: string;
  /** The meaning of the numbers, and the better direction: less or more. */
  readonly caption: string;
  readonly bars: readonly Bar[];
  /** Draws the values on a logarithmic scale, for ratios that differ by a hundred. @default false */
  readonly isLogarithmic?: boolean;
  /** A value that all bars are compared with, as a line through them: 1 where ratios are shown. */
  readonly reference?: number;
}

const width = 760;
const valueWidth = 70;
const barHeight = 18;
const rowHeight = 28;
const headHeight = 56;
const footHeight = 14;
/** Of the 13 px type below, a little wider than most letters. */
const letterWidth = 7.3;
const leastLabelWidth = 110;

/**
 * Colours follow the reader's scheme, and so does the ground: the page may have chosen another one. Text and
 * whiskers keep a rim of the ground where they cross something.
 */
const style = [
  'text{font:13px system-ui,sans-serif;fill:#1f2328;stroke:#fff;stroke-width:3;paint-order:stroke}',
  '.ground{fill:#fff;stroke:#d1d9e0}.halo{stroke:#fff;stroke-width:4}',
  '.title{font-weight:600;font-size:15px}.caption{fill:#59636e;font-size:12px}',
  '.ours{fill:#0f766e}.theirs{fill:#9aa4ae}.axis{stroke:#d1d9e0}',
  '.whisker{stroke:#1f2328;stroke-width:1.4}.goal{stroke:#b42318;stroke-width:2}',
  '.reference{stroke:#59636e;stroke-dasharray:3 3}',
  '@media(prefers-color-scheme:dark){text{fill:#e6edf3;stroke:#0d1117}',
  '.ground{fill:#0d1117;stroke:#3d444d}.halo{stroke:#0d1117}',
  '.caption{fill:#9198a1}.ours{fill:#2dd4bf}.theirs{fill:#6e7681}.axis{stroke:#3d444d}',
  '.whisker{stroke:#e6edf3}.goal{stroke:#ff9a8b}.reference{stroke:#9198a1}}',
].join('');

/** Horizontal bars with their values, as a picture that needs nothing but itself. */
export function barChart(chart: Chart): string {
  const { title, caption, bars, reference } = chart;
  const height = headHeight + bars.length * rowHeight + footHeight;
  const labelWidth = Math.max(
    leastLabelWidth,
    Math.ceil(24 + letterWidth * Math.max(...bars.map(({ label }) => label.length))),
  );
  const x = scaleOf(chart, labelWidth);
  const foot = height - footHeight + 3;
  const rows = bars.flatMap(({ label, value, low, high, goal, isOurs }, index) => {
    const top = headHeight + index * rowHeight;
    const middle = top + barHeight / 2;
    const end = Math.max(x(value), x(high ?? value), x(goal ?? value));
    return [
      `<text x="${labelWidth - 10}" y="${middle + 4.5}" text-anchor="end">${escape(label)}</text>`,
      `<rect class="${isOurs ? 'ours' : 'theirs'}" x="${labelWidth}" y="${top}" width="${round(Math.max(1, x(value) - labelWidth))}" height="${barHeight}" rx="2"/>`,
      ...(low === undefined || high === undefined
        ? []
        : ['halo', 'whisker'].map(
            (name) => `<path class="${name}" d="M${x(low)} ${middle}H${x(high)}"/>`,
          )),
      ...(goal === undefined
        ? []
        : [`<path class="goal" d="M${x(goal)} ${top - 3}V${top + barHeight + 3}"/>`]),
      `<text x="${round(end + 8)}" y="${middle + 4.5}">${formatFigure(value)}</text>`,
    ];
  });
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escape(title)}</title>`,
    `<desc id="description">${escape(`${caption}: ${bars.map(({ label, value }) => `${label} ${formatFigure(value)}`).join('; ')}`)}</desc>`,
    `<style>${style}</style>`,
    `<rect class="ground" x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="6"/>`,
    `<text class="title" x="14" y="24">${escape(title)}</text>`,
    `<text class="caption" x="14" y="42">${escape(caption)}</text>`,
    `<path class="axis" d="M${labelWidth} ${headHeight - 5}V${foot}"/>`,
    ...(reference === undefined
      ? []
      : [`<path class="reference" d="M${x(reference)} ${headHeight - 5}V${foot}"/>`]),
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

/** Returns the function that maps a value to its position in pixels. */
function scaleOf(
  { bars, isLogarithmic = false, reference }: Chart,
  labelWidth: number,
): (value: number) => number {
  const shown = bars.flatMap(({ value, low, high, goal }) =>
    [value, low, high, goal, reference].filter((each) => each !== undefined),
  );
  const most = Math.max(...shown);
  // A logarithmic axis begins at a power of ten below everything shown.
  const floor = isLogarithmic ? 10 ** Math.floor(Math.log10(Math.min(...shown)) - 0.01) : 0;
  const plotWidth = width - labelWidth - valueWidth - 10;
  return (value) => {
    const share = isLogarithmic
      ? Math.log(value / floor) / Math.log(most / floor)
      : (value - floor) / (most - floor);
    return round(labelWidth + Math.max(0, share) * plotWidth);
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escape(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

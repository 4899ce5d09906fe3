import { type Html, html } from './html.ts';

/** One bar; `value` in the unit that the chart's title names. */
export interface Bar {
  readonly label: string;
  readonly value: number;
}

/** Horizontal bars on one scale, drawn with CSS so that they follow the colour scheme. */
export function barChart(title: string, bars: readonly Bar[]): Html {
  const longest = Math.max(1, ...bars.map(({ value }) => value));
  return html`<figure class="bars">
    <figcaption>${title}</figcaption>
    ${bars.map(
      ({ label, value }) =>
        html`<div class="bar">
          <span class="bar-label">${label}</span>
          <span class="bar-track"><span style="width: ${percent(value / longest)}"></span></span>
          <span class="bar-value">${value}</span>
        </div>`,
    )}
  </figure>`;
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

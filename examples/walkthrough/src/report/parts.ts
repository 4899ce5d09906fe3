import { type Html, html } from './html.ts';

/** A titled block of a section. */
export function part(title: string, content: Html): Html {
  return html`<section class="part">
    <h3>${title}</h3>
    ${content}
  </section>`;
}

/** A table that scrolls sideways on narrow screens; nothing when it has no rows. */
export function table(head: readonly string[], rows: readonly (readonly Html[])[]): Html {
  if (rows.length === 0) return html``;
  return html`<div class="scroll">
    <table>
      <thead>
        <tr>
          ${head.map((label) => html`<th scope="col">${label}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map(
          (cells) =>
            html`<tr>
              ${cells.map((cell) => html`<td>${cell}</td>`)}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

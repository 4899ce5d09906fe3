import type { CardView } from '@kanmon/content-cards';
import { type Html, html } from './html.ts';

/** A card as it would look on the screen; lines that the review doubts are underlined. */
export function slide(card: CardView, foot: string, stamp: string | null): Html {
  const doubts = new Map(
    (card.ai_review?.issues ?? []).map(({ path, message }) => [path, message] as const),
  );
  const grade = card.ai_review?.grade ?? '–';
  return html`<div class="slide ${card.intent === 'cover' ? 'cover' : ''}">
    <p class="slide-title">${line(card.title, doubts.get('/title'))}</p>
    <ul>
      ${card.body.map((text, index) => html`<li>${line(text, doubts.get(`/body/${index}`))}</li>`)}
    </ul>
    <p class="slide-foot">
      <span class="grade grade-${grade}">${grade}</span
      ><span>${foot}</span> ${stamp === null ? html`` : html`<span class="stamp">${stamp}</span>`}
    </p>
  </div>`;
}

function line(text: string, doubt: string | undefined): Html {
  return doubt === undefined
    ? html`${text}`
    : html`<span class="doubt" title="${doubt}">${text}</span>`;
}

/** The look of slides, stamps and grades. */
export const slideStyles = `
.pairs { display: grid; gap: 1.25rem; }
.pair { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); margin: 0; }
.pair figcaption { grid-column: 1 / -1; color: var(--soft); font-size: .85rem; margin-bottom: -.4rem; }
figure { margin: 0; }
.gallery { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.gallery figure { display: flex; flex-direction: column; }
.gallery figcaption { color: var(--soft); font-size: .85rem; }
.gallery .slide { flex: 1; min-height: 11rem; }
.slide { container-type: inline-size; min-height: 15.5rem; display: flex; flex-direction: column; background: var(--paper);
  border: 1px solid var(--line); border-top: .45rem solid var(--accent); border-radius: .35rem; padding: .9rem 1.1rem .6rem; box-shadow: 0 1px 3px rgb(0 0 0 / .12); overflow: hidden; }
.slide p { margin: 0; }
.slide-title { font-weight: 700; font-size: clamp(1rem, 4.4cqi, 1.35rem); line-height: 1.35; }
.slide ul { margin: .6rem 0; padding-left: 1.1em; flex: 1; font-size: clamp(.82rem, 3.3cqi, 1rem); line-height: 1.6; }
.slide.cover { justify-content: center; text-align: center; }
.slide.cover ul { list-style: none; padding: 0; flex: none; }
.slide.cover .slide-title { font-size: clamp(1.1rem, 5.4cqi, 1.6rem); }
.slide-foot { display: flex; gap: .6rem; align-items: center; min-height: 2.6rem; color: var(--soft); font-size: .75rem; border-top: 1px solid var(--line); padding-top: .35rem; margin-top: auto !important; }
.doubt { text-decoration: underline wavy var(--bad); text-underline-offset: .25em; }
.slide-foot span:nth-child(2) { min-width: 0; overflow: hidden; text-overflow: ellipsis; }
.stamp { margin-left: auto; border: 2px solid var(--bad); color: var(--bad); border-radius: .4rem; padding: .1rem .5rem;
  font-size: .72rem; font-weight: 700; line-height: 1.35; text-align: center; white-space: pre; transform: rotate(-4deg); }
.wide { display: block; min-width: 11rem; }
.id, .steps { white-space: nowrap; }
.grade { display: inline-grid; place-items: center; min-width: 1.5rem; height: 1.5rem; border-radius: .3rem; border: 1px solid currentcolor; font-weight: 700; font-size: .85rem; }
.grade-A { color: var(--good); } .grade-B { color: var(--warn); } .grade-C { color: var(--bad); }
.stack { display: grid; grid-template-columns: 6.5rem 1fr; gap: .75rem; align-items: center; margin: .35rem 0; font-size: .9rem; }
.stack-track { display: flex; gap: 2px; }
.stack-track span { flex: var(--count) 0 0; min-width: 3.2rem; text-align: center; border-radius: .3rem; color: var(--paper); font-size: .8rem; font-weight: 700; padding: .1rem 0; }
.stack-track .fill-A { background: var(--good); } .stack-track .fill-B { background: var(--warn); } .stack-track .fill-C { background: var(--bad); }
.verdicts { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.verdict { border: 2px solid var(--good); border-radius: .5rem; padding: .7rem 1rem; }
.verdict.red { border-color: var(--bad); }
.verdict p { margin: .2rem 0; } .verdict b { color: var(--good); } .verdict.red b { color: var(--bad); }
`;

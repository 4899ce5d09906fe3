import { slideStyles } from './slide.ts';

/** The look of the report: system fonts only, both colour schemes, readable on paper. */
export const styles = `
:root {
  color-scheme: light dark;
  --ground: #f7f5f0; --paper: #ffffff; --ink: #23211d; --soft: #6b665c; --line: #ddd8cc;
  --accent: #b3402a; --good: #2f6b4f; --warn: #8a5a00; --bad: #a3281e; --code: #f1eee6;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #191816; --paper: #22211e; --ink: #ece8df; --soft: #a59f92; --line: #3b3933;
    --accent: #f0846a; --good: #7cc3a0; --warn: #e0b25c; --bad: #f08a80; --code: #2b2a26;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0 auto; padding: 2rem 1.25rem 4rem; max-width: 64rem; background: var(--ground); color: var(--ink);
  font: 16px/1.7 system-ui, 'Hiragino Sans', 'Noto Sans CJK JP', 'Noto Sans JP', 'Yu Gothic UI', sans-serif;
}
h1, h2, h3 { line-height: 1.3; text-wrap: balance; }
h1 { margin: 0 0 .25rem; font-size: 2rem; }
h2 { font-size: 1.4rem; display: flex; gap: .6rem; align-items: center; }
h3 { font-size: 1rem; margin: 0 0 .75rem; }
header { border-bottom: 1px solid var(--line); padding-bottom: 1rem; }
header p { margin: .25rem 0; }
.mark { color: var(--accent); font-weight: 700; letter-spacing: .08em; }
.meta { color: var(--soft); font-size: .85rem; }
.timeline { list-style: none; display: grid; gap: .75rem; padding: 0; margin: 1.5rem 0;
  grid-template-columns: repeat(auto-fit, minmax(15rem, 1fr)); }
.timeline li { border-top: 3px solid var(--good); background: var(--paper); border-radius: 0 0 .5rem .5rem; }
.timeline li.broken { border-color: var(--bad); }
.timeline a { display: block; padding: .6rem .9rem; color: inherit; text-decoration: none; }
.timeline a:focus-visible { outline: 2px solid var(--accent); }
.timeline span { display: block; color: var(--soft); font-size: .85rem; line-height: 1.5; }
.number { display: inline-grid; place-items: center; width: 2rem; height: 2rem; border-radius: 50%;
  background: var(--accent); color: var(--paper); font-size: 1rem; flex: none; }
.reading { font-size: 1.05rem; max-width: 44rem; }
.meta a { color: inherit; }
.part { background: var(--paper); border: 1px solid var(--line); border-radius: .6rem; padding: 1rem 1.25rem; margin: 1rem 0; }
.scroll { overflow: auto; max-width: 100%; }
pre { background: var(--code); padding: .9rem; border-radius: .4rem; max-height: 20rem; font-size: .8rem; line-height: 1.5; white-space: pre-wrap; }
code { background: var(--code); padding: .05em .35em; border-radius: .25em; font-size: .85em; overflow-wrap: anywhere; }
table { border-collapse: collapse; width: 100%; font-size: .9rem; }
th { text-align: left; color: var(--soft); font-weight: 600; white-space: nowrap; }
th, td { padding: .4rem .75rem .4rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
tbody tr:last-child td { border-bottom: 0; }
.chip { border: 1px solid currentcolor; border-radius: 1em; padding: .05em .7em; font-size: .8em; white-space: nowrap; }
.chip.must, .chip.lossy { color: var(--bad); }
.chip.should, .chip.guess { color: var(--warn); }
.chip.lossless { color: var(--good); }
del { color: var(--bad); text-decoration-thickness: 1px; }
ins { color: var(--good); text-decoration: none; }
mark { background: color-mix(in srgb, var(--good) 22%, transparent); color: inherit; border-radius: .2em; padding: 0 .15em; }
.heat { display: inline-block; min-width: 2.6rem; text-align: center; border-radius: .3rem; font-size: .8rem; font-variant-numeric: tabular-nums;
  background: color-mix(in srgb, var(--good) calc(var(--score) * 45%), transparent); }
.bars { margin: 1rem 0 0; }
.bars figcaption { color: var(--soft); font-size: .85rem; margin-bottom: .4rem; }
.bar { display: grid; grid-template-columns: minmax(8rem, 14rem) 1fr 4rem; gap: .75rem; align-items: center; font-size: .9rem; margin: .3rem 0; }
.bar-track { background: var(--code); border-radius: .3rem; height: 1.1rem; overflow: hidden; }
.bar-track span { display: block; height: 100%; min-width: 2px; background: var(--accent); }
.bar:first-of-type .bar-track span { background: var(--good); }
.bar-value { font-variant-numeric: tabular-nums; text-align: right; }
.paper { border-left: 3px solid var(--line); padding-left: 1.1rem; }
.paper > :first-child { margin-top: 0; }
.paper h1, .paper h2, .paper h3 { font-size: 1.05rem; display: block; margin: 1rem 0 .4rem; }
.checks { list-style: none; padding: 0; margin: 0; }
.checks li::before { content: '✓'; color: var(--good); font-weight: 700; margin-right: .6em; }
.checks li.broken::before { content: '✗'; color: var(--bad); }
h4 { font-size: .9rem; margin: 1.2rem 0 .5rem; color: var(--soft); }
.turn { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.25rem; margin: .5rem 0 1rem; }
.bubble { background: var(--code); border-radius: .2rem .9rem .9rem .9rem; padding: .5rem .9rem; margin: 0 0 .5rem; max-width: 92%; width: fit-content; }
.bubble p { margin: .2rem 0; }
.bubble.mine { background: color-mix(in srgb, var(--accent) 16%, transparent); border-radius: .9rem .2rem .9rem .9rem; margin-left: auto; }
.answer { white-space: pre-line; }
.sources { margin: .4rem 0 .2rem; padding-left: 1.4rem; color: var(--soft); font-size: .8rem; }
.plan { border-left: 2px solid var(--line); padding-left: 1rem; font-size: .85rem; }
.plan p { margin: 0; }
.plan ul { margin: .4rem 0; padding-left: 1.1rem; }
@media (max-width: 40rem) { .turn { grid-template-columns: 1fr; } .plan { border: 0; padding: 0; } }
${slideStyles}
@media print { body { max-width: none; } .part { break-inside: avoid; } pre { max-height: none; } }
`;

import type { Language } from './markdown.ts';

type Texts = Readonly<Record<Language, string>>;

/** A box at a column and a row; a line break in its text starts a second line. */
interface Box {
  readonly at: readonly [column: number, row: number];
  readonly text: Texts;
  /** `good` and `bad` are ends of the story. */
  readonly kind?: 'good' | 'bad';
}

/** An arrow between two boxes by name. The way it takes is `route`'s. */
interface Arrow {
  readonly from: string;
  readonly to: string;
  readonly text?: Texts;
}

interface Diagram {
  readonly title: Texts;
  readonly boxes: Readonly<Record<string, Box>>;
  readonly arrows: readonly Arrow[];
}

const cell = { width: 236, height: 92 };
const box = { width: 160, height: 50 };
const colors = {
  plain: 'var(--vp-c-divider)',
  good: 'var(--vp-c-green-1)',
  bad: 'var(--vp-c-red-1)',
} as const;

const diagrams: Readonly<Record<string, Diagram>> = {
  life: {
    title: { en: 'Life of an output', ja: '出力がたどる道' },
    boxes: {
      text: { at: [0, 0], text: { en: 'text of the model', ja: 'モデルの文章' } },
      value: { at: [0, 1], text: { en: 'extraction:\na JSON value', ja: '取り出し:\nJSON の値' } },
      judges: {
        at: [0, 2],
        text: { en: 'schema, rules,\nreviews', ja: 'スキーマ、ルール、\nレビュー' },
      },
      gated: { at: [0, 3], text: { en: 'gated value', ja: '検査済みの値' }, kind: 'good' },
      plan: {
        at: [1, 2],
        text: { en: 'correction,\nwithin the budget', ja: '修正の依頼\n（予算内）' },
      },
      rejected: {
        at: [1, 3],
        text: { en: 'rejected,\nwith a reason', ja: '不合格\n（理由付き）' },
        kind: 'bad',
      },
    },
    arrows: [
      { from: 'text', to: 'value' },
      { from: 'value', to: 'judges' },
      { from: 'judges', to: 'gated', text: { en: 'nothing found', ja: '指摘なし' } },
      { from: 'judges', to: 'plan', text: { en: 'findings', ja: '指摘' } },
      { from: 'plan', to: 'text', text: { en: 'asks again', ja: '再依頼' } },
      { from: 'plan', to: 'rejected', text: { en: 'limit reached', ja: '上限' } },
    ],
  },
  correction: {
    title: { en: 'How a correction is chosen', ja: '修正方法の選び方' },
    boxes: {
      answer: { at: [0, 0], text: { en: 'rejected answer', ja: '不合格の回答' } },
      cut: { at: [0, 1], text: { en: 'cut off?', ja: '途中で切れた？' } },
      small: {
        at: [0, 2],
        text: { en: 'few and small\nplaces failed?', ja: '不合格の箇所は\n少なく小さい？' },
      },
      continue: {
        at: [1, 1],
        text: { en: 'continue:\nask for the rest', ja: '続き:\n残りだけ書かせる' },
      },
      patch: {
        at: [1, 2],
        text: { en: 'patch:\nthose places only', ja: 'パッチ:\nその箇所だけ直す' },
      },
      full: { at: [0, 3], text: { en: 'full:\nthe whole again', ja: '全体:\n全部書き直す' } },
    },
    arrows: [
      { from: 'answer', to: 'cut' },
      { from: 'cut', to: 'small', text: { en: 'no', ja: 'いいえ' } },
      { from: 'cut', to: 'continue', text: { en: 'yes', ja: 'はい' } },
      { from: 'small', to: 'patch', text: { en: 'yes', ja: 'はい' } },
      { from: 'small', to: 'full', text: { en: 'no', ja: 'いいえ' } },
    ],
  },
  gated: {
    title: { en: 'Only a gated value is used', ja: '使えるのは検査済みの値だけ' },
    boxes: {
      value: { at: [0, 0], text: { en: 'any value', ja: '任意の値' } },
      gate: { at: [0, 1], text: { en: 'gate', ja: 'ゲート' } },
      gated: {
        at: [0, 2],
        text: { en: 'Gated<T>:\na frozen copy', ja: 'Gated<T>:\n凍結した写し' },
        kind: 'good',
      },
      use: { at: [0, 3], text: { en: 'your function', ja: '値を使う関数' } },
      copy: {
        at: [1, 2],
        text: { en: 'clone, spread,\nparsed JSON', ja: '複製、展開、\n読み直した JSON' },
      },
      error: { at: [1, 3], text: { en: 'NotGatedError', ja: 'NotGatedError' }, kind: 'bad' },
    },
    arrows: [
      { from: 'value', to: 'gate' },
      { from: 'gate', to: 'gated' },
      { from: 'gated', to: 'use' },
      { from: 'gated', to: 'copy' },
      { from: 'copy', to: 'error' },
    ],
  },
  replay: {
    title: { en: 'Events of a run', ja: '実行のイベント' },
    boxes: {
      run: { at: [0, 0], text: { en: 'run', ja: '実行' } },
      events: { at: [0, 1], text: { en: 'events', ja: 'イベント' } },
      store: {
        at: [1, 1],
        text: { en: 'event store,\nhash chain', ja: 'イベントストア、\nハッシュチェーン' },
      },
      replay: {
        at: [0, 2],
        text: { en: 'replayGate,\nno model', ja: 'replayGate\n（モデルなし）' },
      },
      same: { at: [0, 3], text: { en: 'same outcome', ja: '同じ結果' }, kind: 'good' },
      other: {
        at: [1, 3],
        text: { en: 'ReplayMismatchError', ja: 'ReplayMismatchError' },
        kind: 'bad',
      },
    },
    arrows: [
      { from: 'run', to: 'events' },
      { from: 'events', to: 'store', text: { en: 'append', ja: '追記' } },
      { from: 'events', to: 'replay' },
      { from: 'replay', to: 'same', text: { en: 'all follow', ja: 'すべて一致' } },
      { from: 'replay', to: 'other', text: { en: 'one differs', ja: '相違' } },
    ],
  },
  approval: {
    title: { en: 'An approval and its hash', ja: '承認とハッシュ' },
    boxes: {
      draft: { at: [0, 0], text: { en: 'draft\nof a model', ja: 'モデルの下書き' } },
      person: {
        at: [0, 1],
        text: { en: 'a person sees\ncontent and hash', ja: '人が内容と\nハッシュを見る' },
      },
      approved: {
        at: [0, 2],
        text: { en: 'approval event\nwith the hash', ja: 'ハッシュ付きの\n承認イベント' },
      },
      used: { at: [0, 3], text: { en: 'used once', ja: '一度だけ使う' }, kind: 'good' },
      changed: {
        at: [1, 2],
        text: { en: 'content changes\nafterwards', ja: '後から\n内容が変わる' },
      },
      refused: { at: [1, 3], text: { en: 'refused', ja: '拒否' }, kind: 'bad' },
    },
    arrows: [
      { from: 'draft', to: 'person' },
      { from: 'person', to: 'approved', text: { en: 'approves', ja: '承認' } },
      { from: 'approved', to: 'used', text: { en: 'same hash', ja: 'ハッシュが一致' } },
      { from: 'approved', to: 'changed' },
      { from: 'changed', to: 'refused', text: { en: 'other hash', ja: 'ハッシュが相違' } },
    ],
  },
};

/** Returns the diagram of a name as SVG in the colors of the theme, so that it works in light and dark. */
export function drawDiagram(name: string, language: Language): string {
  const diagram = diagrams[name];
  if (diagram === undefined) throw new Error(`no diagram "${name}"`);
  const boxes = Object.values(diagram.boxes);
  const width = cell.width * (1 + Math.max(...boxes.map(({ at }) => at[0])));
  const height = cell.height * (1 + Math.max(...boxes.map(({ at }) => at[1])));
  const title = diagram.title[language];
  return [
    `<svg class="diagram" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}" style="max-width:${width * 1.2}px;width:100%;margin:16px auto;font-family:var(--vp-font-family-base)">`,
    `<defs><marker id="head-${name}" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto"><path d="M0 0L8 4L0 8z" style="fill:var(--vp-c-text-3)"/></marker></defs>`,
    ...diagram.arrows.map((arrow) => drawArrow(name, diagram, arrow, language)),
    ...boxes.map((each) => drawBox(each, language)),
    '</svg>',
  ].join('\n');
}

function drawBox({ at, text, kind }: Box, language: Language): string {
  const [x, y] = center(at);
  const rect = `<rect x="${x - box.width / 2}" y="${y - box.height / 2}" width="${box.width}" height="${box.height}" rx="8" style="fill:var(--vp-c-bg-soft);stroke:${colors[kind ?? 'plain']};stroke-width:1.5"/>`;
  const lines = text[language].split('\n');
  const first = y + 5 - (lines.length - 1) * 9;
  return rect + lines.map((line, index) => label(line, x, first + index * 18, 15, 1)).join('');
}

function drawArrow(name: string, { boxes }: Diagram, arrow: Arrow, language: Language): string {
  const [from, to] = [boxes[arrow.from], boxes[arrow.to]].map((each) => {
    if (each === undefined) throw new Error(`diagram "${name}": no box for an arrow`);
    return center(each.at);
  }) as [Point, Point];
  const points = route(from, to);
  const line = points.map(([x, y]) => `${x} ${y}`).join('L');
  const path = `<path d="M${line}" marker-end="url(#head-${name})" style="fill:none;stroke:var(--vp-c-text-3);stroke-width:1.5"/>`;
  if (arrow.text === undefined) return path;
  const [start, end] = points as [Point, Point];
  const isLevel = start[1] === end[1];
  const x = isLevel ? (start[0] + end[0]) / 2 : start[0] + 8;
  const y = isLevel ? start[1] - 7 : (start[1] + end[1]) / 2 + 5;
  return path + label(arrow.text[language], x, y, 12, 2, isLevel ? 'middle' : 'start');
}

type Point = readonly [x: number, y: number];

function center([column, row]: Box['at']): Point {
  return [cell.width * (column + 0.5), cell.height * (row + 0.5)];
}

/** From edge to edge: straight within a column or a row; downwards sideways first, upwards sideways last. */
function route(from: Point, to: Point): readonly Point[] {
  const across = Math.sign(to[0] - from[0]);
  const down = Math.sign(to[1] - from[1]);
  const beside = ([x, y]: Point, side: number): Point => [x + (side * box.width) / 2, y];
  const below = ([x, y]: Point, side: number): Point => [x, y + (side * box.height) / 2];
  if (down === 0) return [beside(from, across), beside(to, -across)];
  if (across === 0) return [below(from, down), below(to, -down)];
  return down > 0
    ? [beside(from, across), [to[0], from[1]], below(to, -down)]
    : [below(from, down), [from[0], to[1]], beside(to, -across)];
}

function label(
  text: string,
  x: number,
  y: number,
  size: number,
  tone: 1 | 2,
  anchor = 'middle',
): string {
  const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
  return `<text x="${x}" y="${y}" text-anchor="${anchor}" style="font-size:${size}px;fill:var(--vp-c-text-${tone})">${escaped}</text>`;
}

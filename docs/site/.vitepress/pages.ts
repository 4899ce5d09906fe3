/** A page of the site, titled in English and Japanese. */
export interface Page {
  /** Its address in English; the Japanese page is below `/ja`. */
  readonly path: string;
  readonly en: string;
  readonly ja: string;
}

/** A group of the side bar. */
export interface PageGroup {
  readonly title: { readonly en: string; readonly ja: string };
  readonly pages: readonly Page[];
}

/** Every page of the guide, in reading order. Both languages have the same pages. */
export const pageGroups: readonly PageGroup[] = [
  {
    title: { en: 'Start', ja: 'はじめに' },
    pages: [
      { path: '/guide/what', en: 'What Kanmon is for', ja: 'Kanmon の用途' },
      {
        path: '/guide/first-gate',
        en: 'A first gate in five minutes',
        ja: '5 分で作る最初のゲート',
      },
      { path: '/guide/questions', en: 'Questions of newcomers', ja: 'よくある質問' },
    ],
  },
  {
    title: { en: 'Concepts', ja: '考え方' },
    pages: [
      { path: '/concepts/life-of-an-output', en: 'Life of an output', ja: '出力がたどる道' },
      { path: '/concepts/correction', en: 'Correction', ja: '修正' },
      { path: '/concepts/gated-values', en: 'Gated values', ja: '検査済みの値' },
    ],
  },
];

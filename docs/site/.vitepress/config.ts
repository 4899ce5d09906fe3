import { defineConfig, type DefaultTheme } from 'vitepress';
import { pageGroups } from './pages.ts';

const repository = 'https://github.com/kanmon-dev/kanmon';

function sidebar(language: 'en' | 'ja', base: string): DefaultTheme.SidebarItem[] {
  return pageGroups.map(({ title, pages }) => ({
    text: title[language],
    items: pages.map((page) => ({ text: page[language], link: `${base}${page.path}` })),
  }));
}

/** The site: English at the root, Japanese below /ja, one list of pages for both. */
export default defineConfig({
  title: 'Kanmon',
  description: 'Gates that LLM output passes before it counts',
  cleanUrls: true,
  lastUpdated: false,
  locales: {
    root: { label: 'English', lang: 'en' },
    ja: {
      label: '日本語',
      lang: 'ja',
      description: 'LLM の出力が効力を持つ前に通る関門',
      themeConfig: {
        nav: [
          { text: 'はじめに', link: '/ja/guide/what' },
          { text: '試す', link: '/ja/playground' },
          { text: 'API', link: '/reference/api' },
        ],
        sidebar: sidebar('ja', '/ja'),
        outline: { label: 'このページの内容', level: [2, 3] },
        docFooter: { prev: '前のページ', next: '次のページ' },
        darkModeSwitchLabel: '配色',
        sidebarMenuLabel: 'メニュー',
        returnToTopLabel: '先頭へ戻る',
        langMenuLabel: '言語',
      },
    },
  },
  themeConfig: {
    nav: [
      { text: 'Guide', link: '/guide/what' },
      { text: 'Playground', link: '/playground' },
      { text: 'API', link: '/reference/api' },
    ],
    sidebar: sidebar('en', ''),
    outline: { level: [2, 3] },
    socialLinks: [{ icon: 'github', link: repository }],
    search: {
      provider: 'local',
      options: {
        locales: {
          ja: {
            translations: {
              button: { buttonText: '検索', buttonAriaLabel: '検索' },
              modal: {
                noResultsText: '見つかりませんでした',
                resetButtonTitle: '消去',
                footer: { selectText: '選択', navigateText: '移動', closeText: '閉じる' },
              },
            },
          },
        },
      },
    },
  },
});

import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type DefaultTheme } from 'vitepress';
import { configureMarkdown, type Language } from './markdown.ts';
import { pageGroups, repository } from './pages.ts';
import { ruleRunner } from './rule-runner.ts';

const site = join(import.meta.dirname, '..');
/** The folder of the site on its host. */
const siteBase = process.env['KANMON_SITE_BASE'] ?? '/';
/** Written by TypeDoc: `pnpm run docs`. */
const api = join(site, '../api');

function sidebar(language: Language, base: string): DefaultTheme.SidebarItem[] {
  return pageGroups.map(({ title, pages }) => ({
    text: title[language],
    items: pages.map((page) => ({ text: page[language], link: `${base}${page.path}` })),
  }));
}

/** The API reference is made elsewhere; it gets its link once it exists. */
function nav(guide: string, playground: string, base: string): DefaultTheme.NavItem[] {
  const items: DefaultTheme.NavItem[] = [
    { text: guide, link: `${base}/guide/what` },
    { text: playground, link: `${base}/playground` },
  ];
  if (existsSync(api))
    items.push({ text: 'API', link: '/reference/api/index.html', target: '_self' });
  return items;
}

/** The site: English at the root, Japanese below /ja, one list of pages for both. */
export default defineConfig({
  title: 'Kanmon',
  description: 'Gates that LLM output passes before it counts',
  base: siteBase,
  cleanUrls: true,
  lastUpdated: false,
  head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${siteBase}gate.svg` }]],
  markdown: {
    config: configureMarkdown,
    // The default colours of code have less contrast than WCAG AA asks for.
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
  },
  vite: {
    plugins: [ruleRunner()],
    // The playground runs the packages from their sources.
    resolve: { conditions: ['@kanmon/source'] },
    worker: { format: 'es' },
    build: { target: 'es2023' },
  },
  buildEnd({ outDir }) {
    if (existsSync(api)) cpSync(api, join(outDir, 'reference/api'), { recursive: true });
  },
  locales: {
    root: { label: 'English', lang: 'en' },
    ja: {
      label: '日本語',
      lang: 'ja',
      description: 'LLM の出力が効力を持つ前に通る関門',
      themeConfig: {
        nav: nav('はじめに', '試す', '/ja'),
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
    nav: nav('Guide', 'Playground', ''),
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

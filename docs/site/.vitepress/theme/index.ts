// The theme of VitePress with the fonts of the reader's system: Inter alone would be half of the first load.
import './style.css';
export { default } from 'vitepress/theme-without-fonts';

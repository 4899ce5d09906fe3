import { render } from 'preact';
import { App } from './app.tsx';
import { takeToken } from './http.ts';
import { followRoute } from './route.ts';
import { language } from './texts.ts';
import { followScheme } from './theme.ts';

takeToken();
document.documentElement.lang = language.get();
followScheme();
followRoute();
const root = document.querySelector('#app');
if (root !== null) render(<App />, root);

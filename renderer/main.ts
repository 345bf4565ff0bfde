import { mount } from 'svelte';
import App from './App.svelte';
import { findBridge } from './bridge/bridge.ts';
import { createAppState } from './state/app-state.ts';
import { followTheme } from './state/theme.ts';
import './styles/tokens.css';
import './styles/base.css';
import './styles/shell.css';
import './styles/status.css';
import './styles/controls.css';
import './styles/tables.css';
import './styles/notices.css';
import './styles/overview.css';
import './styles/units.css';
import './styles/activity.css';
import './styles/drawer.css';
import './styles/savings.css';
import './styles/narrow-shell.css';
import './styles/narrow.css';
import { languageFor } from './text/language.ts';

const language = languageFor(navigator.language);
document.documentElement.lang = language.tag;
followTheme(document.documentElement, matchMedia('(prefers-color-scheme: dark)'));

// The title bar of macOS lies inside the page, so the sidebar leaves room for its buttons.
if (navigator.userAgent.includes('Mac')) document.documentElement.dataset['platform'] = 'mac';

const app = createAppState(findBridge(window), window, language);
mount(App, { target: document.body, props: { app } });

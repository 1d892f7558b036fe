/// <reference types="vitepress/client" />
import DefaultTheme from 'vitepress/theme';
import { useData, withBase } from 'vitepress';
import { h } from 'vue';

import './style.css';

/** The link to the Markdown of a page, for people who paste it into an assistant. */
function markdownLink(): ReturnType<typeof h> {
  const href = withBase(`/${useData().page.value.relativePath}`);
  // With a target, VitePress does not take the link for one of its own pages.
  return h('a', { class: 'markdown-link', href, target: '_self' }, 'This page as Markdown');
}

export default {
  extends: DefaultTheme,
  Layout: () => h(DefaultTheme.Layout, null, { 'doc-footer-before': () => h(markdownLink) }),
};

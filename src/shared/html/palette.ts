/** The colours that all pages share, as CSS variables: of light and of dark pages. */
export const palette = `
:root{
color-scheme:light dark;
--paper:#f7f6f3;--card:#fff;--ink:#1b1f24;--muted:#59616b;--line:#e3e1db;
--accent:#1d5c63;--ok:#1c6b3f;--ok-card:#e9f4ec;--warn:#7a4a00;--warn-card:#fdf2dc;
}
@media (prefers-color-scheme:dark){:root{
--paper:#14171a;--card:#1c2024;--ink:#eceae5;--muted:#a2a9b1;--line:#31363c;
--accent:#5db7b0;--ok:#8fd6a9;--ok-card:#17291e;--warn:#f0c274;--warn-card:#2e2412;
}}
`;

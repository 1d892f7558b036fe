/** The style that all pages share: the colours of light and of dark pages, as CSS variables, the page, and its notices. */
export const baseStyle = `
:root{
color-scheme:light dark;
--paper:#f7f6f3;--card:#fff;--ink:#1b1f24;--muted:#59616b;--line:#e3e1db;
--accent:#1d5c63;--ok:#1c6b3f;--ok-card:#e9f4ec;--warn:#7a4a00;--warn-card:#fdf2dc;
}
@media (prefers-color-scheme:dark){:root{
--paper:#14171a;--card:#1c2024;--ink:#eceae5;--muted:#a2a9b1;--line:#31363c;
--accent:#5db7b0;--ok:#8fd6a9;--ok-card:#17291e;--warn:#f0c274;--warn-card:#2e2412;
}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:48px 24px 72px;max-width:1152px;background:var(--paper);color:var(--ink);
font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
@media (max-width:640px){body{padding:28px 16px 48px}}
h1,h2,h3,p,dl,dd,ul,ol,figure{margin:0}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.notice{overflow-wrap:anywhere}
.notice.ok{color:var(--ok);background:var(--ok-card)}
.notice.warning{color:var(--warn);background:var(--warn-card)}
`;

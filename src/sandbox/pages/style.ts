import { palette } from '../../html/palette.ts';

/** The style of the sandbox's pages: light and dark, from a phone to a screen, in both directions of writing. */
export const styleSheet = `${palette}
:root{--control:#85898f;--accent-ink:#fff;--bad:#9b2c20;--bad-card:#fbeae7}
@media (prefers-color-scheme:dark){:root{--control:#7d848c;--accent-ink:#0c1a1b;--bad:#f2a295;--bad-card:#321b18}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%}
body{margin:0 auto;padding:48px 24px 72px;max-width:1152px;background:var(--paper);color:var(--ink);
font:16px/1.5 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
body.narrow{max-width:528px}
h1,h2,h3,p,dl,dd,ul,ol{margin:0}
ul,ol{padding:0}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.kicker{color:var(--muted);font-size:13px;letter-spacing:.04em}
h1{margin:4px 0 0;font-size:28px;line-height:1.2;letter-spacing:-.01em;font-weight:650;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:20px;line-height:1.3;font-weight:650}
.subtitle{margin-top:6px;color:var(--muted);overflow-wrap:anywhere}
.muted{color:var(--muted)}
.card{margin-top:20px;padding:20px;background:var(--card);border:1px solid var(--line);border-radius:12px}
.notice{margin-top:20px;padding:12px 16px;border-inline-start:3px solid;border-radius:6px;overflow-wrap:anywhere}
.notice.ok{color:var(--ok);background:var(--ok-card)}
.notice.warning{color:var(--warn);background:var(--warn-card)}
.notice.bad{color:var(--bad);background:var(--bad-card)}
button,.button{display:inline-block;min-height:44px;padding:9px 18px;
border:1px solid var(--control);border-radius:8px;background:var(--card);color:var(--ink);font:inherit;font-weight:600;
text-align:center;text-decoration:none;cursor:pointer;overflow-wrap:anywhere}
button:hover,.button:hover{border-color:var(--ink)}
button.primary,.button.primary{border-color:var(--accent);background:var(--accent);color:var(--accent-ink)}
button.primary:hover,.button.primary:hover{filter:brightness(1.12)}
.items{list-style:none;padding-bottom:14px;border-bottom:1px solid var(--line)}
.items li{padding:3px 0;overflow-wrap:anywhere}
.items .count{color:var(--muted);font-variant-numeric:tabular-nums}
.sums div{display:flex;flex-wrap:wrap;justify-content:space-between;gap:0 16px;padding:3px 0}
.sums dd{font-variant-numeric:tabular-nums}
.sums .part{color:var(--muted)}
.sums .total{font-size:20px;font-weight:650}
.items+.sums,h2+*{margin-top:12px}
.tax,.help{font-size:14px}
form{display:grid;grid-template-columns:1fr 1fr;gap:12px;margin-top:18px}
form .primary{grid-column:1/-1;padding:12px 18px;font-size:18px}
.help{margin-top:12px}
.links{display:flex;flex-wrap:wrap;gap:12px;margin-top:18px}
.facts{margin-top:20px;color:var(--muted);font-size:14px}
.facts div{display:flex;flex-wrap:wrap;gap:0 8px;padding:2px 0}
.facts dt::after{content:":"}
.facts dd{overflow-wrap:anywhere}
@media (max-width:640px){
body{padding:28px 16px 48px}
h1{font-size:24px}
}
`;

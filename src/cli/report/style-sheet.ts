import { palette } from '../../html/palette.ts';

/** The style of the page: light and dark, from a phone to print. Charts take their colours from its variables. */
export const styleSheet = `${palette}
:root{--axis:#a9a69d;--negative:#b03a2e}
@media (prefers-color-scheme:dark){:root{--axis:#5d646c;--negative:#f28b7d}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%;text-size-adjust:100%;scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{margin:0 auto;padding:48px 24px 72px;max-width:1152px;background:var(--paper);color:var(--ink);
font:15px/1.55 ui-sans-serif,system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
h1,h2,h3,p,dl,dd,ul,figure{margin:0}
a{color:var(--accent)}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.skip{position:absolute;left:-999em}
.skip:focus{position:static}
.kicker{color:var(--muted);font-size:13px;letter-spacing:.08em;text-transform:uppercase}
h1{margin:4px 0 6px;font-size:36px;line-height:1.15;letter-spacing:-.02em;font-weight:650;text-wrap:balance}
.subtitle{color:var(--muted);overflow-wrap:anywhere}
.notice{margin-top:12px;padding:10px 14px;border-left:3px solid;border-radius:4px;font-size:14px;overflow-wrap:anywhere}
.subtitle+.notice{margin-top:20px}
.notice.ok{color:var(--ok);background:var(--ok-card)}
.notice.warning{color:var(--warn);background:var(--warn-card)}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:24px;padding:12px 0;border-block:1px solid var(--line);list-style:none;font-size:14px}
nav a{display:inline-block;padding:3px 0;text-decoration:none}
nav a:hover{text-decoration:underline}
section{margin-top:48px}
h2{font-size:21px;line-height:1.3;letter-spacing:-.01em;font-weight:650}
.note{margin-top:4px;max-width:46em;color:var(--muted);font-size:14px}
.cards{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:16px;margin-top:16px}
.cards.rates{grid-template-columns:repeat(3,minmax(0,1fr))}
.card{padding:18px 20px 16px;background:var(--card);border:1px solid var(--line);border-radius:10px}
.cards:not(.rates) .card:first-child{border-top:3px solid var(--accent);padding-top:16px}
h3{font-size:14px;font-weight:600;color:var(--muted)}
.figure{margin-top:2px;font-size:26px;line-height:1.25;font-weight:650;letter-spacing:-.02em;overflow-wrap:anywhere}
.figure,.quotient,td,dd{font-variant-numeric:tabular-nums lining-nums}
.quotient{font-size:13px;overflow-wrap:anywhere}
.definition{margin-top:6px;color:var(--muted);font-size:12.5px;line-height:1.45;overflow-wrap:anywhere}
figure{margin-top:20px}
.chart{display:block;width:100%;height:auto}
.chart.narrow{display:none}
.scroll{margin-top:16px;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}
table{width:100%;border-collapse:collapse;font-size:14px}
caption{padding:12px 16px 4px;text-align:left;color:var(--muted);font-size:13px}
th,td{padding:6px 16px;text-align:right;white-space:nowrap}
th:first-child{text-align:left}
thead th{vertical-align:bottom;border-bottom:1px solid var(--axis);font-weight:600;line-height:1.35}
th code{display:block;color:var(--muted);font:400 11.5px/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
tbody th code,tfoot th code{white-space:nowrap}
tbody th{font-weight:400;white-space:normal;overflow-wrap:anywhere;min-width:8.5em;max-width:26em}
tbody tr+tr>*{border-top:1px solid var(--line)}
tfoot>tr>*{border-top:2px solid var(--axis);font-weight:650}
.negative{color:var(--negative)}
.receipt{margin-top:16px;padding:6px 20px;background:var(--card);border:1px solid var(--line);border-radius:10px;font-size:14px}
.receipt div{display:grid;grid-template-columns:220px minmax(0,1fr);gap:0 20px;padding:6px 0}
.receipt div+div{border-top:1px solid var(--line)}
.receipt dt{color:var(--muted)}
.receipt dd{overflow-wrap:anywhere}
@media (max-width:1000px){
.cards{grid-template-columns:repeat(2,minmax(0,1fr))}
}
@media (max-width:640px){
body{padding:28px 16px 48px}
h1{font-size:28px}
section{margin-top:40px}
.cards,.cards.rates{grid-template-columns:minmax(0,1fr);gap:12px}
.chart.wide{display:none}
.chart.narrow{display:block}
th,td{padding:7px 12px}
th:first-child{position:sticky;left:0;background:var(--card)}
.receipt div{grid-template-columns:minmax(0,1fr)}
}
@media print{
:root{--paper:#fff;--card:#fff;--ink:#000;--muted:#444;--line:#ccc;--axis:#777;--accent:#1d5c63;--negative:#9b2c20;
--ok:#14532d;--ok-card:#fff;--warn:#6b3f00;--warn-card:#fff}
@page{margin:14mm}
body{padding:0;max-width:none;font-size:10pt}
nav,.skip{display:none}
h1{font-size:22pt}
.cards{grid-template-columns:repeat(4,minmax(0,1fr));gap:8px}
.cards.rates{grid-template-columns:repeat(3,minmax(0,1fr))}
.card,.cards:not(.rates) .card:first-child{padding:8px 10px}
.note{font-size:9pt}
.definition,.quotient{font-size:8pt}
th code{font-size:7pt}
.figure{font-size:13pt}
.chart.wide{display:block}
.chart.narrow{display:none}
section{margin-top:20pt}
h2,.note,caption{break-after:avoid}
figure,.card,tr,.receipt div{break-inside:avoid}
thead{display:table-header-group}
tfoot{display:table-row-group}
.scroll{overflow:visible}
table{font-size:8pt}
thead th{white-space:normal;overflow-wrap:anywhere}
th,td{padding:3px 6px}
th:first-child{position:static}
}
`;

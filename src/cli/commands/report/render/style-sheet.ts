import { baseStyle } from '../../../../shared/html/base-style.ts';

/**
 * The style of the page: light and dark, from a phone to print. Charts take their colours from its variables. In print,
 * a table begins only where its head and two rows have room, which `.scroll::before` takes: Chromium keeps no head with the
 * first row.
 */
export const reportStyle = `${baseStyle}
:root{--axis:#a9a69d;--negative:#b03a2e}
@media (prefers-color-scheme:dark){:root{--axis:#5d646c;--negative:#f28b7d}}
html{scroll-behavior:smooth}
@media (prefers-reduced-motion:reduce){html{scroll-behavior:auto}}
body{font-size:15px;line-height:1.55}
.skip{position:absolute;left:-999em}
.skip:focus{position:static}
.kicker{color:var(--muted);font-size:13px;letter-spacing:.08em;text-transform:uppercase}
h1{margin:4px 0 6px;font-size:36px;line-height:1.15;letter-spacing:-.02em;font-weight:650;text-wrap:balance}
.subtitle{color:var(--muted);overflow-wrap:anywhere}
.notice{margin-top:12px;padding:10px 14px;border-left:3px solid;border-radius:4px;font-size:14px}
.subtitle+.notice{margin-top:20px}
.notice p+p{margin-top:6px}
nav ul{display:flex;flex-wrap:wrap;gap:4px 20px;margin-top:24px;padding:12px 0;border-block:1px solid var(--line);list-style:none;font-size:14px}
nav a{display:inline-block;padding:3px 0;text-decoration:none}
nav a:hover{text-decoration:underline}
section{margin-top:48px}
h2{font-size:21px;line-height:1.3;letter-spacing:-.01em;font-weight:650}
.note{margin-top:4px;max-width:52em;text-wrap:pretty;color:var(--muted);font-size:14px}
.cards{display:grid;gap:16px;margin-top:16px}
.cards.equation{grid-template-columns:repeat(3,minmax(0,1fr) auto) minmax(0,1fr);gap:10px}
.operator{align-self:center;color:var(--muted);font-size:13px;text-align:center}
.cards.rates{grid-template-columns:repeat(3,minmax(0,1fr))}
.card{padding:18px 20px 16px;background:var(--card);border:1px solid var(--line);border-radius:10px}
.equation .card:last-child{border-top:3px solid var(--accent);padding-top:16px}
h3{font-size:14px;font-weight:600;color:var(--muted)}
.equation .card{container-type:inline-size}
.figure{margin-top:2px;font-size:26px;line-height:1.25;font-weight:650;letter-spacing:-.02em;overflow-wrap:anywhere}
.equation .figure{font-size:clamp(10px,calc(150cqi / var(--length)),26px);white-space:nowrap}
.figure,.quotient,td,dd{font-variant-numeric:tabular-nums lining-nums}
.quotient{font-size:13px;overflow-wrap:anywhere}
.definition{margin-top:6px;color:var(--muted);font-size:12.5px;line-height:1.45;overflow-wrap:anywhere}
figure{margin-top:20px}
figcaption{margin-bottom:4px;font-size:14px;font-weight:600}
.footnote{margin-top:32px;color:var(--muted);font-size:12.5px;line-height:1.6;overflow-wrap:anywhere}
code{font:400 .92em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace}
details{margin-top:16px}
summary{width:fit-content;padding:4px 0;color:var(--accent);font-size:14px;cursor:pointer}
details .scroll{margin-top:8px}
.chart{position:relative;margin-top:10px;color:var(--muted);font-size:12px;line-height:1.4;font-variant-numeric:tabular-nums lining-nums}
.chart ol{padding:0;list-style:none}
.chart .track{position:relative}
.chart i{position:absolute;background:var(--accent);print-color-adjust:exact}
.chart .below{background:var(--negative)}
.bars ol{display:grid;grid-template-columns:fit-content(38%) minmax(0,1fr) max-content}
.bars li{display:grid;grid-column:1/-1;grid-template-columns:subgrid;gap:10px;align-items:center;padding:6px 0;color:var(--ink)}
.bars .others{margin-top:4px;text-align:right}
.bars .label{overflow:hidden;text-overflow:ellipsis;white-space:nowrap;text-align:right}
.bars .sum{text-align:right}
.bars .track{height:14px}
.bars i{inset:0 calc(100% - 100%*var(--to)) 0 calc(100%*var(--from))}
.columns{padding-top:8px}
.columns ol{position:relative;display:flex;margin-left:56px}
.columns li{flex:1;min-width:0}
.columns .track{display:block;height:250px;margin:0 14%}
.columns i{inset:calc(100% - 100%*var(--to)) 0 calc(100%*var(--from))}
.columns .label{display:block;width:0;height:1.6em;padding-top:4px;white-space:nowrap}
.columns .label.end{display:flex;justify-content:flex-end;width:auto}
.columns .ticks{position:absolute;inset:8px 0 auto;height:250px}
.ticks span{position:absolute;bottom:calc(100%*var(--at));left:56px;right:0;border-bottom:1px solid var(--line)}
.ticks span:first-child{border-color:var(--axis)}
.ticks b{position:absolute;right:100%;bottom:-.7em;margin-right:8px;font-weight:400}
.scroll{margin-top:16px;overflow-x:auto;background:var(--card);border:1px solid var(--line);border-radius:10px}
table{width:100%;border-collapse:collapse;font-size:14px}
caption{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
th,td{padding:6px 16px;text-align:right;white-space:nowrap}
th:first-child{text-align:left}
thead th{vertical-align:bottom;border-bottom:1px solid var(--axis);font-weight:600;line-height:1.35}
#comparison thead th{white-space:normal}
#comparison tbody th{white-space:nowrap}
th code{color:var(--muted)}
tbody th{font-weight:400;white-space:normal;overflow-wrap:anywhere;min-width:8.5em;max-width:26em}
tbody tr+tr>*{border-top:1px solid var(--line)}
tfoot>tr>*{border-top:2px solid var(--axis);font-weight:650}
.negative{color:var(--negative)}
.receipt{margin-top:16px;padding:6px 20px;background:var(--card);border:1px solid var(--line);border-radius:10px;font-size:14px}
.receipt div{display:grid;grid-template-columns:220px minmax(0,1fr);gap:0 20px;padding:6px 0}
.receipt div+div{border-top:1px solid var(--line)}
.receipt dt{color:var(--muted)}
.receipt dd{overflow-wrap:anywhere}
@media (max-width:900px){
.cards.equation,.cards.rates{grid-template-columns:minmax(0,1fr);gap:6px}
.operator{justify-self:start;padding-left:20px}
}
@media (max-width:640px){
h1{font-size:28px}
section{margin-top:40px}
.columns .track,.columns .ticks{height:190px}
th,td{padding:7px 12px}
th:first-child,.scroll :is(th,td):last-child{position:sticky;background:var(--card)}
th:first-child{left:0}
.scroll :is(th,td):last-child{right:0}
.scroll :is(th,td):last-child::before{content:"";position:absolute;inset:0 100% 0 -14px;background:linear-gradient(to left,var(--line),transparent)}
.receipt div{grid-template-columns:minmax(0,1fr)}
}
@media print{
:root{--paper:#fff;--card:#fff;--ink:#000;--muted:#444;--line:#ccc;--axis:#777;--accent:#1d5c63;--negative:#9b2c20;
--ok:#14532d;--ok-card:#fff;--warn:#6b3f00;--warn-card:#fff}
@page{margin:13mm 14mm 15mm;@bottom-right{content:counter(page) " / " counter(pages);color:#444;font:8pt ui-sans-serif,system-ui,Arial,sans-serif}}
body{padding:0;max-width:none;font-size:9.5pt;line-height:1.4}
nav,.skip,summary{display:none}
h1{font-size:20pt}
h2{font-size:13pt}
h3{font-size:9pt}
.notice{margin-top:6pt;padding:4pt 8pt;font-size:9pt}
.subtitle+.notice{margin-top:8pt}
.cards{margin-top:6pt}
.cards.equation{grid-template-columns:repeat(3,minmax(0,1fr) auto) minmax(0,1fr);gap:6px}
.cards.rates{grid-template-columns:repeat(3,minmax(0,1fr));gap:8px}
.operator{justify-self:center;padding:0;font-size:7.5pt}
.card{padding:6px 9px}
.equation .card:last-child{padding-top:4px}
.note{max-width:none;font-size:8.5pt}
.definition,.quotient{margin-top:3px;font-size:7.5pt}
.footnote{margin-top:10pt;font-size:7.5pt}
.figure{font-size:13pt}
.equation .figure{font-size:clamp(6pt,calc(150cqi / var(--length)),13pt)}
figure{margin-top:6pt}
figcaption{font-size:9pt}
.chart{font-size:7.5pt}
.bars li{padding:2pt 0}
.bars .track{height:9pt}
.columns .track,.columns .ticks{height:150pt}
section{margin-top:12pt}
h2,.note{break-after:avoid}
figure,.cards,.card,tr,.receipt,p{break-inside:avoid}
.scroll::before{content:"";display:block;height:56pt;margin-bottom:-56pt;break-inside:avoid}
tbody tr:last-child,tfoot tr{break-before:avoid}
details{margin-top:0}
details::details-content{display:block;content-visibility:visible;height:auto}
body:not(.full) details.more,.full .scroll:has(+.more){display:none}
thead{display:table-header-group}
tfoot{display:table-row-group}
.scroll,details .scroll{margin-top:6pt;overflow:visible;border:0}
table{font-size:8pt}
thead th{white-space:normal;overflow-wrap:anywhere}
#disputes thead th{overflow-wrap:normal}
#disputes td:nth-child(-n+3){white-space:normal;overflow-wrap:anywhere}
th,td{padding:2px 6px}
th:first-child,.scroll :is(th,td):last-child{position:static}
.scroll :is(th,td):last-child::before{display:none}
.receipt{padding:0;border:0;columns:2;column-gap:18px;font-size:7.5pt}
.receipt div{grid-template-columns:150px minmax(0,1fr);padding:2px 0;border-top:1px solid var(--line)}
}
`;

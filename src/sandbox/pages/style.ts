import { baseStyle } from '../../shared/html/base-style.ts';

/** The style of the sandbox's pages: light and dark, from a phone to a screen, in both directions of writing. */
export const pageStyle = `${baseStyle}
:root{--control:#85898f;--accent-ink:#fff;--bad:#9b2c20;--bad-card:#fbeae7}
@media (prefers-color-scheme:dark){:root{--control:#7d848c;--accent-ink:#0c1a1b;--bad:#f2a295;--bad-card:#321b18}}
body.narrow{max-width:528px}
ul,ol{padding:0}
code{font:.875em/1.4 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;overflow-wrap:anywhere}
.kicker{color:var(--muted);font-size:13px;letter-spacing:.04em}
h1{margin:4px 0 0;font-size:28px;line-height:1.2;letter-spacing:-.01em;font-weight:650;text-wrap:balance;overflow-wrap:anywhere}
h2{font-size:20px;line-height:1.3;font-weight:650;overflow-wrap:anywhere}
h3{font-size:16px;line-height:1.4;font-weight:650}
.subtitle{margin-top:6px;color:var(--muted);overflow-wrap:anywhere}
.muted{color:var(--muted)}
.card{margin-top:20px;padding:20px;background:var(--card);border:1px solid var(--line);border-radius:12px}
.notice{margin-top:20px;padding:12px 16px;border-inline-start:3px solid;border-radius:6px}
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
form .whole,.choices{grid-column:1/-1}
.choices{margin:0;padding:0;border:0;min-width:0}
.choices legend{padding:0 0 6px;color:var(--muted);font-size:14px}
.choices label{display:grid;grid-template-columns:auto 1fr auto;align-items:center;gap:0 10px;min-height:44px;padding:6px 12px;
border:1px solid var(--line);border-bottom-width:0;cursor:pointer}
.choices label:first-of-type{border-radius:8px 8px 0 0}
.choices label:last-of-type{border-radius:0 0 8px 8px;border-bottom-width:1px}
.choices label:hover,.choices label:has(:checked){background:var(--paper)}
.choices code{color:var(--muted);white-space:nowrap}
input[type=radio],input[type=checkbox]{width:18px;height:18px;margin:0;accent-color:var(--accent)}
.help{margin-top:12px}
.links{display:flex;flex-wrap:wrap;gap:12px;margin-top:18px}
.facts{margin-top:20px;color:var(--muted);font-size:14px}
.facts div{display:flex;flex-wrap:wrap;gap:0 8px;padding:2px 0}
.facts dt::after{content:":"}
.facts dd{overflow-wrap:anywhere}
@media (max-width:640px){
h1{font-size:24px}
.choices code{grid-column:2}
}
.jump{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:16px;font-size:15px;list-style:none}
.jump a{display:inline-block;padding:4px 0}
section>*+*{margin-top:12px}
section>h2+p{margin-top:4px}
section>h2+.notice{margin-top:12px}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);align-items:start;gap:20px;margin-top:20px}
.pair>.card,.pair>div>.card:first-child{margin-top:0}
#callbacks .forms{display:grid;grid-template-columns:repeat(2,minmax(0,1fr));gap:20px 32px}
form.actions{display:flex;gap:4px;margin:0}
button.small{min-height:32px;padding:3px 8px;border-radius:6px;font-size:13px;white-space:nowrap}
#sessions th a,#sessions td code{display:inline-block;min-width:178px}
pre{margin:0;max-height:560px;overflow:auto}
.shell{display:block;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--paper);
white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
.fold>summary{cursor:pointer}
.fold>summary h2{display:inline}
.fold>*+*{margin-top:12px}
details.wide>summary{padding:8px 0;cursor:pointer;color:var(--muted);font-size:14px}
div.fields{display:flex;flex-wrap:wrap;gap:12px}
#callbacks form.fields{align-content:start}
.label{color:var(--muted);font-size:14px}
.label+.shell{margin-top:4px}
table{width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:7px 20px 7px 0;border-top:1px solid var(--line);text-align:start;vertical-align:baseline}
th:last-child,td:last-child{padding-inline-end:0}
thead th{border-top:0;color:var(--muted);font-weight:400;white-space:nowrap}
tbody th{font-weight:400;overflow-wrap:anywhere}
td.number,th.number{text-align:end}
td time,th time,td .amount,.method{white-space:nowrap}
td bdi{overflow-wrap:anywhere}
.failed{color:var(--bad)}
.state{display:inline-block;padding:0 8px;border:1px solid currentColor;border-radius:99px;font-size:13px;white-space:nowrap}
.state.open{color:var(--accent)}.state.paid,.state.reinstated{color:var(--ok)}
.state.disputed,.state.declined{color:var(--warn)}.state.cancelled,.state.expired,.state.refunded{color:var(--muted)}
form.fields{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin-top:16px}
form.fields+form.fields{padding-top:16px;border-top:1px solid var(--line)}
#callbacks form.fields+form.fields{padding-top:0;border-top:0}
form.fields label{display:grid;gap:4px;font-size:14px;color:var(--muted);min-width:0}
form.fields label:has([type=checkbox]){grid-template-columns:auto 1fr;align-items:center;gap:8px;min-height:44px}
form.fields .wide{flex:1 1 100%}
form.fields .grow{flex:1 1 180px}
form.fields .primary{padding:9px 18px;font-size:16px}
input:not([type=radio],[type=checkbox]),select{width:100%;min-height:44px;padding:8px 10px;border:1px solid var(--control);
border-radius:8px;background:var(--card);color:var(--ink);font:inherit;text-overflow:ellipsis}
form.fields [aria-invalid=true]{border:2px solid var(--bad)}
form.fields .notice{margin-top:0}
.clock{font-size:20px;font-weight:650;font-variant-numeric:tabular-nums}
@media (max-width:860px){
.pair,#callbacks .forms{grid-template-columns:minmax(0,1fr)}
table,tbody{display:block}
form.actions{flex-wrap:wrap}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
tbody tr{display:flex;flex-wrap:wrap;gap:2px 14px;padding:9px 0;border-top:1px solid var(--line)}
tbody tr:first-child{border-top:0}
th,td{display:block;padding:0;border:0;min-width:0}
tbody th{flex:1 1 100%}
td:empty{display:none}
td[data-label]::before{content:attr(data-label) ": ";color:var(--muted)}
}
@media (max-width:640px){
.card{padding:16px}
.pair{gap:16px;margin-top:16px}
}
`;

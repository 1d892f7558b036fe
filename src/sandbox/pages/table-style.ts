/** What wide pages add to the style: tables, and forms with several fields. */
export const tableStyle = `
.jump{display:flex;flex-wrap:wrap;gap:4px 18px;margin-top:16px;font-size:15px;list-style:none}
.jump a{display:inline-block;padding:4px 0}
.card>*+*{margin-top:12px}
.card>h2+p{margin-top:4px}
h2{overflow-wrap:anywhere}
.pair{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,2fr);align-items:start;gap:20px;margin-top:20px}
.pair .card{margin-top:0}
.shell{display:block;padding:10px 12px;border:1px solid var(--line);border-radius:8px;background:var(--paper);
white-space:pre-wrap;overflow-wrap:anywhere;font-size:13px}
.label{color:var(--muted);font-size:14px}
.label+.shell{margin-top:4px}
table{width:100%;border-collapse:collapse;font-size:14px;font-variant-numeric:tabular-nums}
th,td{padding:7px 20px 7px 0;border-top:1px solid var(--line);text-align:start;vertical-align:baseline}
th:last-child,td:last-child{padding-inline-end:0}
thead th{border-top:0;color:var(--muted);font-weight:400;white-space:nowrap}
tbody th{font-weight:400;white-space:nowrap}
td.number,th.number{text-align:end}
td time,th time,td .amount,.method{white-space:nowrap}
td bdi{overflow-wrap:anywhere}
.failed{color:var(--bad)}
.state{display:inline-block;padding:0 8px;border:1px solid currentColor;border-radius:99px;font-size:13px;white-space:nowrap}
.state.open{color:var(--accent)}.state.paid,.state.reinstated{color:var(--ok)}
.state.disputed,.state.declined{color:var(--warn)}.state.cancelled,.state.expired,.state.refunded{color:var(--muted)}
form.fields{display:flex;flex-wrap:wrap;align-items:end;gap:12px;margin-top:16px}
form.fields label{display:grid;gap:4px;font-size:14px;color:var(--muted);min-width:0}
form.fields label.check{display:flex;align-items:center;gap:8px;min-height:44px;color:var(--ink)}
form.fields .wide{flex:1 1 100%}
form.fields .grow{flex:1 1 180px}
form.fields .primary{padding:9px 18px;font-size:16px}
input:not([type=checkbox]),select{width:100%;min-height:44px;padding:8px 10px;border:1px solid var(--control);
border-radius:8px;background:var(--card);color:var(--ink);font:inherit;text-overflow:ellipsis}
input[type=number]{width:104px}
input[type=checkbox]{width:20px;height:20px;margin:0;accent-color:var(--accent)}
form.fields [aria-invalid=true]{border:2px solid var(--bad)}
form.fields .notice{margin-top:0}
.clock{font-size:20px;font-weight:650;font-variant-numeric:tabular-nums}
@media (max-width:860px){
.pair{grid-template-columns:minmax(0,1fr)}
table,tbody{display:block}
thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
tbody tr{display:flex;flex-wrap:wrap;gap:2px 14px;padding:9px 0;border-top:1px solid var(--line)}
tbody tr:first-child{border-top:0}
th,td{display:block;padding:0;border:0;min-width:0}
tbody th{flex:1 1 100%;white-space:normal;overflow-wrap:anywhere}
td:empty{display:none}
td[data-label]::before{content:attr(data-label) ": ";color:var(--muted)}
}
@media (max-width:640px){
.card{padding:16px}
.pair{gap:16px;margin-top:16px}
}
`;

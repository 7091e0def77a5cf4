/** Styles of forms, of lists with controls, and of the tabs of an organization or an account. */
export const PEOPLE_STYLES = `.who{display:flex;flex-wrap:wrap;align-items:center;justify-content:flex-end;gap:.25rem .9rem;min-width:0}
.who a,.who span{overflow-wrap:anywhere}
.tabs ul{display:flex;flex-wrap:wrap;gap:.25rem 1.1rem;list-style:none;margin:0 0 1.5rem;padding:0;border-bottom:1px solid var(--line)}
.tabs a{display:block;padding:.35rem 0;text-decoration:none;border-bottom:3px solid transparent}
.tabs a[aria-current]{color:inherit;font-weight:600;border-bottom-color:var(--link)}
.done{padding:.6rem .75rem;border:1px solid var(--good);color:var(--good);border-radius:6px}
.secret{padding:.75rem 1rem;border:2px solid var(--good);border-radius:8px;margin-bottom:1rem}
.secret code{overflow-wrap:anywhere;user-select:all}
.form{max-width:32rem;margin-bottom:1.5rem}
.field{margin-bottom:1rem}
.field .note,.field .wrong{margin:.25rem 0 0}
.wrong{color:var(--bad);font-size:.88rem;font-weight:600}
.check{display:grid;grid-template-columns:auto 1fr;gap:0 .6rem;align-items:baseline}
.check label{margin:0;font-weight:400}.check .note{grid-column:2}
input[type=checkbox]:not([type=hidden]){width:1.1rem;height:1.1rem;accent-color:var(--link)}
select,textarea{width:100%;padding:.6rem .75rem;font:inherit;color:inherit;background:var(--back);border:1px solid var(--soft);border-radius:6px}
[aria-invalid]{border-color:var(--bad)!important}
textarea{resize:vertical}
button.danger{background:var(--bad)}
.form button{margin-top:.25rem}
.filter{display:flex;flex-wrap:wrap;gap:.6rem;align-items:end;margin-bottom:1.5rem}
.filter .field{flex:1 1 9rem;max-width:18rem;margin:0}.filter button{margin:0}.filter input,.filter select,.filter button{height:2.9rem}
.in-row .form{display:flex;flex-wrap:wrap;gap:.4rem;align-items:end;margin:0;max-width:none}
.in-row .field{margin:0}.unseen,.in-row .field label{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.in-row select,.in-row input:not([type=hidden]){width:auto;max-width:100%;padding:.25rem .4rem}
.in-row button{margin:0;padding:.25rem .7rem;font-weight:400;white-space:nowrap;color:var(--link);background:none;border-color:currentColor}.in-row button.danger{color:var(--bad)}
.in-row .problem{flex-basis:100%;margin:0 0 .3rem}
td .in-row+.in-row{margin-top:.4rem}
.pager{display:flex;gap:1.5rem}
.actions{display:grid;gap:.75rem}
.actions details{margin:0}
.tag{display:inline-block;padding:0 .5em;border:1px solid var(--line);border-radius:1em;font-size:.82rem;color:var(--soft)}
.qr{display:block;width:12rem;max-width:100%;background:#fff;padding:.75rem;border-radius:8px;margin-bottom:1rem}
.qr svg{display:block;width:100%;height:auto}
.codes{display:grid;grid-template-columns:repeat(auto-fill,minmax(12rem,1fr));gap:.25rem 1rem;list-style:none;padding:0}.codes code{white-space:nowrap}
table.list th,table.list td{min-width:0}
table.list th[scope=row]{min-width:8rem;overflow-wrap:anywhere}
table.list td.wide,table.list th.wide{min-width:14rem}
td time{white-space:nowrap}
.scroll,.in-row{position:relative}
.cards li>span:not(.emoji){min-width:0;margin-right:auto;overflow-wrap:anywhere}
.cards li>.tag{flex:none;margin-right:0!important}
main:has(table.list){max-width:64rem}
.secret .done{padding:0;border:0;font-weight:600}
.secret>:last-child{margin-bottom:0}
`;

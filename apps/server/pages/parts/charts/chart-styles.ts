/** Styles of charts. The colors are distinguishable in both schemes, also by people who cannot see red or green. */
export const CHART_STYLES = `:root{--series-1:#1b57b3;--series-2:#b3541b}
@media (prefers-color-scheme:dark){:root{--series-1:#8ab4f8;--series-2:#f2a65a}}
.chart{margin:0 0 1rem}
.chart figcaption{display:flex;flex-wrap:wrap;gap:.25rem 1.25rem;margin-bottom:.6rem}
.legend{display:flex;flex-wrap:wrap;gap:.25rem 1rem}
.key{width:1em;height:.5em;margin-right:.35em}
.plot{display:grid;grid-template-columns:auto 1fr;gap:.6rem}
.plot>svg{display:block;width:100%;height:12rem;overflow:visible}
.scale{display:flex;flex-direction:column;justify-content:space-between;height:12rem;text-align:right}
.scale,.ticks,.labels,.values{font-size:.85rem;line-height:1;color:var(--soft);font-variant-numeric:tabular-nums}
.scale span:first-child{margin-top:-.4em}.scale span:last-child{margin-bottom:-.4em}
.ticks{display:flex;justify-content:space-between;gap:1rem;margin-top:.6rem}
.grid{fill:none;stroke:var(--line);stroke-width:1px}
.line{fill:none;stroke-width:2px;stroke-linejoin:round}
.line.series-1{stroke:var(--series-1)}.line.series-2{stroke:var(--series-2);stroke-dasharray:6 3}
.bar.series-1{fill:var(--series-1)}.bar.series-2{fill:var(--series-2)}
.bars{display:grid;grid-template-columns:minmax(5rem,auto) 1fr auto;gap:.75rem;font-size:.95rem}
.bars>svg{display:block;width:100%}
.labels,.values{list-style:none;margin:0;padding:0;font-size:inherit;color:inherit}
.labels{max-width:14rem}
.labels li,.values li{height:2em;line-height:2em;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.values li{text-align:right}
.figures{display:flex;flex-wrap:wrap;gap:.75rem;margin:0 0 1.5rem}
.figures div{flex:1 1 8rem;padding:.6rem 1rem;background:var(--raised);border:1px solid var(--line);border-radius:8px}
.figures dt{color:var(--soft);font-size:.88rem}.figures dd{margin:0;font-size:1.5rem;font-weight:600;line-height:1.3;font-variant-numeric:tabular-nums}
table.list td.number,table.list th.number{text-align:right;font-variant-numeric:tabular-nums}
table.list th[scope=row]{min-width:10rem}
table.list td ul{min-width:12rem;margin:.2rem 0 0;padding-left:1.1rem;font-size:.9rem;overflow-wrap:anywhere}
@media (max-width:32rem){.labels{max-width:8rem}}
`;

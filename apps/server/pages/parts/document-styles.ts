/**
 * The styles with which the pages below `/app` show documents: fewer than those of published pages, and without their
 * colors.
 */
export const DOCUMENT_STYLES = `.document .icon{width:1em;height:1em;vertical-align:-.12em}
.document .anchor{margin-left:.4em;color:var(--soft);text-decoration:none;opacity:0}
.document .anchored:hover>.anchor,.document .anchor:focus-visible{opacity:1}
.document .hint{display:flex;gap:.75rem}
.document .hint>.icon{width:1.15rem;height:1.15rem;flex:none;margin-top:.25rem;color:var(--info)}
.document .hint-warning>.icon,.document .hint-danger>.icon{color:var(--bad)}
.document .hint-success>.icon{color:var(--good)}
.document .hint-body{min-width:0;flex:1}
.document :is(.hint-body,.tab,.step,.expandable-body,.update-body,li>div,.table td)>:last-child{margin-bottom:0}
.document :is(.hint-body,.tab,.step,.column)>:is(h2,h3,h4):first-child{margin-top:.1em}
.document :is(.code,.diagram,.table,.tabs-block,.columns,.math,.gallery,.picture,.file,.embed,.link-block,.api-card,.update){margin:0 0 1rem}
.document .code figcaption{margin-bottom:.3rem}
.document :is(.line,code:has(.line)){display:inline-block;min-width:100%}
.document .line.hl{background:var(--line)}
.document pre .k{color:var(--link)}.document pre :is(.s,.n){color:var(--good)}.document pre .c{color:var(--soft)}
.document .line.ins{color:var(--good)}.document .line.del{color:var(--bad)}
.document .wrap pre{white-space:pre-wrap;overflow-wrap:anywhere}
.document :is(.math,.table){overflow-x:auto}
.document :is(.tab,.link-card,.api-card,.card-item){display:block;padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px}
.document .tab+.tab{margin-top:.5rem}
.document .tab-title{font-weight:600;margin-bottom:.4rem}
.document .link-card-detail{display:block;color:var(--soft);font-size:.88rem}
.document .cards li{display:block}
.document .card-item{position:relative}.document .card-target{position:absolute;inset:0}
.document .card-cover img{display:block;width:100%;max-height:14rem;object-fit:cover}
.document .card-field p{margin:0}
.document .tasks{list-style:none;padding:0}.document .task{display:flex;gap:.6rem}
.document input[type=checkbox]{width:1rem;height:1rem;margin:.35rem 0 0;flex:none}
.document .step+.step{margin-top:1rem}
.document .columns{display:flex;flex-wrap:wrap;gap:0 1.5rem}.document .column{flex:1 1 16rem;min-width:0}
.document .annotation{display:inline;margin:0;padding:0;border:0;border-bottom:2px dotted;border-radius:0;background:none;color:inherit;font:inherit;cursor:help}
.document .annotation-note{max-width:min(34rem,90vw);padding:.75rem 1rem;border:1px solid var(--line);border-radius:8px;background:var(--back);color:var(--text)}
.document .button{display:inline-flex;align-items:center;gap:.4em;margin:.1rem .3rem .1rem 0;padding:.35em .9em;border:1px solid var(--line);border-radius:6px;text-decoration:none;font-weight:600}
.document .button[hidden]{display:none}
.document .chips{display:inline-flex;gap:.3rem;margin:0;padding:0;list-style:none}.document .chip{padding:0 .5rem;border:1px solid var(--line);border-radius:1rem;font-size:.85rem}
.document .rating .rest{color:var(--line)}.document mark{background:var(--raised);color:inherit}
.document .line-high{height:1.4em;width:auto}
.document td.number{text-align:right}
.document .only-dark{display:none}
@media (prefers-color-scheme:dark){.document .only-light{display:none}.document .only-dark{display:inline}}
`;

/** How the pages of the sandbox look, beyond what all pages share. */

/** The styles. */
export const style = `
main{max-width:66rem;margin:0 auto;padding:1.25rem 1.25rem 4rem}
section{margin-top:2rem}
table{border-collapse:collapse;width:100%;margin:.5rem 0}
th,td{text-align:left;vertical-align:top;padding:.45rem .75rem .45rem 0;border-top:1px solid var(--line)}
thead th{border:0;color:var(--quiet);font-size:.85rem;padding-bottom:.2rem}
td:nth-child(3){width:50%}
th[scope=row] code{overflow-wrap:normal}
nav.row{gap:.3rem 1.25rem}
td pre{max-height:9rem}
td .row{flex-wrap:nowrap;justify-content:flex-end}
td:last-child,thead th:last-child{padding-right:0;text-align:right;white-space:nowrap}
.links{padding:0;list-style:none}
.links li{display:grid;grid-template-columns:11rem minmax(0,1fr) auto;gap:0 1rem;align-items:baseline;padding:.4rem 0;border-top:1px solid var(--line)}
.links a{font-weight:600}
.faults{display:grid;grid-template-columns:7rem 1fr;align-items:baseline;padding:.45rem 0;border-top:1px solid var(--line)}
[role=switch]{font:.85rem var(--mono);min-height:2rem}
[role=switch]::before{content:"";display:inline-block;vertical-align:-.1rem;width:1.6rem;height:.9rem;margin-right:.45rem;border:1px solid var(--quiet);border-radius:.5rem;background:radial-gradient(circle at .4rem 50%,var(--quiet) .26rem,transparent .31rem)}
[role=switch][aria-checked=true]{border-color:var(--bad);color:var(--bad);font-weight:600}
[role=switch][aria-checked=true]::before{border-color:var(--bad);background:radial-gradient(circle at 1.08rem 50%,var(--page) .26rem,var(--bad) .31rem)}
[role=switch]:disabled{opacity:1}
dt{margin-top:.4rem}dd{margin:0 0 0 1rem}
.now{position:sticky;top:0;z-index:1;background:var(--page);padding:.3rem 0}
#faults-state{flex:1 1 14rem}
@media (max-width:44rem){
  main{padding:1rem 1rem 3rem}
  thead{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
  table,tbody,tr,th,td{display:block;width:100%}
  tr{padding:.6rem 0;border-top:1px solid var(--line)}
  tbody th,td{border:0;padding:.1rem 0}
  th[scope=row],td:nth-child(2){display:inline;padding-right:.6rem}
  td:nth-child(3){width:100%}
  td:last-child{text-align:left}
  td .row{justify-content:flex-start;padding-top:.3rem}
  .faults{display:block}
  .faults .row{margin-top:.3rem}
  .links li{grid-template-columns:minmax(0,1fr)}
  .links button{justify-self:start;margin:.3rem 0}
}
`

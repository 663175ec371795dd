/** How the page at `/docs` looks, beyond what all pages share. */

/** The styles. */
export const style = `
body{display:grid;grid-template:"head head" auto "nav main" 1fr / 19rem minmax(0,1fr);min-height:100vh}
header{grid-area:head;padding:1rem 1.5rem .5rem;border-bottom:1px solid var(--line)}
header p{margin:.2rem 0}
nav{grid-area:nav;position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:1rem 1rem 2rem 1.5rem;border-right:1px solid var(--line)}
nav h2{font-size:1rem;margin:.9rem 0 .2rem}
nav h2::first-letter,h2[id^=area]::first-letter{text-transform:uppercase}
nav h2 a{color:inherit;text-decoration:none}
nav ul{list-style:none;margin:0;padding:0}
nav li a{display:flex;gap:.5rem;align-items:baseline;padding:.2rem .3rem;border-radius:.3rem;color:inherit;text-decoration:none;font-size:.9rem}
nav a:hover,nav a[aria-current]{background:var(--panel)}
nav li a[aria-current]{box-shadow:inset .2rem 0 var(--accent)}
nav .index>summary{display:none}
main{grid-area:main;padding:1rem 1.5rem 4rem;min-width:0}
main:focus{outline:none}
.search input{width:100%}
.search p{margin:.2rem 0;font-size:.85rem}
.area,main>section:not(.panel){margin-top:2rem}
.area>h2,.area>h2+p{text-transform:none}
.method{display:inline-block;min-width:3.6rem;font:600 .72rem/1.6 var(--mono);text-align:center;border:1px solid;border-radius:.3rem;color:var(--accent);flex:none}
.method.get{color:var(--good)}.method.delete{color:var(--bad)}.method.put,.method.patch{color:var(--change)}
.operation,.schema{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;scroll-margin-top:.75rem}
.operation>summary,.schema>summary{display:flex;gap:.7rem;align-items:baseline;padding:.55rem .75rem;border-radius:.5rem}
.operation>summary:hover,.schema>summary:hover{background:var(--panel)}
.operation[open]>summary{border-bottom:1px solid var(--line);background:var(--panel);border-radius:.5rem .5rem 0 0}
.operation h3{font-weight:400;display:flex;flex-wrap:wrap;gap:.1rem .8rem;min-width:0}
.operation h3 code{font-weight:600}
.summary{color:var(--quiet)}
.inside{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);gap:0 2rem;padding:.5rem 1rem 1rem}
.told h4,.try h4{margin:1.2rem 0 .3rem}
.schema>div{padding:0 1rem .75rem}
.field{padding:.35rem 0;border-top:1px solid var(--line)}
.field p{margin:.15rem 0}
.name{font-weight:600}
.required,.deprecated{font-size:.8rem;font-weight:400;color:var(--change)}
.unfold{margin:.2rem 0}
.unfold>summary,.status>summary{padding:.15rem 0}
.unfold>.fields,.unfold>div{margin:.2rem 0 .4rem .2rem;padding-left:.8rem;border-left:2px solid var(--line)}
.status>.field,.status>.status{margin-left:1rem}
.try{align-self:start;position:sticky;top:.75rem;background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.25rem 1rem 1rem;margin-top:1rem;min-width:0}
.try h4{margin-top:.6rem}
.try pre{background:var(--page)}
.inputs{display:flex;flex-wrap:wrap;gap:.6rem 1rem;border:0;padding:0;margin:.5rem 0;min-width:0}
.inputs>div{flex:1 1 12rem;min-width:0;max-width:30rem}
.inputs>p{flex:1 1 100%;margin:0}
.inputs input,.inputs select{width:100%}
.try .row,.panel .row{margin-top:.6rem}
.answer{margin-top:.9rem}
.answer .row{margin-top:0}
[data-of=body]{max-height:32rem}
@media (max-width:70rem){.inside{grid-template-columns:minmax(0,1fr)}.try{position:static}}
@media (max-width:52rem){
  body{display:block}
  header,main{padding-left:1rem;padding-right:1rem}
  nav{position:static;max-height:none;border:0;border-bottom:1px solid var(--line);padding:.75rem 1rem}
  nav .index>summary{display:list-item;padding:.3rem 0}
  nav li a{padding:.45rem .3rem}
  .inside{padding:.25rem .75rem .75rem}
}
`

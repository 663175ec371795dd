/** How all pages look, on a screen of any width, in a light and in a dark scheme. */

/** The styles of every page. Colours keep a contrast of 4.5 to 1 with what is behind them (WCAG 2.2, 1.4.3). */
export const LOOK = `
:root{
  color-scheme:light dark;
  --page:light-dark(#fff,#14171c);
  --panel:light-dark(#f5f6f8,#1d2128);
  --line:light-dark(#d5d9e0,#363c47);
  --text:light-dark(#1b1f26,#e4e7ec);
  --quiet:light-dark(#545c69,#a3abb8);
  --accent:light-dark(#1f5aa0,#7db4f5);
  --on-accent:light-dark(#fff,#10151c);
  --good:light-dark(#17663a,#6fcf97);
  --bad:light-dark(#a8201f,#ff9c94);
  --change:light-dark(#8a4b00,#f0b35c);
  --mono:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;
}
*{box-sizing:border-box}
html{scroll-padding-top:1rem;-webkit-text-size-adjust:100%}
body{margin:0;background:var(--page);color:var(--text);font:1rem/1.5 system-ui,sans-serif}
h1,h2,h3,h4{line-height:1.25;margin:0}
h1{font-size:1.6rem}h2{font-size:1.25rem}h3{font-size:1rem}h4{font-size:.95rem}
p{margin:.5rem 0;max-width:48rem}
a{color:var(--accent)}
code,pre,.mono{font-family:var(--mono);font-size:.875em}
code{overflow-wrap:anywhere}
pre{margin:.5rem 0;padding:.6rem .75rem;max-height:28rem;overflow:auto;background:var(--panel);border:1px solid var(--line);border-radius:.4rem;white-space:pre-wrap;overflow-wrap:anywhere}
.quiet{color:var(--quiet)}
.good{color:var(--good)}
.bad{color:var(--bad)}
:focus-visible{outline:.15rem solid var(--accent);outline-offset:.12rem}
[hidden]{display:none!important}
button,input,select,textarea{font:inherit;color:inherit;background:var(--page);border:1px solid var(--quiet);border-radius:.4rem;min-height:2.25rem;padding:.3rem .65rem;max-width:100%}
textarea{font-family:var(--mono);font-size:.875rem;width:100%;resize:vertical}
button{cursor:pointer;background:var(--panel)}
button:hover:not(:disabled){border-color:var(--accent)}
button:disabled{cursor:default;opacity:.6}
button.main{background:var(--accent);border-color:var(--accent);color:var(--on-accent);font-weight:600}
label{display:block;font-weight:600;font-size:.9rem}
summary{cursor:pointer}
.row{display:flex;flex-wrap:wrap;gap:.5rem;align-items:center}
.panel{background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.75rem 1rem;margin:1rem 0}
.panel pre{background:var(--page)}
.skip{position:absolute;left:-100vw;top:0;padding:.5rem 1rem;background:var(--page)}
.skip:focus{left:0;z-index:2}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
`

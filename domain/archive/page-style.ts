/** The CSS of the readable pages of an archive, for screens and print. */
export const PAGE_STYLE = `
:root { color-scheme: light dark; --ink: #1f2a28; --quiet: #5f6f6b; --edge: #dfe6e4; --back: #f7f9f8; --card: #fff; --link: #0b6e5f; }
@media screen and (prefers-color-scheme: dark) { :root { --ink: #e6edeb; --quiet: #9fb0ab; --edge: #2f3b38; --back: #141a19; --card: #1b2321; --link: #6fd3c0; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--ink); font: 16px/1.55 "Golos Text", system-ui, sans-serif; }
main { max-width: 760px; margin: 0 auto; padding: 32px 16px 64px; overflow-wrap: anywhere; }
h1 { font-size: 28px; line-height: 1.2; margin: 0 0 16px; } h2 { font-size: 20px; margin: 32px 0 8px; }
h3 { font-size: 16px; margin: 0; } h4 { font-size: 14px; margin: 12px 0 0; color: var(--quiet); font-weight: 500; }
a { color: var(--link); } p { margin: 0 0 4px; } .back { margin-bottom: 16px; } .quiet { color: var(--quiet); font-size: 14px; }
.text { white-space: pre-wrap; } .text, dd { unicode-bidi: plaintext; } .number { text-align: right; font-variant-numeric: tabular-nums; }
dl { display: grid; grid-template-columns: minmax(90px, auto) 1fr; gap: 4px 16px; margin: 0; } dt { color: var(--quiet); } dd { margin: 0; white-space: pre-wrap; }
article { background: var(--card); border: 1px solid var(--edge); border-radius: 12px; padding: 14px 16px; margin: 0 0 10px; }
h2, h3, h4, article > .quiet { break-after: avoid; } p, dd { orphans: 3; widows: 3; }
table { width: 100%; border-collapse: collapse; } th, td { text-align: left; padding: 8px 0; border-bottom: 1px solid var(--edge); }
@media print { :root { color-scheme: light; } body { background: #fff; color: #000; font-size: 11pt; } main { padding: 0; max-width: none; } .back { display: none; } article { border-color: #ccc; border-radius: 0; } }
`.trim();

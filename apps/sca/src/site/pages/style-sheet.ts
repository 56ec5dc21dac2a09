/** The site's one style sheet: no fonts, no pictures, nothing loaded from elsewhere. */
export const styleSheet = `:root {
  color-scheme: light dark;
  --ground: light-dark(#f3f5f4, #131917);
  --card: light-dark(#ffffff, #1c2422);
  --ink: light-dark(#17211e, #e8eeeb);
  --soft: light-dark(#53625d, #a4b3ad);
  --line: light-dark(#d5ddd9, #34403c);
  --brand: light-dark(#0b5d4b, #7fd1bb);
  --on-brand: light-dark(#ffffff, #0c1a16);
  --warn: light-dark(#8a2b1f, #ffb4a6);
  --warn-ground: light-dark(#fdf0ee, #3a201c);
  --note-ground: light-dark(#eaf3f0, #1d312b);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body {
  margin: 0;
  background: var(--ground);
  color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif;
}
.top, main { max-width: 36rem; margin: 0 auto; padding: 0 1.25rem; }
.top {
  display: flex;
  flex-wrap: wrap;
  gap: 0.25rem 1rem;
  align-items: baseline;
  justify-content: space-between;
  padding-top: 1.5rem;
}
.brand { margin: 0; font-size: 1.125rem; font-weight: 700; color: var(--brand); }
.brand span { font-weight: 400; color: var(--soft); }
.sandbox { font-size: 0.875rem; color: var(--soft); margin: 0; }
main { padding-bottom: 1rem; }
h1 { font-size: 1.625rem; line-height: 1.25; margin: 2rem 0 1rem; }
h2 { font-size: 1rem; margin: 0 0 0.5rem; color: var(--soft); font-weight: 600; }
.lead { margin: 0 0 1.25rem; }
.card {
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 0.75rem;
  padding: 1.25rem;
  margin: 0 0 1.25rem;
}
.card > :first-child { margin-top: 0; }
.card > :last-child { margin-bottom: 0; }
dl { margin: 0; }
dl div {
  display: grid;
  grid-template-columns: minmax(8rem, 1fr) 2fr;
  gap: 0 1rem;
  padding: 0.375rem 0;
}
.payment dl div + div { border-top: 1px solid var(--line); }
.payment dl:not(.about) div:first-child dd { font-size: 1.25rem; font-weight: 700; }
.who { margin-bottom: 1.25rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.payment dl + dl { border-top: 1px solid var(--line); margin-top: 0.75rem; padding-top: 0.75rem; }
.payment form, .payment .hint { margin-top: 1rem; }
.marked { border-color: var(--warn); }
.mark, .problem {
  color: var(--warn);
  background: var(--warn-ground);
  border-radius: 0.5rem;
  padding: 0.625rem 0.875rem;
  margin: 0.75rem 0 1rem;
}
.code {
  background: var(--note-ground);
  border-radius: 0.5rem;
  padding: 0.625rem 0.875rem;
  margin: 0 0 1rem;
}
.code output { font-size: 1.25rem; font-weight: 700; letter-spacing: 0.125em; }
label { display: block; font-weight: 600; }
.hint { color: var(--soft); font-size: 0.9375rem; margin: 0 0 0.5rem; }
input[type="text"] {
  width: 100%;
  font: inherit;
  font-size: 1.25rem;
  letter-spacing: 0.0625em;
  padding: 0.625rem 0.75rem;
  margin-bottom: 1rem;
  color: inherit;
  background: var(--ground);
  border: 1px solid var(--soft);
  border-radius: 0.5rem;
}
fieldset { border: 0; padding: 0; margin: 0 0 1rem; }
legend { font-weight: 600; padding: 0; margin-bottom: 0.5rem; }
.choice {
  display: flex;
  gap: 0.75rem;
  align-items: center;
  font-weight: 400;
  padding: 0.75rem;
  margin-bottom: 0.5rem;
  border: 1px solid var(--line);
  border-radius: 0.5rem;
  cursor: pointer;
}
.choice:has(input:checked) { border-color: var(--brand); background: var(--note-ground); }
.choice input { width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--brand); }
.choice small { display: block; color: var(--soft); }
button, .button {
  display: block;
  width: 100%;
  min-height: 3rem;
  padding: 0.625rem 1rem;
  font: inherit;
  font-weight: 600;
  text-align: center;
  text-decoration: none;
  color: var(--on-brand);
  background: var(--brand);
  border: 1px solid var(--brand);
  border-radius: 0.5rem;
  cursor: pointer;
}
.card form + form { margin-top: 1.25rem; }
.quiet { color: var(--brand); background: transparent; }
a { color: var(--brand); }
a.button { color: var(--on-brand); }
a.button.quiet { color: var(--brand); }
.away { margin: 0 0 2rem; }
:focus-visible { outline: 3px solid var(--brand); outline-offset: 2px; }
@media (max-width: 26rem) {
  dl div { grid-template-columns: 1fr; }
  h1 { margin-top: 1.25rem; }
}
`;

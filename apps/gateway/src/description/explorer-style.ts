/** The style of the explorer page. */
export const explorerStyle = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 0 auto; padding: 1rem 1.5rem 4rem; }
h2 { margin-top: 2.5rem; border-bottom: 1px solid; }
details { margin: 0.4rem 0; padding: 0.2rem 0.8rem; border: 1px solid #8888; border-radius: 4px; }
summary { cursor: pointer; }
code, pre { font: 0.9em/1.45 ui-monospace, monospace; }
pre { overflow-x: auto; padding: 0.6rem; background: #8881; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.2rem 0.8rem 0.2rem 0; }
.method { display: inline-block; min-width: 4.5rem; font-weight: 700; }
`;

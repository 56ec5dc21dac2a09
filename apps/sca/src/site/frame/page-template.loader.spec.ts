import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { templatesIn } from './page-template.loader.js';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nordgate-templates-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Loads `page.eta` of a folder with these files. */
function load(files: Readonly<Record<string, string>>) {
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  return templatesIn(folder)(pathToFileURL(join(folder, 'page.eta')));
}

describe('loading a template', () => {
  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['is missing', {}],
    ['is broken', { 'page.eta': '<% if (it.a { %>a<% } %>' }],
    ['includes a missing template', { 'page.eta': `<%~ include('./part') %>` }],
    [
      'includes a broken template',
      { 'page.eta': `<%~ include('./part') %>`, 'part.eta': '<%= it. %>' },
    ],
  ])('throws when the template %s', (_about, files) => {
    expect(() => load(files)).toThrow();
  });

  it('lets the page render without its files', () => {
    const render = load({
      'page.eta': `<p><%~ include('./part', { b: '<' }) %></p>`,
      'part.eta': '<%= it.a %><%= it.b %>',
    });
    rmSync(join(folder, 'part.eta'));
    expect(render({ a: '&' })).toBe('<p>&amp;&lt;</p>');
  });
});

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { svgFault } from './svg-shapes.js';

const root = join(import.meta.dirname, '..', '..', '..', '..');
const icon = readFileSync(join(root, 'apps/sca/src/site/frame/icon.svg'), 'utf8');
const svg = (inner: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8">${inner}</svg>`;

describe('a picture of shapes', () => {
  it.each([
    icon,
    svg('<title>Fjord Bank</title>\n<g><path d="M0 0h8v8z" fill="#0b5d4b"/></g>'),
    svg(
      '<defs><linearGradient id="a"><stop offset="0"/></linearGradient></defs><rect fill="url(#a)"/>',
    ),
    svg(''),
  ])('is taken: %s', (text) => {
    expect(svgFault(text)).toBeUndefined();
  });

  it.each<readonly [string, string]>([
    ['', 'an element does not end'],
    ['a logo', 'text outside of title and desc'],
    ['<g/>', '<g> is not taken here'],
    ['<svg viewBox="0 0 8 8"/>', '<svg> needs xmlns and viewBox'],
    [svg('').replace('2000', '1999'), 'the attribute xmlns of <svg> is not taken'],
    [svg('') + svg(''), 'there is more than one picture'],
    [svg('<g>'), '</svg> ends no element'],
    [svg('').replace('</svg>', ''), 'an element does not end'],
    [svg('<script>alert(1)</script>'), '<script> is not taken here'],
    [svg('<style>*{}</style>'), '<style> is not taken here'],
    [svg('<foreignObject/>'), '<foreignObject> is not taken here'],
    [svg('<image href="https://a.example/"/>'), '<image> is not taken here'],
    [svg('<use href="#a"/>'), '<use> is not taken here'],
    [svg('<a href="javascript:alert(1)"/>'), '<a> is not taken here'],
    [svg('<animate attributeName="href"/>'), '<animate> is not taken here'],
    [svg('<svg viewBox="0 0 1 1"/>'), '<svg> is not taken here'],
    [svg('<g onload="alert(1)"/>'), 'the attribute onload of <g> is not taken'],
    [svg('<g style="fill:red"/>'), 'the attribute style of <g> is not taken'],
    [svg('<g xlink:href="#a"/>'), 'the attribute xlink:href of <g> is not taken'],
    [svg('<g fill="url(https://a.example/#a)"/>'), 'the attribute fill of <g> is not taken'],
    [svg('<g fill="url( #a )"/>'), 'the attribute fill of <g> is not taken'],
    [svg('<!-- a -->'), 'is not read'],
    [`<!DOCTYPE svg>${svg('')}`, 'is not read'],
    [`<?xml version="1.0"?>${svg('')}`, 'is not read'],
    [svg('<title>&amp;</title>'), 'is not read'],
    [svg('<![CDATA[a]]>'), 'is not read'],
    [svg('text'), 'text outside of title and desc'],
    [svg('<g fill=red/>'), 'is not read'],
  ])('is none: %s', (text, why) => {
    expect(svgFault(text)).toContain(why);
  });
});

/** Shapes and colours of SVG 2. None of them loads, runs or links to anything. */
const elements: ReadonlySet<string> = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'path', 'rect', 'circle', 'ellipse', 'line'],
  ...['polyline', 'polygon', 'linearGradient', 'radialGradient', 'stop', 'clipPath'],
]);

/** No handlers, no style, no address. */
const attributes: ReadonlySet<string> = new Set([
  ...['id', 'viewBox', 'preserveAspectRatio', 'width', 'height', 'x', 'y', 'x1', 'y1', 'x2', 'y2'],
  ...['cx', 'cy', 'r', 'rx', 'ry', 'fx', 'fy', 'd', 'points', 'transform', 'opacity', 'color'],
  ...['fill', 'fill-opacity', 'fill-rule', 'clip-rule', 'clip-path', 'stroke', 'stroke-width'],
  ...['stroke-opacity', 'stroke-linecap', 'stroke-linejoin', 'stroke-miterlimit'],
  ...['stroke-dasharray', 'stroke-dashoffset', 'offset', 'stop-color', 'stop-opacity'],
  ...['gradientUnits', 'gradientTransform', 'spreadMethod', 'clipPathUnits', 'role', 'aria-label'],
]);

const namespace = 'http://www.w3.org/2000/svg';
const token =
  /<(\/?)([A-Za-z]+)((?:\s+[A-Za-z:-]+\s*=\s*(?:"[^"<&]*"|'[^'<&]*'))*)\s*(\/?)>|([^<>&]+)/uy;
const attribute = /\s+([A-Za-z:-]+)\s*=\s*(?:"([^"<&]*)"|'([^'<&]*)')/guy;
/** A reference inside of the picture, as a gradient has it. */
const ownReference = /url\(#[\w-]+\)/gu;

/**
 * Why a text is no SVG picture of shapes alone; undefined for one. What is not on the lists is refused: scripts,
 * styles, links, pictures in the picture, entities, comments and declarations.
 */
export function svgFault(svg: string): string | undefined {
  const open: string[] = [];
  let isDone = false;
  token.lastIndex = 0;
  while (token.lastIndex < svg.length) {
    const at = token.lastIndex;
    const found = token.exec(svg);
    if (found === null) return `what stands at character ${String(at + 1)} is not read`;
    const isTag = found[2] !== undefined;
    if (isTag && isDone) return 'there is more than one picture';
    const fault = isTag ? tagFault(found, open) : textFault(found[0], open);
    if (fault !== undefined) return fault;
    isDone ||= isTag && open.length === 0;
  }
  return isDone ? undefined : 'an element does not end';
}

/** Opens or ends an element in the list of open ones. */
function tagFault([, end, name = '', given = '', empty]: RegExpExecArray, open: string[]) {
  if (end === '/') return open.pop() === name ? undefined : `</${name}> ends no element`;
  const fault = elementFault(name, given, open.length === 0);
  if (empty !== '/') open.push(name);
  return fault;
}

function textFault(text: string, open: readonly string[]): string | undefined {
  return text.trim() === '' || isText(open) ? undefined : 'text outside of title and desc';
}

function isText(open: readonly string[]): boolean {
  return ['title', 'desc'].includes(open.at(-1) ?? '');
}

function elementFault(name: string, given: string, isRoot: boolean): string | undefined {
  if (!elements.has(name) || isRoot !== (name === 'svg')) return `<${name}> is not taken here`;
  const pairs = [...given.matchAll(attribute)].map(([, key = '', double, single = '']) => [
    key,
    double ?? single,
  ]);
  const other = pairs.find(([key = '', value = '']) => !isTaken(key, value));
  if (other !== undefined) return `the attribute ${String(other[0])} of <${name}> is not taken`;
  const has = (key: string) => pairs.some(([one]) => one === key);
  return isRoot && !(has('xmlns') && has('viewBox')) ? '<svg> needs xmlns and viewBox' : undefined;
}

function isTaken(key: string, value: string): boolean {
  if (key === 'xmlns') return value === namespace;
  return attributes.has(key) && !/[:\\"']|url/iu.test(value.replaceAll(ownReference, ''));
}

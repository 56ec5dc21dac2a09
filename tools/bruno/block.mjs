/** A block of Bruno's language: each line of the content is indented, so that none ends the block. */
export function block(name, content) {
  const lines = content.trimEnd().split('\n');
  return `${name} {\n${lines.map((line) => (line === '' ? '' : `  ${line}`)).join('\n')}\n}\n`;
}

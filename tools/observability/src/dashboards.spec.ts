import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dashboardFiles, dashboards } from './dashboards/files.js';
import { observabilityFolder } from './rule-files.js';

const folder = join(observabilityFolder, 'dashboards');
const read = (name: string) => readFileSync(join(folder, name), 'utf8');
const panels = dashboards.flatMap(({ rows, uid }) =>
  rows.flatMap((row) => row.panels.map((panel) => ({ ...panel, name: `${uid}: ${panel.title}` }))),
);

describe('the dashboards', () => {
  it('are the files that their descriptions write', () => {
    const written = dashboardFiles();
    const files = readdirSync(folder).filter((name) => name !== 'kustomization.yaml');
    expect(files.sort()).toEqual([...written.keys()].sort());
    for (const [name, text] of written) expect(JSON.parse(read(name))).toEqual(JSON.parse(text));
  });

  it('have different titles within a dashboard, and a description of each panel', () => {
    expect(panels.length).toBeGreaterThan(40);
    const names = panels.map(({ name }) => name);
    expect(names).toEqual([...new Set(names)]);
    expect(panels.filter(({ description }) => description.length < 10)).toEqual([]);
  });

  it('take their data from the source that the viewer chooses', () => {
    const sources = [...dashboardFiles().values()].flatMap((text) => [
      ...text.matchAll(/"uid": "(\$\{?\w+\}?)"/g),
    ]);
    expect(new Set(sources.map(([, uid]) => uid))).toEqual(new Set(['${datasource}']));
  });

  it('have no panel over another one', () => {
    interface Placed {
      readonly gridPos: {
        readonly x: number;
        readonly y: number;
        readonly w: number;
        readonly h: number;
      };
    }
    for (const text of dashboardFiles().values()) {
      const cells = (JSON.parse(text) as { panels: Placed[] }).panels.flatMap(
        ({ gridPos: { h, w, x, y } }) =>
          Array.from(
            { length: w * h },
            (_, at) => `${String(x + (at % w))},${String(y + Math.floor(at / w))}`,
          ),
      );
      expect(cells.length).toBe(new Set(cells).size);
    }
  });
});

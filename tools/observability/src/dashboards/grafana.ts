import type { Dashboard, Limits, Panel } from './description.js';

const columns = 24;
const panelWidths = { stat: 6, timeseries: 12, table: 24 } as const;
const panelHeights = { stat: 4, timeseries: 8, table: 7 } as const;
const datasource = { type: 'prometheus', uid: '${datasource}' };

interface Place {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

/** A dashboard as the JSON that Grafana imports. The same description gives the same text. */
export function grafanaJson(dashboard: Dashboard): string {
  const { description, title, uid } = dashboard;
  const json = {
    uid,
    title,
    description,
    tags: ['nordgate'],
    schemaVersion: 39,
    version: 1,
    editable: false,
    graphTooltip: 1,
    refresh: '30s',
    time: { from: 'now-3h', to: 'now' },
    timezone: 'browser',
    templating: { list: variablesOf(dashboard) },
    annotations: { list: [] },
    panels: panelsOf(dashboard),
  };
  return `${JSON.stringify(json, undefined, 2)}\n`;
}

function variablesOf({ variables = [] }: Dashboard): readonly object[] {
  const source = {
    name: 'datasource',
    label: 'Prometheus',
    type: 'datasource',
    query: 'prometheus',
  };
  const choices = variables.map((label) => ({
    name: label,
    label,
    type: 'query',
    datasource,
    query: `label_values(up{job="nordgate"}, ${label})`,
    refresh: 2,
    multi: true,
    includeAll: true,
    allValue: '.+',
    current: { text: 'All', value: '$__all' },
  }));
  return [source, ...choices];
}

/** Rows below each other, each with its panels from left to right. */
function panelsOf({ rows }: Dashboard): readonly object[] {
  const panels: object[] = [];
  let y = 0;
  for (const { panels: inRow, title } of rows) {
    panels.push({
      id: panels.length + 1,
      type: 'row',
      title,
      collapsed: false,
      gridPos: { x: 0, y, w: columns, h: 1 },
      panels: [],
    });
    y += 1;
    let [x, lineHeight] = [0, 0];
    for (const panel of inRow) {
      const [w, h] = [panelWidths[panel.kind], panelHeights[panel.kind]];
      if (x + w > columns) [x, y, lineHeight] = [0, y + lineHeight, 0];
      panels.push(panelJson(panel, panels.length + 1, { x, y, w, h }));
      [x, lineHeight] = [x + w, Math.max(lineHeight, h)];
    }
    y += lineHeight;
  }
  return panels;
}

function panelJson(panel: Panel, id: number, gridPos: Place): object {
  const { description, kind, limits, queries, title, unit } = panel;
  const isGraph = kind === 'timeseries';
  return {
    id,
    type: kind,
    title,
    description,
    datasource,
    gridPos,
    fieldConfig: {
      defaults: {
        unit,
        ...(isGraph && { custom: { fillOpacity: 8, thresholdsStyle: { mode: lineOf(limits) } } }),
        thresholds: { mode: 'absolute', steps: stepsOf(limits) },
      },
      overrides: [],
    },
    options: optionsOf(kind),
    targets: queries.map(({ expr, legend }, at) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + at),
      datasource,
      expr,
      legendFormat: legend,
      ...(isGraph ? { range: true } : { instant: true }),
      ...(kind === 'table' && { format: 'table' }),
    })),
  };
}

function lineOf(limits: Limits | undefined): 'line' | 'off' {
  return limits === undefined ? 'off' : 'line';
}

function stepsOf(limits: Limits | undefined): readonly object[] {
  if (limits === undefined) return [{ color: 'green', value: null }];
  const { bad, isLowBad, warning } = limits;
  const [first, last] = isLowBad ? ['red', 'green'] : ['green', 'red'];
  const [low, high] = isLowBad ? [bad, warning] : [warning, bad];
  return [
    { color: first, value: null },
    { color: 'orange', value: low },
    { color: last, value: high },
  ];
}

function optionsOf(kind: Panel['kind']): object {
  if (kind === 'stat') {
    return { reduceOptions: { calcs: ['lastNotNull'] }, colorMode: 'value', graphMode: 'area' };
  }
  if (kind === 'table') return { showHeader: true };
  return {
    legend: { displayMode: 'table', placement: 'bottom', calcs: ['lastNotNull', 'max'] },
    tooltip: { mode: 'multi', sort: 'desc' },
  };
}

export type { ScenarioResult, StepResult } from './scenario/report.js';
export { parseScenario, ScenarioFileError } from './scenario/read-scenario.js';
export { textOfStep } from './scenario/report.js';
export { runScenario, ScenarioNotHereError } from './scenario/run-scenario.js';
export type { TppSource } from './scenario/run-scenario.js';
export type { Scenario } from './scenario/scenario.js';
export { scenarioSchema } from './scenario/scenario-schema.js';

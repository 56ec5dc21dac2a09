/**
 * Planner settings of the hot functions. PL/pgSQL keeps a plan made while the tables were empty, and
 * such a plan reads whole tables for ever; with these every lookup goes through an index. The one plan
 * fits all sizes; without the last setting, arrays of a few elements are planned anew in every call.
 */
export const indexOnly = `
  set enable_seqscan = off
  set enable_hashjoin = off
  set enable_mergejoin = off
  set jit = off
  set plan_cache_mode = force_generic_plan`;

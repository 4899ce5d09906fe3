export {
  dialogFixture,
  type DialogFixture,
  type DialogFixtureOptions,
} from './testing/dialog-fixture.ts';
export { expectPlannerLaws, type LawfulPlanner, type PlannerLaws } from './testing/planner-laws.ts';
export {
  scriptedSearch,
  type ScriptedHits,
  type ScriptedSearch,
} from './testing/scripted-search.ts';

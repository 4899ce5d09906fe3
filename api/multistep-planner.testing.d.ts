export type { DialogFixture };
export type { DialogFixtureOptions };
export type { LawfulPlanner };
export type { PlannerLaws };
export type { ScriptedHits };
export type { ScriptedSearch };
export { dialogFixture };
export { expectPlannerLaws };
export { scriptedSearch };

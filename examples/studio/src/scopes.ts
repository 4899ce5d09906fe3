/** Every scope of the studio. A token carries the ones that its owner may use. */
export const scopes = [
  'cards:read',
  'cards:write',
  'cards:approve',
  'cards:return',
  'cards:unlock',
  'cards:override',
  'cards:rollback',
  'logs:read',
  'proposals:read',
  'proposals:run',
  'proposals:write',
  'proposals:confirm',
  'plans:check',
  'issues:read',
  'issues:write',
  'dialogs:run',
  'journal:read',
  'metrics:read',
] as const;

/** A scope of the studio. */
export type StudioScope = (typeof scopes)[number];

/** The scopes of the routes that packages bring without scopes, by method and path. */
export const scopeOfRoute: ReadonlyMap<string, StudioScope> = new Map([
  ['POST /api/organizer/run', 'proposals:run'],
  ['POST /api/advisor/run', 'proposals:run'],
  ['POST /api/proposal-quality/validate', 'proposals:read'],
  ['GET /api/proposal-quality/diffs', 'proposals:read'],
  ['POST /api/proposal-quality/diffs', 'proposals:write'],
  ['POST /api/proposal-quality/confirmations', 'proposals:confirm'],
  ['POST /api/proposal-quality/apply', 'proposals:confirm'],
  ['POST /agent.search', 'dialogs:run'],
  ['POST /agent.dialog', 'dialogs:run'],
]);

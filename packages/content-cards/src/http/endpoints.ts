import type { Scope } from './principal.ts';

export type EndpointName =
  | 'create'
  | 'list'
  | 'get'
  | 'patch'
  | 'approve'
  | 'return'
  | 'unlock'
  | 'review'
  | 'comment'
  | 'logs'
  | 'exportApproved'
  | 'exportDraft'
  | 'sourceWarnings'
  | 'snapshot'
  | 'rollback'
  | 'metrics';

/** One row of the HTTP table. */
export interface Endpoint {
  readonly name: EndpointName;
  readonly method: 'get' | 'post' | 'patch';
  /** Under the base path, parameters in braces. */
  readonly path: string;
  readonly scope: Scope;
  readonly success: 200 | 201;
  /** Changes something, so it needs to know who and in which trace. */
  readonly isChange: boolean;
  readonly needsMatch: boolean;
  /** `optional`: no body at all means `{}`. */
  readonly body: 'none' | 'required' | 'optional';
  readonly query: readonly string[];
  readonly summary: string;
}

const read = {
  method: 'get',
  success: 200,
  isChange: false,
  needsMatch: false,
  body: 'none',
} as const;
const write = {
  method: 'post',
  success: 200,
  isChange: true,
  needsMatch: false,
  body: 'required',
} as const;
const card = '/content/cards/{slide_id}';
const deck = '/content/decks/{spec_id}';

/** The HTTP table: every route with what it needs. */
export const endpoints: readonly Endpoint[] = [
  {
    ...write,
    name: 'create',
    path: '/content/cards',
    scope: 'cards:write',
    success: 201,
    query: [],
    summary: 'Creates cards, all or none',
  },
  {
    ...read,
    name: 'list',
    path: '/content/cards',
    scope: 'cards:read',
    query: ['spec_id', 'status', 'grade'],
    summary: 'Lists the cards of a deck',
  },
  {
    ...read,
    name: 'get',
    path: card,
    scope: 'cards:read',
    query: ['spec_id'],
    summary: 'One card with its review and history',
  },
  {
    ...write,
    name: 'patch',
    method: 'patch',
    path: card,
    scope: 'cards:write',
    needsMatch: true,
    query: ['spec_id'],
    summary: 'Edits a card, records or applies fixes',
  },
  {
    ...write,
    name: 'approve',
    path: `${card}/approve`,
    scope: 'cards:approve',
    needsMatch: true,
    body: 'optional',
    query: ['spec_id'],
    summary: 'Approves exactly the content that was seen',
  },
  {
    ...write,
    name: 'return',
    path: `${card}/return`,
    scope: 'cards:return',
    needsMatch: true,
    query: ['spec_id'],
    summary: 'Sends a card back',
  },
  {
    ...write,
    name: 'unlock',
    path: `${card}/unlock`,
    scope: 'cards:unlock',
    needsMatch: true,
    query: ['spec_id'],
    summary: 'Makes an approved or returned card a draft again',
  },
  {
    ...write,
    name: 'review',
    path: `${card}/review`,
    scope: 'cards:write',
    body: 'optional',
    query: ['spec_id'],
    summary: 'Reviews a card anew',
  },
  {
    ...write,
    name: 'comment',
    path: `${card}/comment`,
    scope: 'cards:write',
    success: 201,
    query: ['spec_id'],
    summary: 'Adds a remark to the log',
  },
  {
    ...read,
    name: 'logs',
    path: '/content/logs',
    scope: 'logs:read',
    query: ['spec_id', 'slide_id', 'action', 'since', 'until', 'limit', 'offset'],
    summary: 'The review log',
  },
  {
    ...read,
    name: 'exportApproved',
    path: `${deck}/approved`,
    scope: 'cards:read',
    query: ['only'],
    summary: 'The approved document',
  },
  {
    ...read,
    name: 'exportDraft',
    path: `${deck}/draft`,
    scope: 'cards:read',
    query: [],
    summary: 'The deck as it stands',
  },
  {
    ...write,
    name: 'sourceWarnings',
    path: `${deck}/source-warnings`,
    scope: 'cards:write',
    success: 201,
    query: [],
    summary: 'Records the warnings of an import',
  },
  {
    ...write,
    name: 'snapshot',
    path: `${deck}/snapshots`,
    scope: 'cards:write',
    success: 201,
    body: 'optional',
    query: [],
    summary: 'Marks the present version',
  },
  {
    ...write,
    name: 'rollback',
    path: `${deck}/rollback`,
    scope: 'cards:rollback',
    query: [],
    summary: 'Restores the content of an earlier version',
  },
  {
    ...read,
    name: 'metrics',
    path: '/content/metrics',
    scope: 'logs:read',
    query: ['spec_id', 'since', 'until'],
    summary: 'Approval time, fixes, returns, model failures',
  },
];

const withRevision: ReadonlySet<EndpointName> = new Set([
  'create',
  'list',
  'get',
  'patch',
  'approve',
  'return',
  'unlock',
  'review',
  'comment',
]);

/** True for answers about cards: they carry the revision as their ETag. */
export function hasRevision(name: EndpointName): boolean {
  return withRevision.has(name);
}

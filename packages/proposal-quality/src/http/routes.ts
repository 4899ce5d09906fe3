import {
  type Budget,
  type Clock,
  createMemoryEventStore,
  type EventStore,
  formatFinding,
  type IdSource,
  isRecord,
  type LlmClient,
  type Locale,
  type Logger,
  MissingConfigurationError,
  type Price,
  type ValidationResult,
} from '@kanmon/core';
import type { GateEvent } from '@kanmon/core/gate';
import {
  type HttpCaller,
  HttpProblem,
  invalidRequest,
  readQuery,
  type Route,
  type RouteRequest,
} from '@kanmon/core/http';
import type { BoardState } from '../diff/diff.ts';
import { toDotPath } from '@kanmon/core/json';
import { checkBy, fieldIssue, withoutUndefined } from '@kanmon/core/kit';
import * as z from 'zod';
import { toDiffs } from '../diff/to-diffs.ts';
import { judgeDiffs } from '../diff/validate-diff.ts';
import { organizerReportGate } from '../gates/report-gate.ts';
import { createProposalLedger } from '../ledger/proposal-ledger.ts';
import { validatorCatalog } from '../messages/catalogs.ts';
import { placedNodesOf, readAdvisorTarget, readNode, readRunInput } from '../run/run-input.ts';
import {
  runCheckedAdvisor,
  runCheckedOrganizer,
  type RunResult,
  type RunSettings,
} from '../run/runs.ts';
import { validateAdvisorReport, validateOrganizerReport } from '../validation/validate-report.ts';
import { advisorPurpose, answers, boardParts, boardQuery, bodies } from './schemas.ts';

/** Options of the app. A missing option is reported by the route that needs it. */
export interface ProposalQualityAppOptions {
  /** The model, or a function that creates the client when it is first needed. */
  readonly client?: LlmClient | (() => LlmClient | Promise<LlmClient>);
  /** @default a memory store, which forgets everything with the process */
  readonly store?: EventStore;
  readonly budget?: Budget;
  /** The price of a token; without it the cost of a run is 0. */
  readonly price?: Price;
  /**
   * Language of prompts and renderings, and of messages for clients that accept neither Japanese nor
   * English. @default the language of the input; English
   */
  readonly locale?: Locale;
  readonly logger?: Logger;
  readonly clock?: Clock;
  readonly ids?: IdSource;
  /** @default 1_000_000 */
  readonly maxBodyBytes?: number;
  /**
   * The public address or path in front of `/api`, `https://example.com/boards` or `/boards`: for hosts that strip a
   * prefix, as Express's `use` and Hono's `mount` do. @default the path below which the app is mounted
   */
  readonly server?: string;
  /**
   * Returns the sender of a request; null for an unknown one, who gets 401. Called before the body is
   * read, on every route but `openapi.json`. Only a caller with `human: true` can confirm.
   *
   * @default every request is served and may confirm, also without credentials; set it in production
   */
  readonly identify?: (request: Request) => HttpCaller | null | Promise<HttpCaller | null>;
  /** Returns the board as the host knows it. The `state` of bodies is then ignored. */
  readonly loadState?: (request: Request, boardId: string) => Promise<BoardState>;
  /** Receives the events of each run before its response is sent, also of a run without a report. */
  readonly onRun?: (events: readonly GateEvent[], caller: HttpCaller | undefined) => Promise<void>;
}

type ProposalRequest = RouteRequest<HttpCaller>;

const nodes = [
  { id: 'n1', title: 'Book the venue', status: 'READY' },
  { id: 'n2', title: 'Send the invitations', status: 'CAPTURED' },
];
const dashboard = { trays: { inbox: nodes } };
const report = {
  decomposition_proposals: [],
  grouping_proposals: [],
  relation_proposals: [
    {
      from_node_id: 'n2',
      to_node_id: 'n1',
      relation_type: 'waits for',
      reason: 'The invitations name the venue.',
    },
  ],
  summary: 'One could start with the venue first.',
};
const boardId = 'launch';
const diffId = 'diff_0123456789abcdef0123456789abcdef';
const contentHash = `sha256:${'0'.repeat(64)}`;

const runAnswers = {
  200: { description: 'The report, also one that did not pass', schema: answers.RunAnswer },
};
/** Codes of a call of the model that failed. */
const modelProblems = { 500: ['missing_configuration'], 502: ['llm_auth'], 504: ['llm_timeout'] };

/** The code of a store that is down or busy. */
const storeProblems = { 503: ['storage_error'] };

/** Creates the route table: what the OpenAPI document describes and what the app does. */
export function createRoutes(options: ProposalQualityAppOptions): readonly Route[] {
  const { clock, ids, loadState } = options;
  const store = options.store ?? createMemoryEventStore(withoutUndefined({ clock }));
  const ledgerOf = (board: string) =>
    createProposalLedger({ store, boardId: board, ...withoutUndefined({ clock, ids }) });
  const stateOf = async (
    { request }: ProposalRequest,
    { boardId: board, state }: { readonly boardId: string; readonly state?: unknown },
  ) => (loadState === undefined ? readState(state) : loadState(request, board));

  return [
    {
      method: 'POST',
      path: '/api/organizer/run',
      id: 'runOrganizer',
      summary: 'Ask a model for proposals that pass the gate',
      requestBody: { schema: bodies.OrganizerRun, example: { dashboard } },
      answers: runAnswers,
      problems: modelProblems,
      async handle(request) {
        const input = readRunInput((await request.body()).json());
        const settings = await settingsOf(options, request);
        const run = await runCheckedOrganizer(input, settings);
        await options.onRun?.(run.events, request.caller);
        return request.json(200, answerOf(run));
      },
    },
    {
      method: 'POST',
      path: '/api/advisor/run',
      id: 'runAdvisor',
      summary: 'Ask a model for options about one node that pass the gate',
      requestBody: { schema: bodies.AdvisorRun, example: { dashboard, focusNodeId: 'n1' } },
      answers: runAnswers,
      problems: modelProblems,
      async handle(request) {
        const body = (await request.body()).json();
        const { purpose } = checked(
          advisorPurpose,
          isRecord(body) ? { purpose: body['purpose'] } : body,
        );
        const input = readRunInput(body);
        const target = readAdvisorTarget(input);
        const settings = {
          ...(await settingsOf(options, request)),
          ...withoutUndefined({ purpose }),
        };
        const run = await runCheckedAdvisor(input, target, settings);
        await options.onRun?.(run.events, request.caller);
        return request.json(200, answerOf(run));
      },
    },
    {
      method: 'POST',
      path: '/api/proposal-quality/validate',
      id: 'validateReport',
      summary: 'Judge a report from elsewhere',
      requestBody: {
        schema: bodies.Validate,
        example: { type: 'organizer', report, validNodeIds: ['n1', 'n2'] },
      },
      answers: { 200: { description: 'The verdict', schema: answers.ValidateAnswer } },
      async handle(request) {
        const body = (await request.body()).check(bodies.Validate);
        const { type, validNodeIds, purpose } = body;
        const validate = type === 'advisor' ? validateAdvisorReport : validateOrganizerReport;
        const { ok, errors, warnings, findings } = validate(body.report, validNodeIds, {
          locale: request.locale,
          ...withoutUndefined({ purpose }),
        });
        return request.json(200, { ok, errors, warnings, findings });
      },
    },
    {
      method: 'POST',
      path: '/api/proposal-quality/diffs',
      id: 'proposeDiffs',
      summary: 'Gate a report again and record its proposals as diffs',
      requestBody: {
        schema: bodies.Propose,
        example: { boardId, runId: 'run-1', report, state: { nodes } },
      },
      answers: {
        201: {
          description: 'The diffs; INVALID ones are returned, not recorded',
          schema: answers.ProposeAnswer,
        },
      },
      problems: {
        409: ['diff_confirmed', 'version_conflict'],
        422: ['report_rejected'],
        ...storeProblems,
      },
      async handle(request) {
        const body = (await request.body()).check(withUnreadState(bodies.Propose));
        const state = await stateOf(request, body);
        const { locale } = request;
        const validNodeIds = state.nodes.map(({ id }) => id);
        const context = { validNodeIds, nodes: state.nodes };
        const verdict = organizerReportGate
          .gateFor(context)
          .validate(body.report, context, { locale, catalog: validatorCatalog });
        if (!verdict.ok) throw rejectedReport(verdict, locale);
        const { diffs, skipped } = toDiffs(verdict.value, {
          runId: body.runId,
          validNodeIds,
          ...withoutUndefined({ clock }),
        });
        const judged = judgeDiffs(diffs, state, locale);
        const recorded = await ledgerOf(body.boardId).propose(
          judged.filter(({ verdict: { result } }) => result !== 'INVALID').map(({ diff }) => diff),
          withoutUndefined({ proposedBy: request.caller?.id }),
        );
        const views = new Map(recorded.map((view) => [view.diff.diff_id, view]));
        return request.json(201, {
          // As recorded, so that content_hash is the hash of the returned diff.
          diffs: diffs.map((diff) => views.get(diff.diff_id)?.diff ?? diff),
          skipped,
          results: judged.map(({ diff: { diff_id: id }, verdict: judgement }) => ({
            diff_id: id,
            ...withoutUndefined({ content_hash: views.get(id)?.content_hash }),
            ...judgement,
          })),
        });
      },
    },
    {
      method: 'GET',
      path: '/api/proposal-quality/diffs',
      id: 'listDiffs',
      summary: 'The diffs of a board and their states',
      query: boardQuery,
      answers: { 200: { description: 'The diffs', schema: answers.ListAnswer } },
      problems: storeProblems,
      async handle(request) {
        const query = readQuery(request.request, boardQuery);
        return request.json(200, { diffs: await ledgerOf(query.boardId).list() });
      },
    },
    {
      method: 'POST',
      path: '/api/proposal-quality/confirmations',
      id: 'confirmDiff',
      summary: 'A person confirms a diff',
      requestBody: {
        schema: bodies.Confirm,
        example: {
          boardId,
          diffId,
          content_hash: contentHash,
          confirmedBy: 'sato',
          state: { nodes },
        },
      },
      answers: { 201: { description: 'The confirmation', schema: answers.Confirmation } },
      problems: {
        403: ['not_human', 'forbidden'],
        404: ['diff_unknown'],
        409: ['diff_changed', 'diff_invalid', 'diff_already_applied', 'version_conflict'],
        ...storeProblems,
      },
      async handle(request) {
        const { caller } = request;
        // Only `true` is a person: a missing member must not let a program confirm.
        if (caller !== undefined && caller.human !== true) throw new HttpProblem(403, 'not_human');
        const body = (await request.body()).check(withUnreadState(bodies.Confirm));
        const confirmedBy = caller?.id ?? body.confirmedBy;
        if (confirmedBy === undefined) throw missing('confirmedBy');
        if (body.confirmedBy !== undefined && body.confirmedBy !== confirmedBy) {
          throw new HttpProblem(403, 'forbidden', { message: inAnotherName });
        }
        const confirmation = await ledgerOf(body.boardId).confirm({
          diffId: body.diffId,
          contentHash: body.content_hash,
          confirmedBy,
          state: await stateOf(request, body),
          ...withoutUndefined({ uiAction: body.uiAction }),
        });
        return request.json(201, confirmation);
      },
    },
    {
      method: 'POST',
      path: '/api/proposal-quality/apply',
      id: 'applyDiff',
      summary: 'Apply a confirmed diff, once',
      requestBody: {
        schema: bodies.Apply,
        example: { boardId, confirmationId: 'confirmation_1', state: { nodes } },
      },
      answers: { 200: { description: 'The applied diff', schema: answers.ApplyAnswer } },
      problems: {
        404: ['confirmation_unknown'],
        409: [
          'confirmation_withdrawn',
          'confirmation_expired',
          'diff_changed',
          'diff_invalid',
          'diff_already_applied',
          'base_changed',
          'version_conflict',
        ],
        ...storeProblems,
      },
      async handle(request) {
        const body = (await request.body()).check(withUnreadState(bodies.Apply));
        const state = await stateOf(request, body);
        const { confirmationId } = body;
        const by = withoutUndefined({ appliedBy: request.caller?.id });
        const applied = await ledgerOf(body.boardId).apply({ confirmationId, state, ...by });
        return request.json(200, applied);
      },
    },
  ];
}

const inAnotherName = {
  en: 'You cannot confirm in the name of another person',
  ja: '他の人の名前では確認できません',
};

/** Returns the options of a run: the language of messages is that of the request. */
async function settingsOf(
  { client, budget, price, locale, logger, clock, ids }: ProposalQualityAppOptions,
  { request, locale: messageLocale }: ProposalRequest,
): Promise<RunSettings> {
  return {
    client: await clientOf(client),
    signal: request.signal,
    messageLocale,
    ...withoutUndefined({ budget, price, locale, logger, clock, ids }),
  };
}

async function clientOf(client: ProposalQualityAppOptions['client']): Promise<LlmClient> {
  if (client === undefined) {
    throw new MissingConfigurationError(
      'no model client is set; pass `client` to createProposalQualityApp',
    );
  }
  return typeof client === 'function' ? client() : client;
}

/** Returns a run as JSON. A call that failed is an error of the gateway. */
function answerOf<T>(result: RunResult<T>): object {
  if (!result.ok && result.reason === 'generate-failed') throw result.cause;
  const { ok, report: best, errors, warnings, attempts, usage } = result;
  const outcome = result.ok
    ? withoutUndefined({ rendered: result.rendered })
    : { reason: result.reason };
  return { ok, report: best, errors, warnings, ...outcome, attempts: attempts.length, usage };
}

function rejectedReport({ findings, errors }: ValidationResult, locale: Locale): HttpProblem {
  const musts = findings.filter(({ severity }) => severity === 'must');
  const details = musts.map((finding) => {
    const pointer = `/report${finding.path}`;
    const message = formatFinding(finding, { locale, catalog: validatorCatalog });
    return { field: toDotPath(pointer), issue: finding.code, message, pointer };
  });
  return new HttpProblem(422, 'report_rejected', { members: { details, errors } });
}

/** Leaves `state` of a body to `readState`, or to the host's `loadState`. */
function withUnreadState<Shape extends z.ZodRawShape>(body: z.ZodObject<Shape>) {
  return body.extend({ state: z.unknown().optional() });
}

/** Reads the board of a request: a `BoardState`, or a `Dashboard`, which has nodes only. */
function readState(given: unknown): BoardState {
  if (given === undefined) throw missing('state');
  if (isRecord(given) && Object.hasOwn(given, 'trays')) {
    return { nodes: placedNodesOf(given, '/state').map(({ node }) => node) };
  }
  const { state } = checked(z.object({ state: boardParts }), { state: given });
  return {
    ...state,
    nodes: state.nodes.map((node, index) => readNode(node, `/state/nodes/${index}`)),
  };
}

function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const result = checkBy(schema, value);
  if (result.ok) return result.value;
  throw invalidRequest(result.issues);
}

function missing(field: string): HttpProblem {
  return invalidRequest([fieldIssue([field], 'missing')]);
}

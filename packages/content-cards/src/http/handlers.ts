import type { CardView, LogEntry } from '../model/card.ts';
import { fieldIssue } from '../model/field-issue.ts';
import { isRecord } from '../model/json.ts';
import type { Caller } from '../service/caller.ts';
import type { CardRef } from '../service/card-ref.ts';
import { malformedBody } from '../service/request-body.ts';
import type { ContentService } from '../service/service-interface.ts';
import { refuse, type Refusal, type ServiceResult } from '../service/service-error.ts';
import type { EndpointName } from './endpoints.ts';
import { tagOf } from './etag.ts';

/** An answer before it is written. */
export interface Answer {
  readonly body: unknown;
  readonly etag?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What a handler is given: everything that could be checked before it. */
export interface HandlerInput {
  readonly service: ContentService;
  readonly caller: Caller;
  /** Of the path or the query; '' where the route names none. */
  readonly ref: CardRef;
  readonly ifMatch: string | undefined;
  readonly query: ReadonlyMap<string, string>;
  readonly body: unknown;
  readonly basePath: string;
}

export type Handler = (
  input: HandlerInput,
) => Promise<{ readonly ok: true; readonly value: Answer } | Refusal>;

/** The service with bodies as they come: it checks them itself. */
interface UncheckedService {
  patchCard(
    ref: CardRef,
    body: unknown,
    match: { ifMatch?: string | undefined },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  approveCard(
    ref: CardRef,
    body: unknown,
    match: { ifMatch?: string | undefined },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  returnCard(
    ref: CardRef,
    body: unknown,
    match: { ifMatch?: string | undefined },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  unlockCard(
    ref: CardRef,
    body: unknown,
    match: { ifMatch?: string | undefined },
    caller: Caller,
  ): Promise<ServiceResult<CardView>>;
  reviewCard(ref: CardRef, body: unknown, caller: Caller): Promise<ServiceResult<CardView>>;
  commentCard(ref: CardRef, body: unknown, caller: Caller): Promise<ServiceResult<CardView>>;
  recordSourceWarnings(
    body: unknown,
    caller: Caller,
  ): Promise<ServiceResult<{ readonly recorded: number }>>;
  snapshot(body: unknown, caller: Caller): Promise<ServiceResult<{ readonly version: number }>>;
  rollback(
    body: unknown,
    caller: Caller,
  ): Promise<ServiceResult<{ readonly restored: readonly string[] }>>;
}

/** What each route does once everything around it holds. */
export const handlers: Readonly<Record<EndpointName, Handler>> = {
  async create({ service, caller, body, basePath }) {
    return answered(await service.createCards(body, caller), ({ spec_id, revision, cards }) => ({
      body: { spec_id, revision, cards },
      etag: tagOf(revision),
      headers: {
        location: `${basePath}/content/cards?spec_id=${spec_id}`,
        'content-location': `${basePath}/content/cards?spec_id=${spec_id}`,
      },
    }));
  },
  async list({ service, ref, query }) {
    const status = query.get('status');
    const grade = query.get('grade');
    return answered(await service.getDeck(ref), ({ revision, cards }) => ({
      etag: tagOf(revision),
      body: {
        items: cards.filter(
          (view) =>
            (status === undefined || view.status === status) &&
            (grade === undefined || view.ai_review?.grade === grade),
        ),
        revision,
      },
    }));
  },
  async get({ service, ref }) {
    return answered(await service.getCard(ref), (view) => ({
      body: view,
      etag: tagOf(view.revision),
    }));
  },
  async patch({ service, ref, body, ifMatch, caller, basePath }) {
    const unchecked: UncheckedService = service;
    const result = await unchecked.patchCard(ref, body, { ifMatch }, caller);
    return written(result, ref, basePath, (view) => ({
      revision: view.revision,
      content_hash: view.content_hash,
      status: view.status,
      card: view,
    }));
  },
  async approve({ service, ref, body, ifMatch, caller, basePath }) {
    const unchecked: UncheckedService = service;
    const result = await unchecked.approveCard(ref, body, { ifMatch }, caller);
    return written(result, ref, basePath, (view) => ({
      revision: view.revision,
      status: view.status,
      locked_at: view.locked_at,
      approved_by: view.approved_by,
      content_hash: view.content_hash,
      // True when it was approved before; this call wrote nothing.
      unchanged: result.ok && result.unchanged === true,
    }));
  },
  async return({ service, ref, body, ifMatch, caller, basePath }) {
    const unchecked: UncheckedService = service;
    const result = await unchecked.returnCard(ref, body, { ifMatch }, caller);
    return written(result, ref, basePath, statusAndRevision);
  },
  async unlock({ service, ref, body, ifMatch, caller, basePath }) {
    const unchecked: UncheckedService = service;
    const result = await unchecked.unlockCard(ref, body, { ifMatch }, caller);
    return written(result, ref, basePath, statusAndRevision);
  },
  async review({ service, ref, body, caller, basePath }) {
    const unchecked: UncheckedService = service;
    return written(await unchecked.reviewCard(ref, body, caller), ref, basePath, (view) => view);
  },
  async comment({ service, ref, body, caller, basePath }) {
    const unchecked: UncheckedService = service;
    return written(await unchecked.commentCard(ref, body, caller), ref, basePath, lastEntry);
  },
  async logs({ service, query }) {
    const limit = query.get('limit');
    const page = await service.logs({
      spec_id: query.get('spec_id'),
      slide_id: query.get('slide_id'),
      action: query.get('action'),
      since: query.get('since'),
      until: query.get('until'),
      offset: query.get('offset'),
      ...(limit === undefined
        ? {}
        : { limit: /^\d{1,4}$/.test(limit) ? Number(limit) : Number.NaN }),
    });
    return answered(page, (body) => ({ body }));
  },
  async exportApproved({ service, ref, query }) {
    const only = query.get('only') === 'approved' ? 'approved' : 'all';
    return answered(
      await service.exportApproved({ spec_id: ref.spec_id, only }),
      ({ document }) => ({ body: document }),
    );
  },
  async exportDraft({ service, ref }) {
    return answered(await service.exportDraft({ spec_id: ref.spec_id }), ({ document }) => ({
      body: document,
    }));
  },
  async sourceWarnings({ service, ref, body, caller }) {
    const unchecked: UncheckedService = service;
    return answered(await unchecked.recordSourceWarnings(onDeck(ref, body), caller), (value) => ({
      body: value,
    }));
  },
  async snapshot({ service, ref, body, caller }) {
    const unchecked: UncheckedService = service;
    return answered(await unchecked.snapshot(onDeck(ref, body), caller), (value) => ({
      body: value,
    }));
  },
  async rollback({ service, ref, body, caller }) {
    const unchecked: UncheckedService = service;
    return answered(await unchecked.rollback(onDeck(ref, body), caller), (value) => ({
      body: value,
    }));
  },
  async metrics({ service, query }) {
    const metrics = await service.metrics({
      spec_id: query.get('spec_id'),
      since: query.get('since'),
      until: query.get('until'),
    });
    return answered(metrics, (body) => ({ body }));
  },
};

/** The one deck that a card path without `spec_id` can mean. */
export async function findDeck(
  service: ContentService,
  slideId: string,
): Promise<ServiceResult<string>> {
  const found = await service.findDecks(slideId);
  if (!found.ok) return found;
  const [only, ...others] = found.value;
  if (only === undefined) return refuse('not_found', [fieldIssue(['slide_id'], 'unknown_value')]);
  return others.length === 0
    ? { ok: true, value: only }
    : refuse('spec_id_required', [fieldIssue(['spec_id'], 'missing')]);
}

function answered<T>(
  result: ServiceResult<T>,
  answer: (value: T) => Answer,
): { readonly ok: true; readonly value: Answer } | Refusal {
  if (!result.ok) return result;
  const { headers, ...rest } = answer(result.value);
  const replayed = result.replayed === true ? { 'idempotency-replayed': 'true' } : {};
  return { ok: true, value: { ...rest, headers: { ...headers, ...replayed } } };
}

function written(
  result: ServiceResult<CardView>,
  ref: CardRef,
  basePath: string,
  body: (view: CardView) => unknown,
): { readonly ok: true; readonly value: Answer } | Refusal {
  return answered(result, (view) => ({
    body: body(view),
    etag: tagOf(view.revision),
    headers: {
      'content-location': `${basePath}/content/cards/${ref.slide_id}?spec_id=${ref.spec_id}`,
    },
  }));
}

function statusAndRevision({ status, revision }: CardView): Pick<CardView, 'status' | 'revision'> {
  return { status, revision };
}

function lastEntry({ history }: CardView): LogEntry | undefined {
  return history.findLast(({ action }) => action === 'comment');
}

/** A body of a deck route with the deck of its path; what is no object stays what it is. */
function onDeck({ spec_id }: CardRef, body: unknown): unknown {
  if (body === undefined) return { spec_id };
  return isRecord(body) ? { ...body, spec_id } : { spec_id, [malformedBody]: malformedBody };
}

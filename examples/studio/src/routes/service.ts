import type { EventStore, JsonObject } from '@kanmon/core';
import { HttpProblem, type Route } from '@kanmon/core/http';
import * as z from 'zod';
import type { HttpMetrics } from '../http-metrics.ts';

const status = z.object({ status: z.literal('ok') });

/** Options of `serviceRoutes`. */
export interface ServiceOptions {
  readonly store: EventStore;
  readonly metrics: HttpMetrics;
  /** The document of all routes. */
  readonly document: () => JsonObject;
  /** True from the begin of a shutdown. */
  readonly isStopping: () => boolean;
  readonly hasModel: boolean;
}

/** The routes of the service itself: the caller, the document, health and metrics. */
export function serviceRoutes(options: ServiceOptions): readonly Route[] {
  const { store, metrics, document, isStopping, hasModel } = options;
  return [
    {
      method: 'GET',
      path: '/api/me',
      id: 'getMe',
      summary: 'Returns the caller, and what the studio can do',
      answers: {
        200: {
          description: 'The caller',
          schema: z.object({
            id: z.string(),
            human: z.boolean(),
            scopes: z.array(z.string()),
            has_model: z.boolean(),
          }),
        },
      },
      handle({ caller, json }) {
        const { id = '', human = false, scopes = [] } = caller ?? {};
        return json(200, { id, human, scopes, has_model: hasModel });
      },
    },
    {
      method: 'GET',
      path: '/openapi.json',
      id: 'getOpenApi',
      summary: 'Returns the OpenAPI document of all routes',
      public: true,
      answers: { 200: { description: 'OpenAPI 3.1', schema: z.looseObject({}) } },
      handle: ({ json }) => json(200, document()),
    },
    {
      method: 'GET',
      path: '/healthz',
      id: 'getHealth',
      summary: 'Reports that the process runs',
      public: true,
      answers: { 200: { description: 'It runs', schema: status } },
      handle: ({ json }) => json(200, { status: 'ok' }),
    },
    {
      method: 'GET',
      path: '/readyz',
      id: 'getReadiness',
      summary: 'Reports that the store can be reached and no shutdown has begun',
      public: true,
      answers: { 200: { description: 'It takes requests', schema: status } },
      problems: { 503: ['not_ready'] },
      async handle({ json }) {
        if (isStopping()) throw notReady();
        try {
          for await (const _ of store.readAll({ limit: 1 })) break;
        } catch (error) {
          throw notReady(error);
        }
        return json(200, { status: 'ok' });
      },
    },
    {
      method: 'GET',
      path: '/metrics',
      id: 'getMetrics',
      summary: 'Returns the metrics of this instance in the OpenMetrics format',
      scope: 'metrics:read',
      answers: {
        200: { description: 'OpenMetrics', mediaTypes: ['application/openmetrics-text'] },
      },
      handle: () =>
        new Response(metrics.text(), {
          headers: {
            'content-type': 'application/openmetrics-text; version=1.0.0; charset=utf-8',
          },
        }),
    },
  ];
}

function notReady(cause?: unknown): HttpProblem {
  return new HttpProblem(503, 'not_ready', {
    message: {
      en: 'The studio does not take requests now',
      ja: 'いまはリクエストを受け付けていません',
    },
    headers: { 'retry-after': '1' },
    cause,
  });
}

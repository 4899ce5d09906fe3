import { InvalidArgumentError, randomIds, silentLogger } from '@kanmon/core';
import { type Context, Hono } from 'hono';
import { checkOptions } from '@kanmon/core/kit';
import { checkLocale } from '../text/locale-of.ts';
import { appOptions, type ProposalQualityAppOptions } from './app-options.ts';
import { problemOf } from './answer-problem.ts';
import { type Handler, identified } from './caller.ts';
import { createDiffHandlers } from './diff-routes.ts';
import { HttpProblem } from './http-problem.ts';
import { openApiDocument } from './open-api.ts';
import { readJson } from './read-json.ts';
import { createRunHandlers } from './run-routes.ts';
import { createValidateHandler } from './validate-route.ts';

const defaultMaxBodyBytes = 1_000_000;

/** An id that a client may choose: it is echoed in a header and written to logs. */
const requestIdForm = /^[\w.:-]{1,128}$/;

/**
 * The endpoints of the seed (organizer run, advisor run, validate) and those of diffs, confirmations
 * and apply, as a Hono app: `app.fetch` takes a Request and gives a Response.
 */
export function createProposalQualityApp(options: ProposalQualityAppOptions = {}): Hono {
  checkOptions(options, appOptions, 'createProposalQualityApp(options)');
  checkLocale(options.locale);
  const { maxBodyBytes = defaultMaxBodyBytes, logger = silentLogger, ids = randomIds() } = options;
  if (!Number.isFinite(maxBodyBytes) || maxBodyBytes < 1) {
    throw new InvalidArgumentError(`expected maxBodyBytes to be from 1, got ${maxBodyBytes}`);
  }
  const app = new Hono();
  const requestIds = new WeakMap<Request, string>();
  const readBody = (context: Context): Promise<unknown> => readJson(context.req.raw, maxBodyBytes);
  const runs = createRunHandlers(options, readBody);
  const diffs = createDiffHandlers(options, readBody);
  const validate = createValidateHandler(options.locale, readBody);

  const requestIdOf = (context: Context): string => {
    const known = requestIds.get(context.req.raw);
    if (known !== undefined) return known;
    const given = context.req.header('x-request-id') ?? '';
    const id = requestIdForm.test(given) ? given : ids.next('req');
    requestIds.set(context.req.raw, id);
    return id;
  };

  app.use(async (context, next) => {
    const id = requestIdOf(context);
    await next();
    context.header('X-Request-ID', id);
  });

  const routes: Readonly<Record<string, Readonly<Record<string, Handler>>>> = {
    '/api/organizer/run': { POST: runs.organizer },
    '/api/advisor/run': { POST: runs.advisor },
    '/api/proposal-quality/validate': { POST: validate },
    '/api/proposal-quality/diffs': { GET: diffs.list, POST: diffs.propose },
    '/api/proposal-quality/confirmations': { POST: diffs.confirm },
    '/api/proposal-quality/apply': { POST: diffs.apply },
  };
  for (const [path, handlers] of Object.entries(routes)) {
    for (const [method, handler] of Object.entries(handlers)) {
      app.on(method, path, identified(handler, options));
    }
    refuseOtherMethods(app, path, Object.keys(handlers));
  }
  // The description of the interface holds no data, so it is public.
  const description = '/api/proposal-quality/openapi.json';
  app.get(description, (context) => context.json(openApiDocument()));
  refuseOtherMethods(app, description, ['GET']);

  app.notFound((context) =>
    writeProblem(
      context,
      new HttpProblem(404, 'not_found', 'there is nothing here'),
      requestIdOf(context),
    ),
  );
  app.onError((error, context) => {
    const id = requestIdOf(context);
    const problem = problemOf(error, options.locale ?? 'en');
    if (problem !== null) return writeProblem(context, problem, id);
    logger.error(
      { requestId: id, error: error instanceof Error ? error.message : String(error) },
      'request failed',
    );
    return writeProblem(context, new HttpProblem(500, 'internal_error', 'internal error'), id);
  });
  return app;
}

function refuseOtherMethods(app: Hono, path: string, methods: readonly string[]): void {
  app.all(path, () => {
    const allow = allowed(methods);
    throw new HttpProblem(405, 'method_not_allowed', `allowed here: ${allow}`, {
      headers: { Allow: allow },
    });
  });
}

/** HEAD comes with GET. */
function allowed(methods: readonly string[]): string {
  return methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])).join(', ');
}

const problemType = 'application/problem+json';

/** The family's error body, with the members of RFC 9457 for who asks for them. */
function writeProblem(context: Context, problem: HttpProblem, requestId: string): Response {
  const { status, error, message, details, errors, headers } = problem;
  const wantsProblem = (context.req.header('accept') ?? '').includes(problemType);
  const body = {
    ...(wantsProblem ? { type: 'about:blank', title: error, status, detail: message } : {}),
    ok: false,
    error,
    message,
    details,
    errors,
    request_id: requestId,
  };
  return new Response(JSON.stringify(body), {
    status,
    headers: {
      'Content-Type': wantsProblem ? problemType : 'application/json',
      'X-Request-ID': requestId,
      ...headers,
    },
  });
}

/** HTTP apps from a route table, on Hono: errors, bodies, authentication, OpenAPI. */

export { createHttpApp, type HttpAppOptions, requestIdPattern } from './http/create-http-app.ts';
export type {
  HttpCaller,
  HttpContext,
  HttpEnv,
  RequestBody,
  Route,
  RouteAnswer,
  RouteRequest,
} from './http/route.ts';
export {
  HttpProblem,
  type HttpProblemOptions,
  type HttpText,
  type HttpTexts,
  type Problem,
  type ProblemDetail,
  problemSchema,
} from './http/problem.ts';
export { invalidRequest, prefersToJson, readQuery } from './http/read-request.ts';
export { bearer, type TokenVerifier } from './http/bearer.ts';
export { describeRoutes, type OpenApiInput } from './http/open-api.ts';

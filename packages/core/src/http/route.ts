import type { Context } from 'hono';
import type { RequestIdVariables } from 'hono/request-id';
import type * as z from 'zod';
import type { Locale } from '../vocabulary/locale.ts';
import type { JsonValue } from '../vocabulary/json-value.ts';

/** Variables of a request in Hono's context. */
export interface HttpEnv {
  Variables: RequestIdVariables;
}

/** Hono's context of a request. */
export type HttpContext = Context<HttpEnv, string>;

/** The sender of a request, as `identify` reports it. */
export interface HttpCaller {
  /** A stable id, not blank. */
  readonly id: string;
  /** `true` for a person, `false` for a program. Each app documents what it does with a missing member. */
  readonly human?: boolean;
  /** The scopes of the caller. A missing member means no scope. */
  readonly scopes?: readonly string[];
  /** `true` for a sender without credentials: a missing scope is answered with 401 instead of 403. */
  readonly isAnonymous?: boolean;
}

/** A request body that is within its limit and declared as JSON, or empty. */
export interface RequestBody {
  readonly isEmpty: boolean;
  /**
   * Parses the body.
   *
   * @throws {HttpProblem} 400 `invalid_json` for broken JSON, duplicate keys, nesting past 64 levels, invalid UTF-8.
   */
  json(): JsonValue;
  /**
   * Parses and checks the body.
   *
   * @throws {HttpProblem} 400 `invalid_json`, or `validation_error` with all issues.
   */
  check<T>(schema: z.ZodType<T>): T;
}

/** A request on its way through a handler. */
export interface RouteRequest<Caller extends HttpCaller> {
  readonly request: Request;
  readonly requestId: string;
  /** The language of the response. */
  readonly locale: Locale;
  /** The sender; undefined in an app without `identify` and on public routes. */
  readonly caller: Caller | undefined;
  /** The option `server`, else the path below which the app is mounted, with its `basePath`: `/tenant/v1`. */
  readonly base: string;
  /** Hono's context, for streams and headers. */
  readonly hono: HttpContext;
  /** Returns a decoded parameter of the path. */
  param(name: string): string;
  /**
   * Reads the body: call it when the checks that come before 413 and 415 have passed.
   *
   * @throws {HttpProblem} 413, 415.
   */
  body(): Promise<RequestBody>;
  /** Returns a JSON response. */
  json(status: number, body: unknown, headers?: Readonly<Record<string, string>>): Response;
}

/** A successful response of a route. */
export interface RouteAnswer {
  readonly description: string;
  /** The schema of the JSON body; none for a response without a body. */
  readonly schema?: z.ZodType;
  readonly example?: unknown;
  /** Descriptions of headers by name. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Media types beside JSON. */
  readonly mediaTypes?: readonly string[];
}

/** One row of the route table: its description in OpenAPI and its handler. */
export interface Route<Caller extends HttpCaller = HttpCaller> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below the base path, parameters in braces: `/cards/{id}`. */
  readonly path: string;
  /** The `operationId`. */
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope that the caller needs. */
  readonly scope?: string;
  /** `true` for a route that any sender may call; `identify` is not asked. @default false */
  readonly public?: boolean;
  /** Described in the OpenAPI document; the handler checks it when it calls `readQuery`. */
  readonly query?: z.ZodObject;
  /** Described in the OpenAPI document; the handler reads and checks them. */
  readonly headers?: z.ZodObject;
  /** The schemas of path parameters that are more than a text, for the OpenAPI document; the handler checks them. */
  readonly params?: z.ZodObject;
  readonly requestBody?: {
    readonly schema: z.ZodType;
    /** @default true */
    readonly required?: boolean;
    readonly example?: unknown;
  };
  readonly answers: Readonly<Record<number, RouteAnswer>>;
  /** Codes of errors by status, beside those that the app itself reports (400, 401, 403, 413, 415, 500). */
  readonly problems?: Readonly<Record<number, readonly string[]>>;
  handle(request: RouteRequest<Caller>): Response | Promise<Response>;
}

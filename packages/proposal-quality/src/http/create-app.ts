import {
  formatFinding,
  type JsonObject,
  LlmError,
  type Locale,
  MissingConfigurationError,
  VersionConflictError,
} from '@kanmon/core';
import {
  createHttpApp,
  describeRoutes,
  type HttpCaller,
  type HttpEnv,
  HttpProblem,
  type HttpText,
  type HttpTexts,
  type OpenApiInput,
  type Problem,
} from '@kanmon/core/http';
import { toDotPath } from '@kanmon/core/json';
import {
  checkBudget,
  checkGuards,
  checkOptions,
  checkPorts,
  withoutUndefined,
} from '@kanmon/core/kit';
import type { Hono } from 'hono';
import { ProposalApplyError, type ProposalApplyErrorCode } from '../ledger/decide.ts';
import { ProposalInputError } from '../run/run-input.ts';
import { checkLocale } from '../text/locale-of.ts';
import { createRoutes, type ProposalQualityAppOptions } from './routes.ts';
import { answers, bodies, problem } from './schemas.ts';

const description: Pick<OpenApiInput, 'info' | 'components'> = {
  info: { title: 'Proposal quality', version: '1' },
  components: { ...bodies, ...answers },
};

/**
 * Creates a Hono app with the endpoints for runs, validation, diffs, confirmations and applications.
 * `app.fetch` takes a Request and returns a Response.
 */
export function createProposalQualityApp(options: ProposalQualityAppOptions = {}): Hono<HttpEnv> {
  checkOptions(
    options,
    'client store budget price locale logger clock ids maxBodyBytes server identify loadState onRun',
    'createProposalQualityApp(options)',
  );
  const { locale, logger, ids, maxBodyBytes, server, identify } = options;
  checkLocale(locale);
  checkGuards(options, 'identify loadState');
  checkPorts(options, { store: 'append', clock: 'now', onRun: 'call', price: 'call' });
  if (typeof options.client !== 'function') checkPorts(options, { client: 'generate' });
  if (options.budget !== undefined) checkBudget(options.budget);
  return createHttpApp<HttpCaller>({
    ...description,
    routes: createRoutes(options),
    documentPath: '/api/proposal-quality/openapi.json',
    texts,
    problemOf,
    problemSchema: problem,
    problemMembers: (body) => ({ ok: false, errors: errorsOf(body) }),
    ...withoutUndefined({ locale, logger, ids, maxBodyBytes, server, identify }),
  });
}

/** Returns the OpenAPI 3.1 document of the app, derived from its routes. */
export function openApiDocument(): JsonObject {
  return describeRoutes({ ...description, routes: createRoutes({}), problem });
}

/** A rejected report has an error for each Must, every other refusal its message. */
function errorsOf(body: Problem): unknown {
  return 'errors' in body ? body.errors : [body.message];
}

const applyTexts: Readonly<Record<ProposalApplyErrorCode, string>> = {
  'confirmation-unknown': 'このボードにその確認はありません',
  'confirmation-withdrawn': '確認は取り消されています。もう一度確認してください',
  'confirmation-consumed': '確認した差分は適用済みのため、取り消せません',
  'confirmation-expired': '確認の期限が切れています。もう一度確認してください',
  'diff-unknown': 'このボードにその差分はありません',
  'diff-changed': '差分の内容が、表示したときから変わっています。読み直して確認してください',
  'diff-confirmed': '差分は確認済みです。内容を変えるには、先に確認を取り消してください',
  'diff-invalid': '差分は、いまのボードには適用できません',
  'diff-already-applied': '差分は適用済みです',
  'base-changed': '差分を適用する箇所のボードが変わっています。もう一度確認してください',
};

const texts: HttpTexts = {
  not_human: { en: 'Only a person can confirm', ja: '確認できるのは人間だけです' },
  report_rejected: {
    en: 'The report does not pass the gate',
    ja: 'レポートが検証を通りません',
  },
  version_conflict: {
    en: 'The board was changed at the same time; try again',
    ja: '同時に別の更新がありました。もう一度試してください',
  },
};

/** Translates an error of a handler; null for an internal one. */
function problemOf(error: unknown): HttpProblem | null {
  if (ProposalInputError.isInstance(error)) {
    const { path: pointer, issue, message } = error;
    return new HttpProblem(400, 'validation_error', {
      message: { en: message, ja: 'リクエストの内容に誤りがあります' },
      details: [{ field: toDotPath(pointer), issue, pointer }],
    });
  }
  if (ProposalApplyError.isInstance(error)) {
    const { code, message } = error;
    return new HttpProblem(code.endsWith('-unknown') ? 404 : 409, snakeCase(code), {
      message: { en: message, ja: applyTexts[code] },
    });
  }
  if (VersionConflictError.isInstance(error)) return new HttpProblem(409, 'version_conflict');
  if (MissingConfigurationError.isInstance(error)) {
    return new HttpProblem(500, 'missing_configuration', {
      message: { en: error.message, ja: 'サーバーに必要な設定がありません' },
    });
  }
  if (!LlmError.isInstance(error)) return null;
  const code = `llm-${error.kind}`;
  const finding = { rule: 'http', code, severity: 'must', path: '', params: {} } as const;
  const textIn = (locale: Locale): string => formatFinding(finding, { locale });
  const message: HttpText = { en: textIn('en'), ja: textIn('ja') };
  return new HttpProblem(error.kind === 'timeout' ? 504 : 502, snakeCase(code), { message });
}

function snakeCase(code: string): string {
  return code.replaceAll('-', '_');
}

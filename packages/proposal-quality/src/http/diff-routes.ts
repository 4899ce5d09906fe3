import { createMemoryEventStore } from '@kanmon/core';
import type { Context } from 'hono';
import type { BoardState } from '../diff/diff.ts';
import { toDiffs } from '../diff/to-diffs.ts';
import { judgeDiffs } from '../diff/validate-diff.ts';
import { organizerReportGate } from '../gates/report-gate.ts';
import { createProposalLedger } from '../ledger/proposal-ledger.ts';
import type { ProposalLedger } from '../ledger/proposal-ledger.ts';
import type { ReportContext } from '../rules/report-context.ts';
import { validatorCatalog } from '../messages/catalogs.ts';
import type { ProposalQualityAppOptions } from './app-options.ts';
import type { Handler } from './caller.ts';
import { detailOf, HttpProblem, validationProblem } from './http-problem.ts';
import { type Fields, fieldsOf, optionalId, requiredId, requiredValue } from './request-fields.ts';
import { readState } from './read-state.ts';

/** Handles diffs, confirmations and their application. */
export function createDiffHandlers(
  options: ProposalQualityAppOptions,
  readBody: (context: Context) => Promise<unknown>,
): Readonly<Record<'propose' | 'list' | 'confirm' | 'apply', Handler>> {
  const { clock, ids, loadState, locale = 'en' } = options;
  const store = options.store ?? createMemoryEventStore(clock === undefined ? {} : { clock });
  const ledgerOf = (boardId: string): ProposalLedger =>
    createProposalLedger({
      store,
      boardId,
      ...(clock === undefined ? {} : { clock }),
      ...(ids === undefined ? {} : { ids }),
    });

  const stateOf = async (context: Context, fields: Fields, boardId: string): Promise<BoardState> =>
    loadState === undefined
      ? readState(requiredValue(fields, 'state'), '/state')
      : loadState(context.req.raw, boardId);

  return {
    async propose(context, caller) {
      const fields = fieldsOf(await readBody(context));
      const boardId = requiredId(fields, 'boardId');
      const runId = requiredId(fields, 'runId');
      const report = requiredValue(fields, 'report');
      const state = await stateOf(context, fields, boardId);
      const { nodes } = state;
      const gateContext: ReportContext = { validNodeIds: nodes.map(({ id }) => id), nodes };
      const verdict = organizerReportGate
        .gateFor(gateContext)
        .validate(report, gateContext, { locale, catalog: validatorCatalog });
      if (!verdict.ok) {
        const musts = verdict.findings.filter(({ severity }) => severity === 'must');
        throw new HttpProblem(422, 'report_rejected', 'the report does not pass the gate', {
          errors: verdict.errors,
          details: musts.map(({ path, code }) => detailOf(`/report${path}`, code)),
        });
      }
      const { diffs, skipped } = toDiffs(verdict.value, {
        runId,
        validNodeIds: gateContext.validNodeIds,
        ...(clock === undefined ? {} : { clock }),
      });
      const judged = judgeDiffs(diffs, state, locale);
      const recorded = await ledgerOf(boardId).propose(
        judged.filter(({ verdict: { result } }) => result !== 'INVALID').map(({ diff }) => diff),
        caller === undefined ? {} : { proposedBy: caller.id },
      );
      const views = new Map(recorded.map((view) => [view.diff.diff_id, view]));
      const answer = {
        // As they are recorded, so that content_hash is the hash of what is sent here.
        diffs: diffs.map((diff) => views.get(diff.diff_id)?.diff ?? diff),
        skipped,
        results: judged.map(({ diff: { diff_id: id }, verdict: judgement }) => {
          const hash = views.get(id)?.content_hash;
          return {
            diff_id: id,
            ...(hash === undefined ? {} : { content_hash: hash }),
            ...judgement,
          };
        }),
      };
      return context.json(answer, 201);
    },

    async list(context) {
      const boardId = context.req.query('boardId');
      const fields = boardId === undefined ? {} : { boardId };
      const diffs = await ledgerOf(requiredId(fields, 'boardId')).list();
      return context.json({ diffs });
    },

    async confirm(context, caller) {
      if (caller?.human === false) {
        throw new HttpProblem(403, 'not_human', 'only a person can confirm');
      }
      const fields = fieldsOf(await readBody(context));
      const boardId = requiredId(fields, 'boardId');
      const diffId = requiredId(fields, 'diffId');
      const contentHash = requiredId(fields, 'content_hash');
      const uiAction = optionalId(fields, 'uiAction');
      const confirmedBy = confirmerOf(fields, caller?.id);
      const confirmation = await ledgerOf(boardId).confirm({
        diffId,
        contentHash,
        confirmedBy,
        state: await stateOf(context, fields, boardId),
        ...(uiAction === undefined ? {} : { uiAction }),
      });
      return context.json(confirmation, 201);
    },

    async apply(context) {
      const fields = fieldsOf(await readBody(context));
      const boardId = requiredId(fields, 'boardId');
      const confirmationId = requiredId(fields, 'confirmationId');
      const state = await stateOf(context, fields, boardId);
      return context.json(await ledgerOf(boardId).apply({ confirmationId, state }));
    },
  };
}

function confirmerOf(fields: Fields, caller: string | undefined): string {
  const named = optionalId(fields, 'confirmedBy');
  if (caller === undefined) {
    if (named !== undefined) return named;
    throw validationProblem([{ path: '/confirmedBy', issue: 'is required' }]);
  }
  if (named !== undefined && named !== caller) {
    throw new HttpProblem(403, 'forbidden', 'nobody can confirm in the name of another');
  }
  return caller;
}

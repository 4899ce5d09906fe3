import type { EventStore } from '@kanmon/core';
import {
  createProposalLedger,
  type Diff,
  type DiffView,
  nodesOf,
  type OrganizerReport,
  type RunResult,
  runOrganizer,
  toDiffs,
} from '@kanmon/proposal-quality';
import type { Gated } from '@kanmon/core/gate';
import { readDashboard } from '../frame/dashboard.ts';
import type { Journal } from '../frame/journal.ts';
import type { Step, StepContext } from '../frame/step.ts';
import {
  applicationsPart,
  correctionPart,
  findingsPart,
  rawAnswerPart,
  renderedPart,
} from './proposal-parts.ts';
import { html } from '../report/html.ts';

const boardId = 'release-2.4';
const person = 'hanako';

const journal: Journal = {
  name: 'proposals',
  fold: (store) => createProposalLedger({ store, boardId }).list(),
};

/** Step 1: a dashboard goes to the Organizer; its answer is recovered, judged, fixed, confirmed. */
export const organise: Step = {
  number: 1,
  title: { ja: '整理する', en: 'Organise' },
  reading: {
    ja: 'モデルが、ボードのタスクを束ねて順序を付けます。回答と指摘を見比べてください。書き直すのは、不合格の箇所だけです。変更は人が確認し、一度だけ適用します。',
    en: 'A model groups and orders the tasks of a board. Compare its answer with the findings: only the places that failed are written again. A person confirms the changes, and each is applied once.',
  },
  journal,
  async run(context) {
    const { locale, model, clock, ids, artefacts, journals, checks, progress } = context;
    const dashboard = readDashboard(locale);
    const nodes = nodesOf(dashboard);
    progress(text[locale].asking(nodes.length));

    const run = await runOrganizer(
      { dashboard, userIntent: text[locale].intent },
      {
        client: model.client(['organise.1', 'organise.2']),
        locale,
        clock,
        ids,
        onEvent: (event) => progress(`${event.type} (${event.attempt})`),
      },
    );
    artefacts.addJson('organizer_run.json', run);
    checks.always(text[locale].promises.accepted, run.ok);
    checkFlaws(run, context);
    const before = [rawAnswerPart(run, locale), findingsPart(run, locale)];
    if (!run.ok) {
      return { headline: run.errors.join(' '), section: html`${before}` };
    }

    const { countTokens } = await import('gpt-tokenizer');
    const tokens = {
      correction: run.attempts
        .slice(1)
        .reduce((sum, { usage }) => sum + (usage.outputTokens ?? 0), 0),
      regeneration: countTokens(JSON.stringify(run.report)),
    };
    artefacts.addJson('organizer_report.json', run.report);
    artefacts.add('organizer_report.md', run.rendered ?? '');

    const { store, close } = await journals.open(journal);
    const { applied, board } = await confirmAndApply(
      run.report,
      nodes.map(({ id }) => id),
      store,
      context,
    );
    artefacts.addJson('proposal_events.json', await Array.fromAsync(store.readAll()));
    await close(board);

    return {
      headline: text[locale].headline(tokens, applied.length),
      section: html`${before}${correctionPart(run, tokens, locale)}${renderedPart(run.rendered ?? '', locale)}${applicationsPart(applied, person, locale)}`,
    };
  },
};

function checkFlaws(run: RunResult<OrganizerReport>, { checks, locale }: StepContext): void {
  const { promises } = text[locale];
  const [first, second] = run.attempts;
  const codes = new Set(first?.findings.map(({ code }) => code));
  checks.recorded(promises.recovered, first?.extracted === true && first.repairs.length > 0);
  checks.recorded(promises.unknownNode, codes.has('unknown-node'));
  checks.recorded(promises.phrase, codes.has('forbidden-phrase'));
  checks.recorded(promises.patched, second?.mode === 'patch');
}

/** A person confirms the first two diffs; each is applied, and a second try applies nothing. */
async function confirmAndApply(
  report: Gated<OrganizerReport>,
  validNodeIds: readonly string[],
  store: EventStore,
  { locale, clock, ids, checks, progress }: StepContext,
): Promise<{ readonly applied: readonly Diff[]; readonly board: readonly DiffView[] }> {
  const { promises } = text[locale];
  const state = { nodes: nodesOf(readDashboard(locale)) };
  const ledger = createProposalLedger({ store, boardId, clock, ids });
  const { diffs } = toDiffs(report, { runId: ids.next('run'), validNodeIds, clock });
  const shown = await ledger.propose(diffs);

  const applied: Diff[] = [];
  for (const { diff, content_hash: contentHash } of shown.slice(0, 2)) {
    progress(text[locale].confirming(diff.diff_id));
    const seen = { diffId: diff.diff_id, contentHash, confirmedBy: person, state };
    const confirmation = await ledger.confirm(seen);
    const first = await ledger.apply({ confirmationId: confirmation.id, state });
    const again = await ledger.apply({ confirmationId: confirmation.id, state });
    checks.always(promises.once, !first.replayed && again.replayed);
    applied.push(first.diff);
  }
  const events = await Array.fromAsync(store.readAll());
  const applications = events.filter(({ type }) => type === 'diff-applied').length;
  checks.recorded(promises.twoApplied, applications === 2);
  return { applied, board: await ledger.list() };
}

const text = {
  ja: {
    intent: '告知と予約一覧まわりの見通しをよくしたい',
    asking: (count: number) => `${count} 件のノードを Organizer に渡しています`,
    confirming: (id: string) => `${person} さんが ${id} を確認しました`,
    headline: (tokens: { correction: number; regeneration: number }, applied: number) =>
      `提案を採用、直しは ${tokens.correction} トークン（全体の再生成なら ${tokens.regeneration}）、差分 ${applied} 件を一度だけ適用`,
    promises: {
      accepted: '提案は関門を通った',
      recovered: '壊れた JSON を、直した所を記録しながら取り出した',
      unknownNode: '存在しない ID を見つけた',
      phrase: '断定語を見つけた',
      patched: '直しは壊れた所だけの差分だった',
      once: '同じ確認をもう一度適用しても、二重には適用されない',
      twoApplied: '確認された2件だけが適用された',
    },
  },
  en: {
    intent: 'I want a clearer view of the announcement and the booking list',
    asking: (count: number) => `handing ${count} nodes to the Organizer`,
    confirming: (id: string) => `${person} confirmed ${id}`,
    headline: (tokens: { correction: number; regeneration: number }, applied: number) =>
      `accepted, mended with ${tokens.correction} tokens (a full regeneration: ${tokens.regeneration}), ${applied} diffs applied once`,
    promises: {
      accepted: 'the proposal passed its gate',
      recovered: 'the broken JSON was recovered with a log of every repair',
      unknownNode: 'the id that does not exist was found',
      phrase: 'the forbidden phrase was found',
      patched: 'the correction was a patch of the broken places only',
      once: 'a second application of the same confirmation applies nothing',
      twoApplied: 'just the two confirmed diffs were applied',
    },
  },
};

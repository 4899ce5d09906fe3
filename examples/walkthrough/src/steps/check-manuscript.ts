import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Locale, sha256Hex } from '@kanmon/core';
import {
  createWorkflowStateStore,
  type FixLoopPorts,
  foldSession,
  type Issue,
  runFixLoop,
} from '@kanmon/issue-tracker';
import { manualSleep, scriptedChecker, sequentialRandom } from '@kanmon/issue-tracker/testing';
import type { Journal } from '../frame/journal.ts';
import type { Step } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { livesPart, revisionsPart, unresolvedPart } from './check-manuscript-parts.ts';

const editor = 'aki';

const journal: Journal = {
  name: 'manuscript',
  fold: async (store) => foldSession(await Array.fromAsync(store.readAll({ prefix: 'session/' }))),
};

/** Step 5: check, fix, check again over several revisions, until only what a person put off is left. */
export const checkManuscript: Step = {
  number: 5,
  title: { ja: '原稿を点検する', en: 'Check the manuscript' },
  reading: {
    ja: '原稿を何版にもわたって直します。周りの文章が変わっても、指摘は解決するまで同じものとして追われます。',
    en: 'A text is corrected over several versions. Each finding keeps its identity while the text around it changes, until it is resolved.',
  },
  journal,
  async run({ locale, clock, artefacts, journals, checks, progress }) {
    const labels = text[locale];
    const house = houseStyles[locale];
    const revisions: string[] = [];
    const texts = new Map<string, string>();
    const write = async (manuscript: string) => {
      const hash = sha256Hex(manuscript);
      texts.set(hash, manuscript);
      revisions.push(manuscript);
      progress(labels.revision(revisions.length));
      return { manuscript_hash: hash, manuscript_version_id: `v${revisions.length}` };
    };
    const path = join(import.meta.dirname, `../../inputs/manuscript.${locale}.txt`);
    const { manuscript_hash } = await write(readFileSync(path, 'utf8'));

    const { store, close } = await journals.open(journal);
    const workflow = createWorkflowStateStore({
      store,
      clock,
      random: sequentialRandom(),
      timer: manualSleep(),
    });
    const session = await workflow.beginSession({ episode_number: 1, initiator: editor });
    const ports: FixLoopPorts = {
      check: scriptedChecker(house.rules),
      plan: async () => ({ tool_id: 'rewrite', description: labels.plan, planned_by: 'editor' }),
      confirm: async (pending) =>
        pending.map(({ issue_id }) => ({ issue_id, decision: 'defer' as const, by: editor })),
      apply: async ({ issue, text: manuscript }) => ({
        text: house.fix(manuscript, issue),
        description: labels.plan,
        applied_by: 'editor',
      }),
      manuscripts: { read: async (hash) => texts.get(hash) ?? null, write },
    };
    const result = await runFixLoop({
      workflow,
      session,
      ports,
      clock,
      manuscript_hash,
      step_ids: ['style'],
      category_tool_map: {
        '*': { tool_id: 'rewrite' },
        tone: { tool_id: 'rewrite', requires_user_confirmation: true },
      },
    });
    const actor = { id: editor };
    const timeline = await workflow.timeline(session.sessionId, { actor });
    const unresolved = await workflow.unresolved({
      actor,
      session_id: session.sessionId,
      include_deferred: true,
    });
    await workflow.endSession(session);
    const view = await workflow.view(session.sessionId, { actor });

    const events = await Array.fromAsync(store.readAll());
    await close(view);
    artefacts.addJson('issue_events.json', events);
    artefacts.add('manuscript_final.txt', texts.get(result.manuscript_hash) ?? '');
    const states = new Set(view.issues.map(({ state }) => state));
    checks.always(labels.promises.resolved, states.has('Resolved'));
    checks.always(labels.promises.recurrence, states.has('Recurrence'));
    checks.always(labels.promises.deferred, states.has('Deferred'));
    checks.always(labels.promises.canary, !JSON.stringify(events).includes(house.canary));
    return {
      headline: labels.headline(view.issues.length, revisions.length, unresolved.length),
      section: html`${livesPart(view.issues, timeline, locale)}
      ${revisionsPart(revisions, locale)}${unresolvedPart(unresolved, locale)}`,
    };
  },
};

interface HouseStyle {
  readonly rules: Parameters<typeof scriptedChecker>[0];
  /** An editor who, at the first try, swaps one emphatic word for the same word elsewhere. */
  readonly fix: (manuscript: string, issue: Issue) => string;
  /** Words of the manuscript that no event may hold. */
  readonly canary: string;
}

const houseStyles: { readonly [L in Locale]: HouseStyle } = {
  ja: {
    rules: [
      { pattern: 'ことができ', category: 'wordy' },
      { pattern: 'とても', category: 'emphasis' },
      { pattern: '！', category: 'tone', severity: 'low' },
    ],
    fix: (manuscript, { category, recurrence_depth }) => {
      if (category === 'wordy') {
        return manuscript
          .replace('開くことができます', '開けます')
          .replace('試し直すことができます', '試し直します');
      }
      return recurrence_depth === 0
        ? manuscript.replace('とても多くの声', 'とてもたくさんの声')
        : manuscript.replace('とても', '');
    },
    canary: '予約一覧の速さ',
  },
  en: {
    rules: [
      { pattern: 'is able to', category: 'wordy' },
      { pattern: 'very', category: 'emphasis' },
      { pattern: '!', category: 'tone', severity: 'low' },
    ],
    fix: (manuscript, { category, recurrence_depth }) => {
      if (category === 'wordy') {
        return manuscript.replace('is able to open', 'opens').replace('is able to try', 'tries');
      }
      return recurrence_depth === 0
        ? manuscript.replace('very many of you', 'very large numbers of you')
        : manuscript.replace('very ', '');
    },
    canary: 'speed of the booking list',
  },
};

const text = {
  ja: {
    revision: (count: number) => `第 ${count} 版`,
    plan: '表記の指針に合わせる',
    headline: (issues: number, revisions: number, open: number) =>
      `${issues} 件の指摘を ${revisions} 版にわたって追い、残ったのは ${open} 件`,
    promises: {
      resolved: '直した指摘は、解決と確かめられた',
      recurrence: '直りきらなかった指摘は、再発として見つかった',
      deferred: '人が見送った指摘は、見送りとして残った',
      canary: '原稿の文章は、どのイベントにも書かれていない',
    },
  },
  en: {
    revision: (count: number) => `revision ${count}`,
    plan: 'follow the house style',
    headline: (issues: number, revisions: number, open: number) =>
      `${issues} findings followed over ${revisions} revisions, ${open} left`,
    promises: {
      resolved: 'what was fixed is verified as resolved',
      recurrence: 'what was not really fixed came back as a recurrence',
      deferred: 'what a person put off stays, as deferred',
      canary: 'no text of the manuscript is in any event',
    },
  },
};

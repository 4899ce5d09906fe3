import { UsageError } from '@kanmon/example-shared/usage-error';
import type { Journal } from '../frame/journal.ts';
import type { Step } from '../frame/step.ts';
import { html } from '../report/html.ts';
import { type Replay, replayChanged, replayJournal } from './replay-journal.ts';
import { changedPart, chainsPart, journalsPart } from './replay-parts.ts';

/** Step 7: every journal is read back from its files and folded to the very bytes that its step saw. */
export function createReplay(journals: readonly Journal[]): Step {
  const byName = new Map(journals.map((journal) => [journal.name, journal]));
  return {
    number: 7,
    title: { ja: '読み直す', en: 'Replay' },
    reading: {
      ja: 'これまでの手順は、すべてイベントを書き残しています。ここではそれをディスクから読み、検証し、同じ状態にたどり着くことを確かめます。',
      en: 'All steps above wrote events. Here they are read from disk, verified, and folded again to the same state.',
    },
    precondition({ locale, willKeep, journals: { kept } }) {
      if (!willKeep && kept().length === 0) throw new UsageError(text[locale].nothing);
    },
    async run({ locale, journals: { kept }, checks, progress }) {
      const labels = text[locale];
      const replays: Replay[] = [];
      const changed: Replay[] = [];
      for (const each of kept()) {
        const journal = byName.get(each.name);
        if (journal === undefined) continue;
        // One after the other: what is measured must not share the processor.
        const replay = await replayJournal(each, journal);
        replays.push(replay);
        progress(labels.read(replay));
        changed.push(await replayChanged(each, journal));
      }
      const events = replays.reduce((sum, replay) => sum + replay.events, 0);
      const same = replays.every(({ fault }) => fault === undefined);
      checks.always(labels.promises.some, events > 0);
      checks.always(labels.promises.same, same);
      checks.always(
        labels.promises.red,
        changed.every(({ fault }) => fault !== undefined),
      );
      return {
        headline: labels.headline(replays.length, events, same),
        section: html`${journalsPart(replays, locale)}${chainsPart(replays, locale)}${changedPart(changed, locale)}`,
      };
    },
  };
}

const text = {
  ja: {
    nothing:
      '読み直すジャーナルがまだありません。先に `pnpm demo` を一度、最初から実行してください',
    read: ({ name, events, ms }: Replay) =>
      `${name}: ${events} 件を ${ms.toFixed(1)} ms で検証し、畳み込みました`,
    headline: (journals: number, events: number, same: boolean) =>
      `${journals} つのジャーナル、${events} 件のイベントを読み直し、${same ? '状態は1バイトも違わない' : '状態が違った'}`,
    promises: {
      some: '各ステップのジャーナルがファイルに残っている',
      same: 'チェーンは末尾まで正しく、畳み込んだ状態は各ステップが見たものと1バイトも違わない',
      red: '写しの1バイトだけを変えると、必ず赤になる',
    },
  },
  en: {
    nothing: 'there is no journal to replay yet; run `pnpm demo` once without --only',
    read: ({ name, events, ms }: Replay) =>
      `${name}: ${events} events verified and folded in ${ms.toFixed(1)} ms`,
    headline: (journals: number, events: number, same: boolean) =>
      `${journals} journals with ${events} events read again, ${same ? 'byte for byte the same state' : 'and the state differs'}`,
    promises: {
      some: 'the journals of the steps are there, in files',
      same: 'every chain is whole up to its end, and folds to the very bytes the step saw',
      red: 'one byte changed in a copy is always seen',
    },
  },
};

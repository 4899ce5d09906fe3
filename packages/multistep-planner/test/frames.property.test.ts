import { caseReader, sampleToTry } from '@kanmon/test-support';
import { expect, test } from 'vitest';
import { type DialogMessage, planByRules } from '../src/index.ts';

interface Dialog {
  readonly lang: 'ja' | 'en';
  readonly history: readonly DialogMessage[];
  readonly message: string;
}

const read = caseReader(new URL('cases/', import.meta.url));
const tables = ['even-dialogs', 'class-dialogs'].concat(
  Array.from({ length: 16 }, (_, index) => `rounds/planner-r${index + 1}`),
);
const dialogs = sampleToTry(tables.flatMap((table) => read(table) as readonly Dialog[]));

/** Words around a message that change nothing: of a first message, and of one in a dialog. */
const frames = {
  en: {
    opening: [
      ['Hi, ', ''],
      ['Good morning. ', ''],
      ['Um, ', ''],
      ['', ' Thanks.'],
      ['', ' Thanks in advance!'],
    ],
    reply: [
      ['Oh ok. ', ''],
      ['Ah, ', ''],
      ['Hmm, ', ''],
      ['Got it. ', ''],
    ],
  },
  ja: {
    opening: [
      ['こんにちは。', ''],
      ['お忙しいところすみません。', ''],
      ['あの、', ''],
      ['', 'よろしくお願いします。'],
    ],
    reply: [
      ['わかりました。', ''],
      ['そうなんですね。', ''],
      ['えっと、', ''],
      ['あ、', ''],
    ],
  },
} as const;
/** Measured: 99.9 % (en) and 99.7 % (ja). */
const leastEqual = 0.995;

test.each(['en', 'ja'] as const)('plans the same with politeness around a message (%s)', (lang) => {
  const changed: string[] = [];
  let compared = 0;
  for (const { history, message } of dialogs.filter((dialog) => dialog.lang === lang)) {
    const plain = decisionOf(message, history);
    // Closing remarks have such words themselves.
    if (plain === 'answer') continue;
    for (const [before, after] of frames[lang][history.length === 0 ? 'opening' : 'reply']) {
      const mark = after === '' || /[.?!。？！]$/u.test(message) ? '' : lang === 'en' ? '.' : '。';
      const framed = `${before}${message}${mark}${after}`;
      compared += 1;
      if (decisionOf(framed, history) !== plain) changed.push(`${plain}: ${framed}`);
    }
  }
  console.log(`${lang}: ${compared} framed messages compared, ${changed.length} planned otherwise`);
  expect(compared).toBeGreaterThan(500);
  expect(1 - changed.length / compared, changed.join('\n')).toBeGreaterThanOrEqual(leastEqual);
});

/** Other spellings of a message. */
const spellings = {
  en: [
    (text: string) => text.toUpperCase(),
    (text: string) => text.replaceAll("'", '’'),
    (text: string) => text.replace(/[.!]{0,3}$/u, '...'),
  ],
  ja: [
    (text: string) => text.replace(/[？?。！!]{0,3}$/u, '……'),
    (text: string) => text.replace(/[？?。！!]{0,3}$/u, '！！'),
    (text: string) => text.replace(/ますか[？?。]?$/u, 'ますでしょうか。'),
    (text: string) => text.replaceAll('、', '，'),
  ],
};

test.each(['en', 'ja'] as const)('plans the same in another spelling (%s)', (lang) => {
  const changed: string[] = [];
  let compared = 0;
  for (const { history, message } of dialogs.filter((dialog) => dialog.lang === lang)) {
    const plain = decisionOf(message, history);
    for (const spelled of spellings[lang].map((spelling) => spelling(message))) {
      if (spelled === message || !/\p{L}/u.test(message)) continue;
      compared += 1;
      if (decisionOf(spelled, history) !== plain) changed.push(`${plain}: ${spelled}`);
    }
  }
  console.log(`${lang}: ${compared} spellings compared, ${changed.length} planned otherwise`);
  expect(compared).toBeGreaterThan(300);
  expect(1 - changed.length / compared, changed.join('\n')).toBeGreaterThanOrEqual(leastEqual);
});

/** The kind of plan, and how many searches it has. */
function decisionOf(message: string, history: readonly DialogMessage[]): string {
  const { plan } = planByRules({ message, history });
  const searches = plan.steps.filter((step) => 'query' in step);
  if (plan.needsClarification) return 'clarify';
  if (searches.length === 0) return 'answer';
  return `${searches.length} ${searches.some(({ type }) => type === 'followup_search') ? 'follow-up' : 'search'}`;
}

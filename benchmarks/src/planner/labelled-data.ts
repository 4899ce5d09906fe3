import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DialogMessage } from '@kanmon/multistep-planner';
import type { DataSetName } from '../support/data-sets.ts';
import { findDataSet } from '../support/find-data-set.ts';

/** The text of a file of a data set, or null when the data set is not there. */
function readData(name: DataSetName, file: string): string | null {
  const folder = findDataSet(name);
  return folder === null ? null : readFileSync(join(folder, file), 'utf8');
}

/** One question in its conversation, with the rewriting that people made of it. */
export interface ConversationRow {
  readonly question: string;
  readonly gold: string;
  readonly history: readonly DialogMessage[];
  /** From 1. */
  readonly turn: number;
}

interface CanardRow {
  readonly History: readonly string[];
  readonly Question: string;
  readonly Question_no: number;
  readonly Rewrite: string;
}

/** CANARD: the first message is "title, section"; then questions and answers alternate. */
export function canardRows(): readonly ConversationRow[] {
  const text = readData('canard', 'dev.json');
  if (text === null) return [];
  const rows = JSON.parse(text) as readonly CanardRow[];
  return rows.map(({ History, Question, Question_no, Rewrite }) => {
    const [title = '', section = '', ...said] = History;
    const messages = said.map((content, index): DialogMessage => ({
      role: index % 2 === 0 ? 'user' : 'assistant',
      content,
    }));
    return {
      question: Question,
      gold: Rewrite,
      turn: Question_no,
      history: [{ role: 'user', content: `${title}, ${section}` }, ...messages],
    };
  });
}

interface CastTopic {
  readonly number: number;
  readonly turn: readonly {
    readonly number: number;
    readonly raw_utterance: string;
    readonly manual_rewritten_utterance?: string;
    readonly passage?: string;
  }[];
}

/** TREC CAsT, manual rewritings, by year; the history is the earlier turns, with passages where there are any. */
export function castRows(): ReadonlyMap<string, readonly ConversationRow[]> {
  const folder = findDataSet('cast');
  if (folder === null) return new Map();
  const read = (file: string): string => readFileSync(join(folder, file), 'utf8');
  return new Map([
    ['CAsT 2019', castYear(read('2019.json'), read('2019-resolved.tsv'))],
    ['CAsT 2020', castYear(read('2020.json'), '')],
    ['CAsT 2021', castYear(read('2021.json'), '')],
  ]);
}

/** `resolved` has the rewritings of the year that stores them in a separate file. */
function castYear(text: string, resolved: string): readonly ConversationRow[] {
  const golds = new Map(
    resolved
      .trim()
      .split('\n')
      .map((line): [string, string] => {
        const [id = '', gold = ''] = line.split('\t');
        return [id, gold];
      }),
  );
  return (JSON.parse(text) as readonly CastTopic[]).flatMap((topic) => {
    const history: DialogMessage[] = [];
    return topic.turn.flatMap((turn) => {
      const before = [...history];
      history.push({ role: 'user', content: turn.raw_utterance });
      if (turn.passage !== undefined) history.push({ role: 'assistant', content: turn.passage });
      const gold = turn.manual_rewritten_utterance ?? golds.get(`${topic.number}_${turn.number}`);
      return gold === undefined
        ? []
        : [{ question: turn.raw_utterance, gold, turn: turn.number, history: before }];
    });
  });
}

/** ClariQ: one row a topic, with the amount of clarification that people rated as needed (1 to 4). */
export function clariqTopics(): readonly { readonly request: string; readonly need: number }[] {
  const topics = new Map<string, { request: string; need: number }>();
  const folder = findDataSet('clariq');
  if (folder === null) return [];
  for (const part of ['train', 'dev', 'test_with_labels']) {
    const text = readFileSync(join(folder, `${part}.tsv`), 'utf8');
    for (const line of text.trim().split('\n').slice(1)) {
      const [id = '', request = '', , need = ''] = line.split('\t');
      topics.set(id, { request: request.replaceAll('"', ''), need: Number(need) });
    }
  }
  return [...topics.values()];
}

interface AbgTurn {
  readonly question: string;
  readonly answer: string;
}
interface AbgFile {
  readonly data: readonly {
    readonly ambiguity: string;
    readonly target_turn: AbgTurn;
    readonly history_turns: readonly AbgTurn[];
  }[];
}

/** Abg-CoQA: a question in its dialog (the story is not looked at), and whether people found it ambiguous. */
export function abgCoqaRows(): readonly {
  readonly question: string;
  readonly history: readonly DialogMessage[];
  readonly isAmbiguous: boolean;
}[] {
  const text = readData('abg-coqa', 'test.json');
  if (text === null) return [];
  return (JSON.parse(text) as AbgFile).data.map(({ ambiguity, target_turn, history_turns }) => ({
    question: target_turn.question,
    isAmbiguous: ambiguity === 'ambiguous',
    history: history_turns.flatMap(({ question, answer }): readonly DialogMessage[] => [
      { role: 'user', content: question },
      { role: 'assistant', content: answer },
    ]),
  }));
}

interface AsdcRow {
  readonly sources: readonly string[];
  readonly targets: readonly string[];
}

/** ASDC: comments of guests about their stay, and the number of requests that people read in them. */
export function asdcRows(): readonly { readonly text: string; readonly requests: number }[] {
  const text = readData('asdc', 'mul_req_02.jsonl');
  if (text === null) return [];
  return text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as AsdcRow)
    .map(({ sources, targets }) => ({ text: sources.join(''), requests: targets.length }));
}

/** Utterances with the number of intents they hold. */
export function intentRows(
  name: 'mixsnips' | 'mixatis' | 'snips' | 'atis',
): readonly { readonly text: string; readonly intents: number }[] {
  const text = readData(name, 'test.txt');
  if (text === null) return [];
  return text
    .trim()
    .split(/\n\s*\n/u)
    .map((block) => {
      const lines = block.trim().split('\n');
      const intents = (lines.pop() ?? '').split('#').length;
      const words = lines.map((line) => line.split(' ')[0]).join(' ');
      return { text: words.replaceAll(' ,', ','), intents };
    });
}

import type { Catalog, Finding, Locale, Message } from '@kanmon/core';
import { formatGateFinding } from '@kanmon/core/kit';

/** Texts of one locale by code; or by rule, severity or expected type, with `*` for every other finding. */
type Texts = Readonly<Record<string, Message | { readonly [variant: string]: Message }>>;

/** The English strings of the first specification, with its Japanese examples, and those of diffs. */
const seedTexts: Texts = {
  required: '{place} is required',
  'wrong-type': {
    string: '{place} must be a string',
    array: '{place} must be an array',
    object: '{place} must be an object',
  },
  'too-many': '{place} must have at most {maximum} items',
  blank: {
    'organizer/child-text': '{place} is required',
    'advisor/four-fields': '{place} is required',
    '*': '{place} must be non-empty',
  },
  'unknown-node': {
    'advisor/target': 'target_node_id is not in valid node list',
    '*': "{field} '{id}' is not in valid node list",
  },
  'reason-missing': '{place} is required and non-empty',
  'too-few-children': '{place} must have at least 2 items',
  'too-few-options': '{place} must have at least 2 items',
  'too-few-risks': '{place} must have at least 1 item',
  'forbidden-phrase': {
    'organizer/phrase': 'summary or reason contains forbidden phrase (e.g. べき, してください)',
    'advisor/phrase': 'output contains forbidden word (e.g. ベスト, 推奨)',
    'organizer/phrase-child': '{place} could be phrased as a proposal ("{matched}")',
    '*': '{place} could do without a request ("{matched}")',
  },
  'unknown-status': '{place} is not a known status',
  'illegal-transition': '{place} cannot follow {from}',
  'target-mismatch': '{place} is not the requested node',
  'other-title': '{place} is the title of another node',
  'no-next-step': '{place} could suggest next step (e.g. まず◯◯)',
  'short-label': '{place} could be more specific',
  'group-too-small': '{place} should have at least 2 items',
  'duplicate-id': "{place} repeats '{id}'",
  'self-relation': '{place} relates a node to itself',
  'duplicate-relation': '{place} repeats an earlier relation',
  'nothing-proposed': 'no proposal was made',
  'description-missing': { must: '{place} is required', should: '{place} is recommended' },
  'few-criteria': '{place} should have at least 2 items',
  'label-form': '{place} should contain 案/パターン/候補',
  'duplicate-option': '{place} repeats the label or next_action of an earlier option',
  'several-decisions': '{place} should be one decision',

  // Findings in diffs.
  'unknown-type': '{place} is not a known type of diff',
  'existing-relation': '{place} relates nodes that are related like this already',
  'reverse-relation': '{place} relates nodes that are related the other way round',
  'parent-has-children': "{place}: node '{id}' has children already",
  'similar-group': '{place} resembles the existing group "{label}"',
  'many-children': '{place} adds {actual} children',
};

/** The strings with English examples. */
const englishTexts: Texts = {
  ...seedTexts,
  'forbidden-phrase': {
    'organizer/phrase': 'summary or reason contains forbidden phrase (e.g. should, must)',
    'advisor/phrase': 'output contains forbidden word (e.g. best option, recommend)',
    'organizer/phrase-child': '{place} could be phrased as a proposal ("{matched}")',
    '*': '{place} could do without a request ("{matched}")',
  },
  'no-next-step': '{place} could suggest next step (e.g. First, ...)',
  'label-form': '{place} should contain option, plan, pattern or candidate',
};

/** English strings with the place and the words, which a model needs to correct itself. */
const placedTexts: Texts = {
  ...englishTexts,
  'unknown-node': "{place} '{id}' is not in the list of nodes",
  'forbidden-phrase': {
    'organizer/phrase-child': '{place} could be phrased as a proposal ("{matched}")',
    'organizer/phrase-polite': '{place} could do without a request ("{matched}")',
    'advisor/phrase':
      '{place} contains "{matched}" ({phrase}): state facts and conditions, and judge no option',
    '*': '{place} contains "{matched}" ({phrase}): propose, and order nobody to do anything',
  },
  'illegal-transition': '{place} is {to}, which cannot follow {from}',
  'target-mismatch': "{place} is '{actual}', not the requested node '{expected}'",
  'other-title': "{place} is '{actual}', the title of another node; the node is '{expected}'",
};

/** Japanese sentences that name the place. */
const japaneseTexts: Texts = {
  required: '{place} がありません。',
  'wrong-type': {
    string: '{place} は文字列で指定してください。',
    array: '{place} は配列で指定してください。',
    object: '{place} はオブジェクトで指定してください。',
  },
  'too-many': '{place} は {maximum} 件以内にしてください（現在 {actual} 件）。',
  blank: '{place} が空です。1 文字以上入れてください。',
  'unknown-node': '{place} の ID「{id}」は入力にありません。',
  'reason-missing': '{place} に理由がありません。1 文字以上入れてください。',
  'too-few-children': '{place} は 2 件以上にしてください（現在 {actual} 件）。',
  'too-few-options': '{place} は 2 件以上にしてください（現在 {actual} 件）。',
  'too-few-risks': '{place} は 1 件以上にしてください。',
  'forbidden-phrase': {
    'organizer/phrase-child': '{place} の「{matched}」は、提案の形に言い換えられます。',
    'organizer/phrase-polite': '{place} の「{matched}」は、依頼を含まない形に言い換えられます。',
    'advisor/phrase':
      '{place} に使えない表現「{matched}」があります。優劣をつけず、事実や条件として書いてください。',
    '*': '{place} に使えない表現「{matched}」があります。断定や指示を避け、提案として書いてください。',
  },
  'unknown-status': '{place} の「{status}」は、定められたステータスではありません。',
  'illegal-transition': '{place} の {to} へは、{from} から移れません。',
  'target-mismatch': '{place} が、依頼されたノード「{expected}」ではありません。',
  'other-title':
    '{place} の「{actual}」は、別のノードのタイトルです。このノードは「{expected}」です。',
  'no-next-step': '{place} に次の一手があると分かりやすくなります（例: まず◯◯）。',
  'short-label': '{place} は、もう少し具体的に書けます。',
  'group-too-small': '{place} のノードが {actual} 件では、グループになりません。',
  'duplicate-id': '{place} の ID「{id}」が重複しています。',
  'self-relation': '{place} は、同じノードどうしの関係になっています。',
  'duplicate-relation': '{place} は、前にある関係と同じです。',
  'nothing-proposed': '提案が 1 件もありません。',
  'description-missing': {
    must: '{place} がありません。文面そのものを書いてください。',
    should: '{place} があると、案の内容が伝わりやすくなります。',
  },
  'few-criteria': '{place} は 2 件以上あると、案を比べやすくなります。',
  'label-form': '{place} には「案」「パターン」「候補」のいずれかを含めると分かりやすくなります。',
  'duplicate-option': '{place} の label または next_action が、前の案と同じです。',
  'several-decisions': '{place} には、決めることを 1 つだけ書いてください。',

  // Findings in diffs.
  'unknown-type': '{place} は差分の種類として定められていません。',
  'existing-relation': '{place} の関係は、すでに登録されています。',
  'reverse-relation': '{place} とは逆向きの関係が、すでに登録されています。',
  'parent-has-children': '{place} のノード「{id}」には、すでに子があります。',
  'similar-group': '{place} に似たグループ「{label}」が、すでにあります。',
  'many-children': '{place} で子が {actual} 件増えます。',
};

type Writer = (finding: Finding) => string;

/** Converts texts to messages of a catalog. */
function messagesFrom(texts: Texts, locale: Locale): Readonly<Record<string, Message>> {
  return Object.fromEntries(
    Object.entries(texts).map(([code, text]) => [
      code,
      typeof text === 'object' ? variantsOf(text, locale) : writerOf(text, locale),
    ]),
  );
}

function variantsOf(texts: { readonly [variant: string]: Message }, locale: Locale): Writer {
  const writers = new Map<unknown, Writer>(
    Object.entries(texts).map(([variant, text]) => [variant, writerOf(text, locale)]),
  );
  const other = writers.get('*') ?? (() => '');
  return (finding) => {
    const { rule, severity, params } = finding;
    const write = writers.get(rule) ?? writers.get(severity) ?? writers.get(params['expected']);
    return (write ?? other)(finding);
  };
}

/** Places of reports: names of our schemas and numbers, which need no escapes. */
const plainPlace = /^(?:\/\w+)+$/;

/** Most templates are a sentence, or a place and a sentence: no search for placeholders on each call. */
function writerOf(message: Message, locale: Locale): Writer {
  if (typeof message === 'function') return message;
  if (!message.includes('{')) return () => message;
  const write = (finding: Finding): string =>
    formatGateFinding(finding, { locale, catalog: { [locale]: { [finding.code]: message } } });
  const [before = '', after, ...more] = message.split('{place}');
  if (after === undefined || more.length > 0 || `${before}${after}`.includes('{')) return write;
  return (finding) =>
    plainPlace.test(finding.path) ? before + dotPath(finding.path) + after : write(finding);
}

function dotPath(path: string): string {
  let dotted = '';
  for (const token of path.slice(1).split('/')) {
    const first = token.charCodeAt(0);
    if (first >= 0x30 && first <= 0x39) dotted += `[${token}]`;
    else dotted += dotted === '' ? token : `.${token}`;
  }
  return dotted;
}

const ja = messagesFrom(japaneseTexts, 'ja');

/** Texts that name the place and the words, English and Japanese; gates and runs use these. */
export const proposalCatalog: Catalog = Object.freeze({ en: messagesFrom(placedTexts, 'en'), ja });

/** Texts of the validators: short English strings, and Japanese sentences that name the place. */
export const validatorCatalog: Catalog = Object.freeze({
  en: messagesFrom(englishTexts, 'en'),
  ja,
});

/**
 * The English strings of the first specification to the letter, with its Japanese examples, and
 * Japanese sentences that name the place. Pass it as `catalog` where other programs compare the strings.
 */
export const seedCatalog: Catalog = Object.freeze({ en: messagesFrom(seedTexts, 'en'), ja });

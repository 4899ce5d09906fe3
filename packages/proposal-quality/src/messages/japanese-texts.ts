import { byExpected, bySeverity, type Texts } from './texts.ts';

/** Japanese sentences that name the place. */
export const japaneseTexts: Texts = {
  required: '{place} がありません。',
  'wrong-type': byExpected('ja', {
    string: '{place} は文字列で指定してください。',
    array: '{place} は配列で指定してください。',
    object: '{place} はオブジェクトで指定してください。',
  }),
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
  'no-next-step': '{place} に次の一手があると分かりやすくなります（例: まず◯◯）。',
  'short-label': '{place} は、もう少し具体的に書けます。',
  'group-too-small': '{place} のノードが {actual} 件では、グループになりません。',
  'duplicate-id': '{place} の ID「{id}」が重複しています。',
  'self-relation': '{place} は、同じノードどうしの関係になっています。',
  'duplicate-relation': '{place} は、前にある関係と同じです。',
  'nothing-proposed': '提案が 1 件もありません。',
  'description-missing': bySeverity(
    'ja',
    '{place} がありません。文面そのものを書いてください。',
    '{place} があると、案の内容が伝わりやすくなります。',
  ),
  'few-criteria': '{place} は 2 件以上あると、案を比べやすくなります。',
  'label-form': '{place} には「案」「パターン」「候補」のいずれかを含めると分かりやすくなります。',
  'duplicate-option': '{place} の label または next_action が、前の案と同じです。',
  'several-decisions': '{place} には、決めることを 1 つだけ書いてください。',
};

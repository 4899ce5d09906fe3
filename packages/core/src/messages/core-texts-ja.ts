import type { Message } from './catalog.ts';
import { placeText } from './place-text.ts';
import { visibleText } from './visible-text.ts';

/** What schema libraries call a type, as a Japanese reader calls it. */
const typeNames: ReadonlyMap<unknown, string> = new Map([
  ['string', '文字列'],
  ['number', '数値'],
  ['integer', '整数'],
  ['boolean', '真偽値'],
  ['array', '配列'],
  ['object', 'オブジェクト'],
]);

/** Japanese texts by code, grouped by who says them. */
export const coreTextsJa: Readonly<Record<string, Message>> = {
  // ゲートの指摘
  required: '{place} がありません。',
  'wrong-type': ({ path, params }) =>
    `${placeText(path)} の型が違います（期待: ${typeName(params['expected'])}、実際: ${typeName(params['received'])}）。`,
  'too-few': '{place} の要素が足りません（{minimum} 個以上必要、現在 {actual} 個）。',
  'schema-mismatch': '{place} がスキーマに合いません: {message}',
  'rule-threw':
    'ルール「{rule}」が {place} の検査中に失敗したため、合格にできません。ルールを修正してください。',
  // パッチの問題
  'not-a-patch': 'JSON Patch ではありません。操作の配列が必要です。',
  'invalid-operation': 'パッチ操作の "op" が不正か、必要な項目がありません。',
  'invalid-pointer': '「{path}」は文書内の場所を表していません。',
  'path-not-found': '「{path}」には何もありません。',
  'index-out-of-range': '「{path}」は配列の範囲外です。',
  'test-failed': '「{path}」の値が、パッチの想定と異なります。',
  'path-not-allowed': '「{path}」の変更は許可されていません。',
  'operation-not-allowed': 'この種類のパッチ操作は許可されていません（「{path}」）。',
  'poisoned-key': '使用を禁止しているキー（__proto__ など）がパッチに含まれています。',
  'move-into-child': '移動先「{path}」が、移動するもの自身の中にあります。',
  'too-many-operations': 'パッチの操作が多すぎます。',
  'root-not-removable': '文書全体は削除できません。置き換えてください。',
  // 抽出の拒否（最初の 2 つはパッチにも使う）
  'too-deep': 'JSON の入れ子が深すぎます。',
  'too-large': 'テキストまたは文書が大きすぎます。',
  empty: 'モデルの回答が空です。',
  'no-json': '回答に JSON がありません。',
  'no-match': '回答に JSON はありますが、求めた形式ではありません。',
  refusal: 'モデルが回答を断りました。',
  'repair-not-allowed': 'JSON が壊れており、確実には修復できません。',
  // 実行が不合格になった理由
  attempts: '試行回数の上限までに合格しませんでした。',
  'output-tokens': '出力トークンの上限に達しました。',
  'total-tokens': 'トークンの上限に達しました。',
  cost: '費用の上限に達しました。',
  time: '制限時間に達しました。',
  'no-progress': '修正しても結果が変わらないため、試行を打ち切りました。',
  refused: 'モデルまたはコンテンツフィルターが要求を拒否しました。',
  aborted: '実行は中断されました。',
  'generate-failed': 'モデルの呼び出しに失敗しました。',
  // エラー
  'invalid-argument': '関数に渡した引数が正しくありません。',
  'missing-configuration': '必要な設定（API キーなど）がありません。',
  'gate-definition': 'ゲートの定義に誤りがあります。',
  'not-gated': 'この値はゲートに合格していません。先に検証してください。',
  'replay-mismatch': '実行の記録から、記録どおりの結果を再現できません。',
  'version-conflict': '他の人が先に変更しました。読み込み直して、もう一度お試しください。',
  fenced: 'ロックは他に移ったか、解放されています。取得し直してください。',
  'store-invalid-id': 'ストリーム、リソースまたは所有者の名前が正しくありません。',
  'store-invalid-event': '保存できない値がイベントに含まれています。',
  'store-invalid-option': 'イベントストアのオプションが正しくありません。',
  'store-limit': 'イベントストアへの 1 回の書き込みの上限を超えています。',
  'store-closed': 'イベントストアは閉じられています。',
  'store-removed': 'このストリームはアーカイブされ、削除されました。',
  'store-busy': 'イベントストアが混み合っています。少し待ってからお試しください。',
  'store-corrupt': '保存データが壊れています。',
  'store-format': '保存データの形式が、このバージョンでは読めません。',
  'store-open-failed': 'イベントストアを開けません。',
  'store-unsafe-path': 'イベントストアの場所が安全ではありません。',
  'store-write-failed':
    '書き込みに失敗しました。反映された可能性もあるため、同じ冪等キーで再試行してください。',
  'llm-auth': 'API キーが受け付けられませんでした。',
  'llm-permission': 'この API キーでは、このモデルや機能を使えません。',
  'llm-bad-request': 'リクエストがプロバイダーに受け付けられませんでした。',
  'llm-not-found': 'モデルまたは接続先が存在しません。モデル名を確認してください。',
  'llm-rate-limit': 'リクエストが多すぎます。少し待ってからお試しください。',
  'llm-quota': '利用枠または残高がなくなりました。',
  'llm-overloaded': 'プロバイダーが混雑しています。少し待ってからお試しください。',
  'llm-server': 'プロバイダーで内部エラーが発生しました。',
  'llm-timeout': 'モデルの応答が時間内にありませんでした。',
  'llm-aborted': 'モデルの呼び出しは中断されました。',
  'llm-network': 'プロバイダーに接続できません。ネットワークを確認してください。',
  'llm-context-length': '入力がこのモデルには長すぎます。',
  'llm-content-filter': 'プロバイダーのコンテンツフィルターにより拒否されました。',
  'llm-protocol': 'プロバイダーの応答を解釈できませんでした。',
};

function typeName(name: unknown): string {
  return typeNames.get(name) ?? visibleText(String(name));
}

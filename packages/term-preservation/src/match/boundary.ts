import {
  isDigit,
  isHiragana,
  isKanji,
  isKatakana,
  isLatin,
  isWordUnit,
} from '../text/characters.ts';
import { builtinKatakana } from '../synonyms/builtin-synonyms.ts';
import { foldTerm } from '../text/fold-term.ts';
import { buildTable, wordSet } from '../text/lexicon.ts';

/** 未払い is no 支払い: these prefixes make another word. */
const negativePrefixes = '非未不無';
/** One-kanji prefixes that leave a two-kanji word whole: 新商品, 全店舗. */
const wholePrefixes =
  '新再全各総約同最第毎当本他大小高低副元前後次初旧諸両複多単半仮実主親子現要別短長即';
/** One-kanji suffixes that leave it whole: 商品名, 利用者. */
const wholeSuffixes =
  '者数名料費日時額率量品書票券表版用別順内外中後前的化性力員長先元側部課店室場所面型式形系値点件欄枠毎間分済待等歴';
/** A katakana word inside an unknown longer one is worth this much. */
const doubtful = 0.5;

/** Scores the folded form at `start`..`end` as a separate word: 1, 0.5 or 0. Constant time except for katakana runs. */
export function boundaryScore(text: string, start: number, end: number): number {
  const first = text.charCodeAt(start);
  const last = text.charCodeAt(end - 1);
  const before = text.charCodeAt(start - 1);
  const after = text.charCodeAt(end);
  if (isWordUnit(first) && isWordUnit(before)) return 0;
  if (isWordUnit(last) && isWordUnit(after)) return 0;
  if (isDigit(first) && (before === 46 || before === 44) && isDigit(text.charCodeAt(start - 2)))
    return 0;
  if (
    isDigit(last) &&
    (after === 46 || (after === 44 && isDigit(first))) &&
    isDigit(text.charCodeAt(end + 1))
  )
    return 0;
  if (isLatin(first) && end - start === 1 && (after === 35 || after === 43)) return 0;
  let score = 1;
  if (isKanji(first) && isKanji(before)) score = Math.min(score, kanjiScore(text, start, end));
  else if (isKanji(last) && isKanji(after) && end - start === 1) score = doubtful;
  if (isKatakana(first) && isKatakana(before))
    score = Math.min(score, katakanaScore(text, start, start, end));
  if (isKatakana(last) && isKatakana(after))
    score = Math.min(score, katakanaScore(text, end - 1, start, end));
  if (isHiragana(first) && end - start <= 2 && isHiragana(before))
    score = Math.min(score, doubtful);
  return score;
}

/** The form is preceded by a kanji. */
function kanjiScore(text: string, start: number, end: number): number {
  const previous = text.charAt(start - 1);
  if (negativePrefixes.includes(previous) && text.charAt(start - 2) !== '有') return 0;
  // 5分単位: the kanji before is a counter.
  if (isDigit(text.charCodeAt(start - 2))) return 1;
  if (end - start === 1) return doubtful;
  let length = 0;
  while (length < end - start && isKanji(text.charCodeAt(start + length))) length += 1;
  // 京都 in 東京都, 日記 in 毎日記録: a pair that starts at the second kanji of a run is likely cut from two words.
  if (length !== 2 || isKanji(text.charCodeAt(start - 2)) || wholePrefixes.includes(previous)) {
    return isCutAtBothEnds(text, start, end) ? doubtful : 1;
  }
  return doubtful;
}

/** One kanji before and one after the pair, the latter no suffix: 毎|日記|録. */
function isCutAtBothEnds(text: string, start: number, end: number): boolean {
  if (end - start !== 2 || isKanji(text.charCodeAt(start - 2))) return false;
  const after = text.charCodeAt(end);
  return (
    isKanji(after) &&
    !isKanji(text.charCodeAt(end + 1)) &&
    !wholeSuffixes.includes(text.charAt(end))
  );
}

/** ログ is a word in アクセスログ and not in カタログ: the rest of the run must be known words. */
function katakanaScore(text: string, inside: number, start: number, end: number): number {
  const limit = 24;
  let from = inside;
  while (from > 0 && inside - from < limit && isKatakana(text.charCodeAt(from - 1))) from -= 1;
  let to = inside + 1;
  while (to - inside < limit && isKatakana(text.charCodeAt(to))) to += 1;
  const left = text.slice(from, start).replace(/^ー+$/, '');
  // サーバ in サーバーサイド: the long mark belongs to the word.
  const right = text.slice(text.charAt(end) === 'ー' ? end + 1 : end, to);
  return (left === '' || isKnownKatakana(left)) && (right === '' || isKnownKatakana(right))
    ? 1
    : doubtful;
}

/** Loan words that build compounds, besides those of the synonyms. A longer katakana run made of them may be split between them. */
const loanWords = /* @__PURE__ */ wordSet(`
アクション アップ アップロード アプリ アプリケーション アンケート イベント イメージ インフラ ウィンドウ ウェブ エリア エンジン オプション オンライン カウント カテゴリ カメラ カード キャンペーン キー クライアント クラウド クリック クレジット グループ ゲスト コスト コマンド コメント コンテンツ サイト サイン
サブ サポート サービス サーバー システム シート スキャン スコア ステータス ストア ストレージ スマート スライド セット セール センサー センター ソフト タイトル タイプ タイマー タイム タスク タブ タブレット ダウンロード チケット チャンネル チーム ツール テキスト テーブル テーマ ディスク デザイン デモ
データ トークン トップ ドメイン ドライブ ネット ネットワーク ノード ノート バイト バッチ バージョン パターン パネル パラメータ パートナー ビュー ビルド フィード フィルター フォルダ フォロー フロア フロー フロント ブラウザ プラン プロジェクト プロセス ヘッダ ヘルプ ベース ホスト ホーム ボックス ポスト
マスタ マスター メッセージ メディア メニュー メモ メモリ モジュール モデル モード ライセンス ライブ ランキング ランク リアル リソース リンク ルーム ルール レコード レイアウト レビュー ワークフロー ワード スタンプ ステップ ハンドリング フラグ トリガー ジョブ リリース メトリクス インストール カスタム ラベル
シール トラック スクロール ハード サイド ベンダー オーナー マネージャー ギフト サブスクリプション
`);
const katakanaWords = /* @__PURE__ */ buildTable(
  () =>
    new Set(
      [...loanWords, ...builtinKatakana()].flatMap((word) => [
        word,
        foldTerm(word),
        foldTerm(`${word}ン`).slice(0, -1),
      ]),
    ),
);
const longestWord = 12;

/** Returns true for a folded katakana string that consists of known words. Linear in a bounded run. */
export function isKnownKatakana(folded: string): boolean {
  const reachable = [true];
  for (let end = 1; end <= folded.length; end += 1) {
    for (let length = 2; length <= Math.min(longestWord, end); length += 1) {
      if (reachable[end - length] === true && katakanaWords.has(folded.slice(end - length, end))) {
        reachable[end] = true;
        break;
      }
    }
  }
  return reachable[folded.length] === true;
}

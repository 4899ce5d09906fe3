import { foldTerm } from '../text/fold-term.ts';
import { parseWordList } from '../text/lexicon.ts';

/** Nouns written in hiragana, whole or in part; elsewhere hiragana is read as grammar. */
const kanaNouns = parseWordList(`
おすすめ お気に入り まとめ ふりがな しおり ひな形 ひも付け たな卸し いいね つぶやき なりすまし ばらつき やり取り やりとり あいさつ あらすじ しきい値 ごみ箱 ゴミ箱
かご はがき のし ねじ ばね めっき はんだ ひび ずれ もれ くじ いたずら うるう年 かな漢字 ふるさと納税 まとめ買い なぞなぞ おまけ つり銭 おつり さくいん しりとり たたき台 とりまとめ ひらがな
くじ引き ご褒美 いいね数 子ども 友だち ぬりえ にじみ かすれ めくり しみ きず へこみ さび こより あて先 あて名 きっぷ ちらし のぼり うわさ とじ込み ほこり すき間 はみ出し
`);

const kanaNounsByFirst = new Map<string, string[]>();
for (const word of kanaNouns) {
  const list = kanaNounsByFirst.get(word.charAt(0)) ?? [];
  list.push(word);
  kanaNounsByFirst.set(word.charAt(0), list);
}
for (const list of kanaNounsByFirst.values()) list.sort((a, b) => b.length - a.length);

/** Length of the kana noun at `at`, or 0. */
export function kanaNounLength(text: string, at: number): number {
  return (
    kanaNounsByFirst.get(text.charAt(at))?.find((word) => text.startsWith(word, at))?.length ?? 0
  );
}

/** Loan words that build compounds; a longer katakana run made of them may be split at their borders. */
const katakanaWords: ReadonlySet<string> = new Set(
  parseWordList(`
アカウント アクション アクセス アクティブ アシスト アップ アップデート アップロード アドレス アバター アプリ アプリケーション アラート アラーム アルゴリズム アンケート アーカイブ イベント イメージ インスタンス インターフェイス インデックス インフラ インポート
ウィジェット ウィンドウ ウェブ ウイルス エクスポート エラー エリア エンジン エンドポイント オフライン オプション オンライン オーダー カウント カテゴリ カメラ カレンダー カード カート ガイド キャッシュ キャンセル キャンペーン キュー キー クエリ クライアント クラウド クリック クレジット クーポン グラフ グループ ゲスト ゲート
コスト コピー コマンド コメント コンテナ コンテンツ コード サイト サイン サブ サポート サマリー サービス サーバー シェア システム シフト ショップ シート スキャン スキャナ スケジュール スコア ステータス ストア ストレージ スマート スマホ スライド スレッド セキュリティ セッション セット セール セルフ センサー センター ソフト ソート
タイトル タイプ タイマー タイム タグ タスク タブ タブレット ダウンロード ダッシュボード チェック チケット チャット チャンネル チーム ツール テスト テスト テンプレート テキスト テーブル テーマ ディスク ディレクトリ デザイン デバイス デモ デモ データ データベース トークン トップ トレース トラフィック ドキュメント ドメイン ドライブ
ナビ ネット ネットワーク ノード ノート ハッシュ バイト バックアップ バッチ バナー バージョン パスワード パターン パネル パフォーマンス パラメータ パートナー ビデオ ビュー ビルド ファイル フィード フィルタ フィルター フォルダ フォロー フォーム フォーマット フロア フロー フロント ブラウザ ブログ ブロック プッシュ プラグイン プラン プレビュー プロジェクト プロセス プロファイル プロフィール
ヘッダ ヘルプ ヘルス ページ ベース ペイ ホスト ホーム ボタン ボックス ポイント ポータル ポスト マスク マスタ マスター マップ マニュアル メール メッセージ メタ メディア メニュー メモ メモリ メンバー メンテナンス モジュール モデル モニタ モード モバイル ユーザー ライセンス ライブ ライブラリ ランキング ランク リアル リクエスト リスト リセット リソース リマインダー リマインド リモート リンク リポジトリ
ルーム ルート ルール レコード レイアウト レスポンス レビュー レポート レート ログ ログイン ログアウト ロック ロール ワーカー ワークフロー ワード スタンプ スタッフ ステップ バリデーション ハンドリング フラグ トリガー マスキング プロキシ ゲートウェイ クラスタ レプリカ スナップショット ジョブ デプロイ リリース ロールバック モニタリング メトリクス コンバート インストール カスタム ダーク
トレーニング ストリーム ストリーミング ラベル バーコード プリント プリンタ シール レシート ドライバー トラック ルーター ポップアップ サムネイル スクロール スワイプ タップ ジオ ロケーション ピン ファーム ウェア ハード サイド カスタマー ベンダー オーナー マネージャー セラー バイヤー ギフト レンタル サブスク サブスクリプション ステージング エスカレーション オンボーディング
`).flatMap((word) => [word, foldTerm(word), foldTerm(`${word}ン`).slice(0, -1)]),
);
const longestWord = 12;

/** Whether a folded katakana string is one or more known words. Linear for a bounded run. */
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

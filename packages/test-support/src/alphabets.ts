/** Pieces of text that some reader treats specially, one word each, separated by spaces; `␠` is a space, `␤` a line feed. */
const source = {
  json: '[ ] { } : , " \' ` \\ \\" \\u0041 0 1. -1 1e9 true null "a" "a": a: {" [" ," // /* */ ... = ( ) ; 1 "" {} []',
  wide: '｛ ｝ ［ ］ ： ， 、 “ ” ‘ ’ 「 」 『 』 （ ） ＂ ｀',
  wraps:
    '``` ```json `` ~~~ <think> </think> <json> </json> &quot; &#34; &lt; &amp; ␤ ␤␤ data: [DONE]',
  japanese:
    '、 。 ！ ？ ・ 「 」 （ ） ー の は を に が と も です ます ない 不要 必要 べき か 送料 返品 注文 いつ あと また',
  english:
    'a the and or for to in is not do how what can please without . ? ! , ; \' - I you order return shipping "',
  digits:
    '0 1 12 1, 1. - + / % ¥ $ 万 億 十 円 件 秒 時 月 第 １ v1 1.2 から まで 以内 # : kg ~ per',
  markdown:
    '# ## - * _ ** > | ||| --- === 1. ![ [ ]( ) ` ``` ~~~ {# } \\ ␤ ␤␤ <br> [^1] ・ ■ 【 】 ␠␠␠␠ <!-- -->',
  html: '< > </ /> = " \' & &amp; &lt; &#x <p> </p> <div> </div> <b> <i> </i> <table> <tr> <td> <li> <ul> <a␠href=x> </a> <!-- --> <script> </script> <style> <br> <h1> </h1> <title> <meta␠charset= <![CDATA[ ]]>',
  spaces: '␠ ␠␠ ␉ ␤ ␍ ␍␤ ␌ \u3000 \u00a0 \u200b \ufeff \u2028 \u200d \u2003',
  kana: 'あ ア ー ｱ ﾞ ｶﾞ っ ゃ 漢 字 か\u3099 ・ Ａ ａ 取り 貸し出し 々 ヶ',
  odd: '\u0301 \u3099 \ud800 \udc00 🍣 👨‍👩‍👧 \u202e \u0001 ﷺ ŉ ß İ ﬁ',
  secrets:
    'sk- Bearer␠ api_key token= secret password: AKIA hf_ ghp_ @ . - _ = : / :// ? & a 0 eyJ [[ ]] [[A_1]] +81 090- 4242',
  paths: '/ ~0 ~1 ~ a 0 - .. . a/b /a ** * %20 \\ GET␠/ C:\\ @a #',
  code: 'aB a_ A1 A. a.b() C# x=y ${a} => foo() v1.1 Cloud␠Run userId __a _',
} as const;

export type Alphabet = keyof typeof source;

const marks: Readonly<Record<string, string>> = {
  '␠': ' ',
  '␤': '\n',
  '␉': '\t',
  '␍': '\r',
  '␌': '\f',
};

/** The pieces of an alphabet. */
export function pieces(alphabet: Alphabet): readonly string[] {
  return source[alphabet]
    .split(' ')
    .map((piece) => piece.replaceAll(/[␠␤␉␍␌]/g, (mark) => marks[mark] ?? mark));
}

/** A small documentation in Japanese, with pages that are easily taken for each other, and what is asked of it. */
import type { KnownItemQuery } from './load-pages.ts';

export const japanesePages: Record<string, string> = {
  'README.md':
    '# みなとサービスの使い方\n\nみなとは、予約と顧客を管理するための業務用サービスです。このガイドでは基本的な操作を説明します。\n',
  'getting-started.md':
    '# はじめに\n\n利用を開始するには、まずアカウントを作成します。\n\n## アカウントの作成\n\nメールアドレスとパスワードを入力し、確認メールのリンクを開いてください。\n\n## 初期設定\n\n店舗名、営業時間、タイムゾーンを設定します。\n',
  'reservations.md':
    '# 予約の管理\n\n予約はカレンダーで確認できます。\n\n## 予約を追加する\n\n空いている時間をクリックし、顧客と担当者を選びます。\n\n## 予約を変更する\n\n予約をドラッグすると、別の時間に移動できます。変更は顧客にメールで通知されます。\n',
  'cancel.md':
    '# キャンセルと返金\n\n顧客は予約の二十四時間前まで無料でキャンセルできます。\n\n## キャンセル料\n\n期限を過ぎた場合は、料金の五十パーセントをキャンセル料として請求します。\n\n## 返金の手順\n\n決済画面で対象の支払いを開き、「返金する」を押します。返金には三営業日ほどかかります。\n',
  'customers.md':
    '# 顧客情報\n\n顧客ごとに連絡先、来店履歴、メモを保存できます。\n\n## 顧客の検索\n\n名前、ふりがな、電話番号で検索できます。\n\n## CSVで取り込む\n\n表計算ソフトから書き出したファイルを取り込めます。文字コードは UTF-8 を推奨します。\n',
  'payments.md':
    '# 決済\n\nクレジットカードと電子マネーに対応しています。\n\n## 端末の接続\n\n決済端末をブルートゥースで接続します。接続できない場合は、端末を再起動してください。\n\n## 売上の入金\n\n売上は月に二回、登録した銀行口座に振り込まれます。\n',
  'invoices.md':
    '# 請求書\n\n請求書は毎月一日に自動で発行されます。\n\n## 請求書の宛名\n\n宛名は設定画面の「会社情報」で変更できます。\n\n## 領収書\n\n支払いが完了すると、領収書を印刷できます。\n',
  'staff.md':
    '# スタッフの管理\n\nスタッフごとに権限と勤務時間を設定します。\n\n## 権限\n\n管理者、一般、閲覧のみの三種類があります。\n\n## シフト表\n\nシフト表は週単位で作成し、スタッフに共有できます。\n',
  'notifications.md':
    '# 通知の設定\n\n予約や変更があったときに、メールやアプリで通知を受け取れます。\n\n## リマインダー\n\n来店の前日に、顧客へリマインダーを自動で送信します。\n\n## 通知が届かない場合\n\n迷惑メールのフォルダーと、端末の通知設定を確認してください。\n',
  'password.md':
    '# パスワードを忘れた場合\n\nログイン画面の「パスワードを忘れた方」から再設定できます。\n\n## 二段階認証\n\n二段階認証を有効にすると、ログインのときに確認コードの入力が必要になります。\n\n## アカウントのロック\n\n十回続けて失敗すると、アカウントは一時間ロックされます。\n',
  'api.md':
    '# 外部連携 API\n\n予約や顧客の情報を外部のシステムから取得できます。\n\n## 認証\n\nリクエストヘッダーにアクセストークンを指定します。\n\n```http\nGET /v1/reservations\nAuthorization: Bearer minato_token\n```\n\n## 利用制限\n\n一分間に百回を超えるリクエストは、状態コード429で拒否されます。\n',
  'export.md':
    '# データの書き出し\n\nすべてのデータは CSV 形式で書き出せます。\n\n## 定期的な書き出し\n\n毎週月曜日に、指定した保存先へ自動で書き出します。\n\n## 解約時のデータ\n\n解約してから九十日後に、データは完全に削除されます。\n',
  'printer.md':
    '# プリンターの設定\n\nレシートプリンターを接続して、領収書や予約票を印刷します。\n\n## 用紙の交換\n\n用紙がなくなったら、五十八ミリ幅のロール紙を入れてください。\n',
  'holidays.md':
    '# 休業日と営業時間\n\n定休日と臨時休業日を登録できます。休業日には予約を受け付けません。\n\n## 祝日の扱い\n\n祝日を営業日とするかどうかを選べます。\n',
};

const query = (kind: string, text: string, path: string): KnownItemQuery => ({ kind, query: text, path });

export const japaneseQueries: KnownItemQuery[] = [
  query('title', '顧客情報', 'customers.md'),
  query('title', '請求書', 'invoices.md'),
  query('title', 'キャンセルと返金', 'cancel.md'),
  query('title', 'データの書き出し', 'export.md'),
  query('title', 'プリンター', 'printer.md'),
  query('heading', '二段階認証', 'password.md'),
  query('heading', 'シフト表', 'staff.md'),
  query('heading', 'リマインダー', 'notifications.md'),
  query('heading', '領収書', 'invoices.md'),
  query('heading', '祝日の扱い', 'holidays.md'),
  query('heading', '予約を変更する', 'reservations.md'),
  query('text', '迷惑メール', 'notifications.md'),
  query('text', '銀行口座', 'payments.md'),
  query('text', 'ふりがな', 'customers.md'),
  query('text', 'ロール紙', 'printer.md'),
  query('text', '臨時休業', 'holidays.md'),
  query('text', 'キャンセル料', 'cancel.md'),
  query('question', 'パスワードを忘れた', 'password.md'),
  query('question', '通知が届かない', 'notifications.md'),
  query('question', '返金するにはどうすればいいですか', 'cancel.md'),
  query('question', '解約後のデータの削除', 'export.md'),
  query('words', 'アカウント ロック', 'password.md'),
  query('words', '端末 再起動', 'payments.md'),
  query('words', '営業時間 タイムゾーン', 'getting-started.md'),
  query('mixed', 'CSVで取り込む', 'customers.md'),
  query('mixed', 'API認証', 'api.md'),
  query('width', 'ﾌﾟﾘﾝﾀｰ', 'printer.md'),
  query('width', 'ＡＰＩ　利用制限', 'api.md'),
  query('part', '祝', 'holidays.md'),
  query('part', 'シフト', 'staff.md'),
];

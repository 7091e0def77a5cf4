import type { RefusalMessages } from './en.ts';

export const texts: RefusalMessages = {
  'refused-invalid-cursor': '一覧が変わりました。もう一度開いてください。',
  'refused-request-timeout': 'リクエストが時間内にサービスに届きませんでした。もう一度お試しください。',
  'refused-request-in-progress':
    '同じ変更をまだ処理しています。少し待ってから、ページを再読み込みしてください。',
  'refused-response-lost':
    '変更は行われましたが、結果を取得できません。ページを再読み込みして確認してください。',
  'refused-too-many-uploads':
    '同時にアップロードしているファイルが多すぎます。少し待ってから、もう一度お試しください。',
  'refused-not-implemented': 'このバージョンの Lectern ではできません。',
  maintenanceUntil:
    'Lectern は {time} までメンテナンス中です。閲覧はできますが、それまで変更は保存されません。入力した内容は保持されます。',
  'refused-maintenance':
    'Lectern はメンテナンス中です。終了するまで何も変更できません。終了後にもう一度お試しください。',
  'refused-quota-exceeded':
    'この組織は上限に達しています。不要なものを削除するか、サービスの運営者に増量を依頼してください。',
  'refused-passkey-refused': 'パスキーは受け付けられませんでした。最初からやり直してください。',
  'refused-incorrect-passkey':
    'パスキーは受け付けられませんでした。もう一度お試しになるか、パスワードを入力してください。',
  'refused-no-passkeys': 'このアカウントにはパスキーがありません。パスワードで確認してください。',
  'refused-organization-suspended': 'この組織は停止されています。管理者からの理由: {detail}',
  'refused-organization-not-suspended': 'この組織は停止されていません。',
  'refused-too-many-passkeys':
    'このアカウントには上限の 20 個のパスキーがあります。先に一つ削除してください。',
  'refused-storage-full': 'サービスの保存領域がいっぱいです。運用担当者に知らせてください。',
  'refused-role-above-own': '自分より上の役割を与えたり取り消したりすることはできません。',
  'refused-user-required': 'サービスアカウントではできません。個人としてサインインしてください。',
  'refused-sso-required':
    'この組織ではシングルサインオンが必要です。シングルサインオンでサインインして続けてください。',
  'refused-password-sign-in-required':
    '組織のシングルサインオンでサインインしているため、その組織でしか操作できません。パスワードでサインインしてください。',
  'refused-own-account-only': 'これは本人だけが変更できます。',
  'refused-cross-site-request':
    'このブラウザーのセッションが変わりました。ページを再読み込みして、もう一度お試しください。',
  'refused-instance-administrator-required': 'インスタンスの管理者だけが行えます。',
  'refused-not-found': 'もう存在しないか、アクセスできなくなっています。',
  'refused-not-a-user': 'サービスアカウントでサインインしています。個人のアカウントはありません。',
  'refused-git-not-connected': 'このスペースは Git リポジトリに接続されていません。',
  'refused-link-checks-off': 'このインスタンスでは、ほかのウェブサイトへのリンクを確認していません。',
  'refused-too-many-openapi-sources':
    'この仕様の以前のバージョンがまだ処理待ちです。1 分後にもう一度お試しください。',
  'refused-insights-busy': '現在、統計へのアクセスが集中しています。数秒後にもう一度お試しください。',
  'refused-insights-unavailable':
    'イベントのデータベースが応答していません。数秒後にもう一度お試しください。',
  'refused-insights-timeout': 'この期間のイベントの集計に時間がかかりすぎます。期間を短くしてください。',
  'refused-space-not-deleted': 'このスペースは削除されていないため、復元するものはありません。',
  'refused-git-connection-paused': 'このスペースの Git 接続は一時停止中です。先に再開してください。',
  'refused-git-host-key-unknown':
    'このホストの SSH 鍵はまだ登録されていません。ホストが公開しているフィンガープリントと照合してから、登録してください。',
  'refused-git-existing-documentation':
    'このブランチには、このスペースのものではないドキュメントがあります。先にインポートするか、別のブランチまたはディレクトリを選んでください。',
  'refused-git-connected-elsewhere':
    'スペースは別のリポジトリ、ブランチ、またはディレクトリに接続されています。そちらと同期するか、先に接続を削除してください。',
  'refused-git-operation-running':
    'このスペースで Git の処理を実行中です。終わってから、もう一度お試しください。',
  'refused-git-preview-not-running': 'このプレビューはすでに終了しています。',
  'refused-too-many-git-previews':
    'このスペースのプレビューが多すぎます。どれかが終わるまで待つか、取り消してください。',
  'refused-transfer-running': 'このスペースは別の組織に移動中です。',
  'refused-space-on-site':
    'このスペースはサイトに載っています。すべてのサイトから外してから、移管してください。',
  'refused-invalid-position':
    'この位置には置けません。一覧が変わっています。ページを再読み込みしてください。',
  'refused-collection-cycle': 'コレクションを自身の中に入れることはできません。',
  'refused-collections-too-deep': 'コレクションの階層は {number} までです。',
  'refused-concurrent-change':
    '別の人が同じものを変更しました。内容を確認してから、もう一度変更してください。',
  'refused-already-in-organization': 'スペースはすでにこの組織に属しています。',
  'refused-hostname-not-proven':
    'このホスト名の DNS レコードが見つかりません。追加してから、反映されるまでお待ちください。数時間かかることがあります。',
  'refused-hostname-record-differs':
    'このホスト名の DNS レコードのテキストが異なります。ここに表示されたものに置き換えてください。反映に数時間かかることがあります。',
  'refused-hostname-taken': 'このホスト名はすでに使われています。別のものを選んでください。',
  'refused-transfer-failed': '移管に失敗しました。何も移動していません。もう一度お試しください。',
  'refused-changed-pages-unknown': '変更をまだ読み込んでいます。数秒後にもう一度お試しください。',
  'refused-too-busy-to-render':
    'サービスが混み合っていて、この大きなページを表示できません。後でもう一度お試しください。',
  'refused-redirect-source-taken': 'このパスからのリダイレクトはすでにあります。そちらを編集してください。',
  'refused-redirect-loop': 'このリダイレクトは元の場所に戻るか、経由するリダイレクトが多すぎます。',
  'refused-too-many-redirects':
    'サイトのリダイレクトは {number} 件までです。いくつか削除するか、ワイルドカードを使ってください。',
  'refused-too-many-site-files':
    'サイトに保存できる画像とフォントは {number} 個までです。使われていないものは 1 日後に削除されます。',
  'refused-site-file-not-fetched':
    'このアドレスから画像を取得できませんでした。代わりにファイルをアップロードしてください。',
  'refused-site-file-type':
    'ブラウザーで表示できる画像またはフォントではありません。SVG、PNG、JPEG、WebP、AVIF、GIF、ICO、WOFF2、WOFF のいずれかを使ってください。',
  'refused-picture-type':
    'この画像は使えません。アニメーションのない PNG、JPEG、WebP の画像を使ってください。',
  'refused-own-change-request':
    'この変更リクエストはあなたが作成したため、別の人がレビューする必要があります。',
  'refused-not-author': 'このテキストは作成者だけが変更できます。',
  'refused-may-not-resolve': 'このコメントを解決・再開できるのは、作成者とスペースの編集者だけです。',
  'refused-may-not-dismiss': 'この提案を却下できるのは、作成者とスペースの編集者だけです。',
  'refused-comment-of-another': '削除できるのは、作成者とスペースのレビュアーだけです。',
  'refused-page-too-large':
    'ページが大きくなりすぎました。何も変更していません。複数のページに分けてください。',
  'refused-changes-refused': 'この変更は現在の内容に適用できません。何も変更していません。',
  'refused-suggestion-decided': 'この提案はすでに適用または却下されています。',
  'refused-conflict-answered': '別の人がこの競合を解決しました。もう一度確認してください。',
  'refused-too-many-favorites': 'お気に入りが上限の {number} 件に達しています。先にどれかを外してください。',
  'refused-change-request-not-merged':
    'この変更リクエストはマージされていないため、元に戻すものはありません。',
  'refused-nothing-to-revert': 'このマージには元に戻せる変更がありません。代わりにページを編集してください。',
  'refused-too-many-preview-links':
    '変更リクエストのプレビューリンクは {number} 件までです。先にどれかを削除してください。',
  'refused-space-not-on-site': 'このサイトでは、読者にこのスペースが見えません。別のサイトを選んでください。',
  'refused-too-many-reactions':
    'リアクションの種類が上限の {number} に達しています。既存のものを使ってください。',
  'refused-merge-rules-not-met': 'このスペースのマージのルールがまだ満たされていません。',
  'refused-import-not-running': 'このインポートはすでに終了しています。',
  'refused-too-many-imports':
    '待機中のインポートが多すぎます。どれかが終わるまで待つか、取り消してください。',
  'refused-organization-creation-off':
    'このインスタンスでは組織を作成できません。運用担当者にお問い合わせください。',
  'refused-user-left': 'この人は組織を離れたか、アカウントが削除されました。',
  'refused-last-administrator':
    '最後の管理者です。組織を管理できるように、先にほかの人を管理者にしてください。',
  'refused-public-mail-provider': 'このドメインのアドレスは誰でも取得できるため、参加には使えません。',
  'refused-too-many-oidc-providers':
    '組織のプロバイダーは {number} 件までです。先にどれかを削除してください。',
  'refused-too-many-saml-providers':
    '組織のプロバイダーは {number} 件までです。先にどれかを削除してください。',
  'refused-too-many-conversation-tasks':
    'トピックのタスクは {number} 件までです。先にどれかを削除してください。',
  'refused-openapi-spec-exists':
    'この名前の仕様はすでにあります。開いて更新するか、別の名前を選んでください。',
  'refused-too-many-openapi-specs': '組織の仕様は {number} 件までです。先にどれかを削除してください。',
  'refused-no-touched-pages':
    'このスペースには変更に触れているページがないため、一覧にするものはありません。',
  'refused-too-many-translation-settings': '組織の翻訳は {number} 件までです。先にどれかを終了してください。',
  'refused-translation-without-source': '先に、翻訳するスペースと 1 つ以上の言語を選んでください。',
  'refused-glossary-too-large': '用語集の用語は {number} 件までです。先にいくつか削除してください。',
  'refused-too-many-webhooks': '組織の Webhook は {number} 件までです。先にどれかを削除してください。',
  'refused-webhook-disabled': 'Webhook が一時停止中のため、送信できません。先に再開してください。',
  'refused-already-joined': 'この人はすでに参加しているため、招待は必要ありません。',
  'refused-invite-links-off': 'この組織では招待リンクが無効です。',
  'refused-incorrect-password': '現在のパスワードと一致しません。',
  'refused-outlives-token':
    '期限のあるトークンでサインインしているため、それより長く有効なアクセスは作成できません。',
  'refused-last-instance-administrator':
    'インスタンスの最後の管理者です。先にほかの人を管理者にしてください。',
  'refused-own-account': '自分自身をブロックすることはできません。',
  'refused-organization-not-deleted': 'この組織は削除されていないため、復元するものはありません。',
  'refused-retention-over': 'この組織は 7 日以上前に削除されたため、復元できません。',
  'refused-password-not-set': 'アカウントにまだパスワードがありません。先に設定してください。',
  'refused-email-taken': 'このメールアドレスは別のアカウントで使われています。',
  'refused-email-already-verified': 'このメールアドレスはすでに確認済みです。',
  'refused-email-not-verified': '先にメールアドレスを確認してください。',
  'refused-email-not-configured': 'このインスタンスはメールを送信しません。',
  'refused-second-factor-already-on':
    '2 要素認証はすでに有効です。別のアプリを使うには、先に無効にしてください。',
  'refused-second-factor-not-started':
    '2 要素認証の設定が開始されていないか、時間がかかりすぎました。最初からやり直してください。',
  'refused-sign-in-busy': '現在、サインインが集中しています。数秒後にもう一度お試しください。',
  'refused-basename-taken': '別のサイトがこの名前をアドレスに使っています。ほかの名前を選んでください。',
  'refused-site-path-taken':
    'このサイトの別のセクションまたはバリアントがこのパスを使っています。ほかのパスを選んでください。',
  'refused-last-section':
    'グループやリンクがある間は、最後のセクションをサイトから取り除けません。先にそれらを取り除いてください。',
  'refused-section-group-cycle': 'グループを自身の中に入れることはできません。',
  'refused-site-structure-too-large':
    'サイトの上限に達しました。セクション、グループ、リンクは合わせて500、バリアントは1,000、グループの階層は5までです。',
  'refused-too-many-share-links': 'リンクの数が上限に達しました。先にどれかを削除してください。',
  'refused-nothing-to-publish':
    '読者に見せるものがサイトにありません。スペースを追加するか、下書きを読者に見せてください。',
  fieldRequired: '入力が必要です。',
  fieldEmpty: '空にはできません。',
  fieldTooLong: '{number} 文字以内で入力してください。',
  fieldTooShort: '{number} 文字以上で入力してください。',
  fieldTooGreat: '{number} 以下にしてください。',
  fieldTooSmall: '{number} 以上にしてください。',
  fieldTooMany: '{number} 個以内にしてください。',
  fieldTwice: '値が重複しています。',
  fieldEmail: 'name@example.com のようなメールアドレスを入力してください。',
  fieldUrl: 'https:// または http:// で始まる、ユーザー名のないアドレスを入力してください。',
  fieldSlash: 'スラッシュで始めてください。',
  fieldStar: '* は末尾にだけ使えます。',
  fieldColor: '#1a73e8 のような色を入力してください。',
  fieldEmoji: '絵文字を 1 つ選んでください。',
  fieldLine: '前後に空白のない 1 行で入力してください。',
  fieldSlug: '英数字と単独のハイフンを使い、ハイフンで始めたり終えたりしないでください。',
  fieldFuture: '将来の日時を選んでください。',
  fieldCommonPassword: 'このパスワードは推測されやすいため使えません。別のものを選んでください。',
  fieldEmailPassword: 'メールアドレスをパスワードにすることはできません。',
  fieldCurrentPassword: 'パスワードが一致しません。',
  fieldHostname: 'docs.example.com のようなホスト名を入力してください。',
  fieldPublicHostname: '自分の公開ドメインの名前を使ってください。',
  fieldUnreachable: 'アドレスに接続できません：{detail}',
  fieldRefused: 'サービスがこの値を受け付けません：{detail}',
};

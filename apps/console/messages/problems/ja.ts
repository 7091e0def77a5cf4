import type { ProblemsMessages } from './en.ts';

export const texts: ProblemsMessages = {
  'problemKind-links': 'リンク先のないリンク',
  'problemAdvice-links':
    '書かれたままの形で残っています。スペースの設定の「リンク切れ」でまとめて修正できます。',
  'problemKind-includes': '見つからない挿入テキスト',
  'problemAdvice-includes':
    'ファイルをインポート元に追加してもう一度インポートするか、スペースでテキストを書いてください。',
  'problemKind-files': '見つからない画像とファイル',
  'problemAdvice-files': 'インポート元に追加してもう一度インポートするか、ページでアップロードしてください。',
  'problemKind-lfs': 'Git LFS のファイル',
  'problemAdvice-lfs':
    'キーまたはトークンに Git LFS を読み取る権限が必要です。それまでスペースは最後の版を保持します。',
  'problemKind-pages': '存在しないページ',
  'problemAdvice-pages': '目次に記載されています。ファイルを作成するか、目次から項目を削除してください。',
  'problemKind-navigation': '目次の問題',
  'problemAdvice-navigation':
    '一部が異なる形で読み込まれたか、読み込まれませんでした。スペースでページの順序を確認してください。',
  'problemKind-settings': '設定とフロントマター',
  'problemAdvice-settings': '無視されました。ファイルで修正して、もう一度インポートまたは同期してください。',
  'problemKind-elements': 'ここのページにはない要素',
  'problemAdvice-elements':
    '書かれたままの形で残っています。これらのページを確認し、代わりにブロックを使ってください。',
  'problemKind-large': '大きすぎるページとファイル',
  'problemAdvice-large': 'ページを分割するか、ファイルを小さくしてください。',
  'problemKind-leftOut': '除外されたファイル',
  'problemAdvice-leftOut':
    'サブモジュール、リンク先のないシンボリックリンク、使用できないファイルはインポートされません。通常のファイルに置き換えてください。',
  'problemKind-names': 'あいまいな名前',
  'problemAdvice-names':
    '大文字と小文字以外でも名前が区別でき、リンクと正確に一致するように、ファイルの名前を変更してください。',
  'problemKind-encoding': 'UTF-8 ではないファイル',
  'problemAdvice-encoding': '保持されていますが、編集できません。UTF-8 で保存してください。',
  'problemKind-conditions': '読み取れない条件',
  'problemAdvice-conditions': '訪問者には、条件の対象が表示されません。条件を修正してください。',
  'problemKind-redirects': '行き先のないリダイレクト',
  'problemAdvice-redirects': '設定でリダイレクト先を修正するか、削除してください。',
  'problemKind-kept': '変更リクエストに移されたテキスト',
  'problemAdvice-kept': '変更リクエストを開いて、必要なものを復元してください。',
  'problemKind-branches': '同期されなかったブランチ',
  'problemAdvice-branches': '次の同期のとき、または変更されたときに、もう一度試みます。',
  'problemKind-older': 'ブランチがスペースより古い',
  'problemAdvice-older': '何も変更されませんでした。先に新しいコミットをプッシュしてください。',
  'problemKind-unread': 'すべては読み込まれませんでした',
  'problemAdvice-unread': '残りを別にインポートするか、ページ数を増やしてください。',
  'problemKind-other': 'その他の注意',
  'problemAdvice-other': 'これらのページを確認し、不足しているものを修正してください。',
  problemDetails: '詳しいメッセージ（英語）',
  problemPlace: '{path} の {line} 行目',
  problemsMore: 'ほか {count} 件',
};

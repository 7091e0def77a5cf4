import type { SettingsMessages } from './en.ts';

export const texts: SettingsMessages = {
  settingsOf: '{name} の設定',
  instance: 'インスタンス',
  partRefused: 'このページにアクセスできません',
  partRefusedHelp: '管理者に、必要な権限のあるロールを付けてもらってください。',
  leaveUnsaved: '保存せずに移動しますか？',
  leaveUnsavedText: 'このページの変更はまだ保存されていません。',
  leave: '移動する',
  actions: '操作',
  copy: 'コピー',
  copyValue: 'コピー：{name}',
  copied: 'コピーしました',
  shownOnce: '表示されるのは一度だけです。今コピーしてください。',
};

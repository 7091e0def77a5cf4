import type { SettingsMessages } from './en.ts';

export const texts: SettingsMessages = {
  settingsOf: 'Einstellungen von {name}',
  instance: 'Instanz',
  partRefused: 'Sie haben keinen Zugriff auf diese Seite',
  partRefusedHelp: 'Ein Administrator kann Ihnen eine Rolle geben, die das erlaubt.',
  leaveUnsaved: 'Ohne Speichern verlassen?',
  leaveUnsavedText: 'Ihre Änderungen auf dieser Seite sind noch nicht gespeichert.',
  leave: 'Verlassen',
  actions: 'Aktionen',
  copy: 'Kopieren',
  copyValue: 'Kopieren: {name}',
  copied: 'Kopiert',
  shownOnce: 'Dies wird nur einmal angezeigt. Kopieren Sie es jetzt.',
};

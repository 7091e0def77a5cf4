import type { SettingsMessages } from './en.ts';

export const texts: SettingsMessages = {
  settingsOf: 'Paramètres de {name}',
  instance: 'Instance',
  partRefused: 'Vous n’avez pas accès à cette page',
  partRefusedHelp: 'Un administrateur peut vous donner un rôle qui le permet.',
  leaveUnsaved: 'Quitter sans enregistrer ?',
  leaveUnsavedText: 'Vos modifications sur cette page ne sont pas encore enregistrées.',
  leave: 'Quitter',
  actions: 'Actions',
  copy: 'Copier',
  copyValue: 'Copier : {name}',
  copied: 'Copié',
  shownOnce: 'Cette valeur n’est affichée qu’une fois. Copiez-la maintenant.',
};

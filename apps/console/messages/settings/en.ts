/** The texts of everything that is administered: the areas, their navigation and the parts of forms. */
export const texts = {
  settingsOf: 'Settings of {name}',
  instance: 'Instance',
  partRefused: 'You do not have access to this page',
  partRefusedHelp: 'An administrator can give you a role that allows it.',
  leaveUnsaved: 'Leave without saving?',
  leaveUnsavedText: 'Your changes on this page are not saved yet.',
  leave: 'Leave',
  actions: 'Actions',
  copy: 'Copy',
  copyValue: 'Copy: {name}',
  copied: 'Copied',
  shownOnce: 'It is shown only once. Copy it now.',
};

export type SettingsMessages = Record<keyof typeof texts, string>;

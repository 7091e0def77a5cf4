import type { SettingsMessages } from './en.ts';

export const texts: SettingsMessages = {
  settingsOf: 'Ajustes de {name}',
  instance: 'Instancia',
  partRefused: 'No tiene acceso a esta página',
  partRefusedHelp: 'Un administrador puede darle un rol que lo permita.',
  leaveUnsaved: '¿Salir sin guardar?',
  leaveUnsavedText: 'Los cambios de esta página aún no se han guardado.',
  leave: 'Salir',
  actions: 'Acciones',
  copy: 'Copiar',
  copyValue: 'Copiar: {name}',
  copied: 'Copiado',
  shownOnce: 'Solo se muestra una vez. Cópielo ahora.',
};

import type { Session } from '../api/queries.ts';
import { createPart } from '../app/use-part.ts';
import { withTexts } from '../messages/messages.ts';
import type { AreaParts } from './area-part.ts';

/** Service accounts have no account of their own. */
const isUser = ({ user }: Session): boolean => user !== undefined;

export const ACCOUNT_PARTS: AreaParts<Session> = {
  profile: {
    label: 'accountProfile',
    icon: 'user',
    isOffered: isUser,
    view: createPart(async () => (await withTexts('people', () => import('../account/profile.tsx'))).Profile),
  },
  security: {
    label: 'accountSecurity',
    icon: 'lock',
    isOffered: isUser,
    view: createPart(
      async () => (await withTexts('people', () => import('../account/security.tsx'))).Security,
    ),
  },
  sessions: {
    label: 'accountSessions',
    icon: 'globe',
    isOffered: isUser,
    view: createPart(
      async () => (await withTexts('people', () => import('../account/sessions.tsx'))).Sessions,
    ),
  },
  tokens: {
    label: 'accountTokens',
    icon: 'command',
    isOffered: isUser,
    view: createPart(
      async () => (await withTexts('people', () => import('../people/tokens.tsx'))).AccountTokens,
    ),
  },
  notifications: {
    label: 'notifications',
    icon: 'bell',
    isOffered: isUser,
    view: createPart(async () => {
      await withTexts('review', async () => undefined);
      return (await withTexts('people', () => import('../account/notification-settings.tsx')))
        .NotificationSettings;
    }),
  },
  look: {
    label: 'accountLook',
    icon: 'theme',
    isOffered: () => true,
    view: createPart(
      async () =>
        (await withTexts('people', () => import('../account/language-and-theme.tsx'))).LanguageAndTheme,
    ),
  },
  delete: {
    label: 'accountDelete',
    icon: 'trash',
    isOffered: isUser,
    view: createPart(
      async () => (await withTexts('people', () => import('../account/delete-account.tsx'))).DeleteAccount,
    ),
  },
};

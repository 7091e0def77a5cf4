import type { WaitingMail } from './enqueue-mail.ts';

/** The pages below `/app` that take a ticket. */
const PAGES: Record<WaitingMail['template'], string> = {
  invitation: 'invitation',
  password: 'reset-password',
  email: 'confirm-email',
};

/** Where the link with a ticket leads: what it allows happens there when a form is sent, never by opening it. */
export const ticketAddress = (
  baseUrl: string,
  purpose: WaitingMail['template'],
  ticketText: string,
): string => `${baseUrl}/app/${PAGES[purpose]}/${ticketText}`;

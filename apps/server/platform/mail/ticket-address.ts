import type { WaitingMail } from './enqueue-mail.ts';

/** The pages below `/app` that take a ticket. */
const PAGES: Record<WaitingMail['template'], string> = {
  invitation: 'invitation',
  password: 'reset-password',
  email: 'confirm-email',
};

/** Returns the address of the link with a ticket: sending the form there acts, opening it does not. */
export const ticketAddress = (
  baseUrl: string,
  purpose: WaitingMail['template'],
  ticketText: string,
): string => `${baseUrl}/app/${PAGES[purpose]}/${ticketText}`;

export { createSessionCookie, type SessionCookie } from '../../access/session-cookie.ts';

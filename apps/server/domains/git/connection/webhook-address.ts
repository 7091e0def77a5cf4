import { createHash, randomBytes } from 'node:crypto';

/** The last part of the address for webhooks. It names the connection, and the secret proves the sender. */
export const newWebhookToken = (): string => randomBytes(24).toString('base64url');

/** The digest by which a token is looked up, so that the time of the lookup reveals nothing about the token. */
export const digestOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newWebhookSecret = (): string => randomBytes(32).toString('base64url');

export const webhookAddress = (token: string, baseUrl: string): string =>
  `${baseUrl}/v1/git/webhooks/${token}`;

/** Resources for calls that would use up the setup's own, or that require one of the caller's. */

import {
  createOrganizationToken,
  createPersonalToken,
} from '../../apps/server/domains/identity/tokens/tokens.service.ts';
import { BY_OPERATOR } from '../../apps/server/platform/access/cause.ts';
import { addMember } from '../factories.ts';
import type { Caller } from './callers.ts';
import { insertSession } from './people.ts';
import type { Named } from './resources.ts';
import type { Setup } from './setup.ts';

/** Creates a token that the caller can see. */
export const ownToken = async ({ app, own, foreign }: Setup, caller: Caller): Promise<Named> => {
  const { userId, isBound, role } = caller;
  if (!userId) return { tokenId: own.tokenId as string };
  const { organizationId } = role === undefined ? foreign : own;
  // A caller limited to one organization manages only tokens with the same limit.
  const owner = { userId, ...(isBound && organizationId ? { onlyIn: organizationId } : {}) };
  const { row } = await createPersonalToken(app.context, BY_OPERATOR, owner, { title: 'A token' });
  return { tokenId: row.token_id };
};

export const serviceToken = async ({ app }: Setup): Promise<Named> => {
  const input = { title: 'A token', role: 'read' } as const;
  const { row } = await createOrganizationToken(app.context, BY_OPERATOR, app.organizationId, input);
  return { tokenId: row.token_id };
};

export const someMember = async ({ app }: Setup): Promise<Named> => ({
  userId: (await addMember(app, { role: 'read' })).userId,
});

/** A member who is signed in in one browser. */
export const memberSession = async ({ app }: Setup): Promise<Named> => {
  const { userId } = await addMember(app, { role: 'read' });
  return { userId, sessionId: (await insertSession(app, { userId })).sessionId };
};

/** A picture of one pixel. */
export const A_PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

import { randomBytes } from 'node:crypto';
import type { KeyRing } from '../../../platform/access/keys.ts';
import { sealSecret } from '../../../platform/access/secrets.ts';
import { newWebhookSecret } from '../../core/webhooks/signature.ts';
import { digestOf, newWebhookToken } from '../../git/connection/webhook-address.ts';
import { digestShareKey, newShareKey } from '../../publishing/site-visitors/share-keys.ts';
import type { GivenColumns } from './place-rows.repository.ts';

const SALT_BYTES = 16;

const hex = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`;

/** What an import gives rows instead of what no archive has: new secrets, and states in which nothing happens by itself. */
export const createGivenColumns = (
  keyRing: KeyRing,
  now: Date,
): Readonly<Record<string, GivenColumns | undefined>> => ({
  git_connection: {
    types: { webhook_token: 'text', webhook_digest: 'bytea', paused_at: 'timestamptz', pause_reason: 'text' },
    make: () => {
      const token = newWebhookToken();
      return {
        webhook_token: token,
        webhook_digest: hex(digestOf(token)),
        paused_at: now.toISOString(),
        pause_reason: 'user',
      };
    },
  },
  webhook: {
    types: { secret: 'bytea', is_enabled: 'boolean' },
    make: () => ({ secret: hex(sealSecret(keyRing, newWebhookSecret())), is_enabled: 'false' }),
  },
  site_share_link: {
    types: { digest: 'bytea', sealed_key: 'bytea' },
    make: () => {
      const key = newShareKey();
      return { digest: hex(digestShareKey(key)), sealed_key: hex(sealSecret(keyRing, key)) };
    },
  },
  // Only archives of earlier versions do not have it.
  site_insights: { types: { salt: 'bytea' }, make: () => ({ salt: hex(randomBytes(SALT_BYTES)) }) },
  organization_domain: {
    types: { challenge: 'text' },
    make: () => ({ challenge: randomBytes(SALT_BYTES).toString('hex') }),
  },
});

import { expect, test } from 'vitest';
import { createScrubber } from '../../../log-scrubbing.ts';
import { newTicket } from './sign-on-tickets.ts';

test('no line of the log holds what a browser goes on with', () => {
  const scrub = createScrubber([]);
  const { text } = newTicket(`_${'0f'.repeat(16)}`);
  const secret = text.slice(text.indexOf('.') + 1);
  for (const url of [
    `/sso/saml/1/2/finish?ticket=${text}`,
    `/app/sign-in?to=${encodeURIComponent(`/app/connect/1/2?ticket=${text}`)}`,
    `/app/connect/1/2?ticket=${text.replace('.', '%2E')}`,
  ]) {
    expect(url).toContain(secret);
    expect(scrub(JSON.stringify({ url }))).not.toContain(secret);
    expect(scrub(JSON.stringify({ url }))).toContain('_0f0f');
  }
});

import { expect, test } from 'vitest';
import { EMBED_PROVIDERS } from '../../server/domains/content/embeds/embed-providers.ts';
import { findFrame, listFrameHosts } from '../reader/embed-frames.ts';
import { writePagePolicy } from './page-policy.ts';

test('the frames that a page can show are of the providers whose frames the API shows, each of them', () => {
  const hosts = EMBED_PROVIDERS.flatMap(({ frameHosts }) => frameHosts);
  expect(listFrameHosts().filter((host) => !hosts.includes(host))).toEqual([]);
  for (const { name, frameHosts } of EMBED_PROVIDERS)
    expect(
      listFrameHosts().some((host) => frameHosts.includes(host)),
      name,
    ).toBe(true);
});

test.each([
  [false, "connect-src 'self';"],
  [true, "connect-src 'self' http: https:;"],
])(
  'a page connects to other servers only if its site lets readers call theirs: %s',
  (callsOwnServers, source) => {
    const policy = writePagePolicy({
      host: 'docs.example.com',
      filesOrigin: 'https://files.example',
      styleSources: [],
      loadsExternalPictures: false,
      callsOwnServers,
    });
    expect(policy).toContain(source);
  },
);

test('the policy of a page allows the frames that its script makes, and no others', () => {
  const policy = writePagePolicy({
    host: 'docs.example.com',
    filesOrigin: 'https://files.example',
    styleSources: [],
    loadsExternalPictures: false,
  });
  const [, sources = ''] = /frame-src ([^;]*)/.exec(policy) ?? [];
  const frame = findFrame('https://youtu.be/dQw4w9WgXcQ');
  expect(frame).toBe('https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ');
  expect(sources.split(' ')).toContain(new URL(frame as string).origin);
  expect(sources).not.toContain('www.youtube.com');
  expect(findFrame('https://example.com/film')).toBeUndefined();
});

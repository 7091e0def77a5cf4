import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { importConversations } from './import-conversations.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  app = await buildTestApp();
  folder = await mkdtemp(join(tmpdir(), 'lectern-conversations-'));
});
afterAll(async () => {
  await app?.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await app.context.db.deleteFrom('conversation').execute();
});

async function importFile(format: string, content: string | Buffer) {
  const file = join(folder, `export.${format}`);
  await writeFile(file, content);
  const { organizationId } = app;
  return importConversations(app.context, { organizationId, file, format, source: undefined });
}

/** Lists the stored conversations in a readable form. */
async function listStored(): Promise<object[]> {
  const rows = await app.context.db.selectFrom('conversation').selectAll().orderBy('number').execute();
  return rows.map(({ source, external_id, subject, parts, created_at, attributes, url }) => ({
    source,
    id: external_id,
    subject,
    createdAt: created_at.toISOString(),
    attributes,
    ...(url === null ? {} : { url }),
    said: (parts as { role: string; body: string }[]).map(({ role, body }) => `${role}: ${body.trim()}`),
  }));
}

const MBOX = `From jane@example.org Mon Jan  7 10:00:00 2030
Message-ID: <1@example.org>
From: =?UTF-8?Q?J=C3=A4ne?= <jane@example.org>
Subject: =?utf-8?B?WmVydGlmaWthdCBsw6R1ZnQ=?= =?utf-8?Q?_ab?=
Date: Mon, 7 Jan 2030 10:00:00 +0100
Content-Type: multipart/alternative; boundary="b 1"

--b 1
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: quoted-printable

Das Zertifikat l=C3=A4uft ab, schreibt jane@example.org=
.
>From gestern.

--b 1
Content-Type: text/html

<p>Das Zertifikat</p>
--b 1--

From other@example.org Mon Jan  7 11:00:00 2030
Message-ID: <9@example.org>
From: other@example.org
Subject: Invoice
Date: Mon, 7 Jan 2030 11:00:00 +0000
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: base64

V28gaXN0IGRpZSBSZWNobnVuZyBm/HIgTWFpPw==

From help@example.com Mon Jan  7 12:00:00 2030
Message-ID: <2@example.com>
In-Reply-To: <1@example.org>
References: <1@example.org>
From: Help <help@example.com>
Subject: AW: Zertifikat
Date: Mon, 7 Jan 2030 12:00:00 +0000

Es wird erneuert.
`;

test('mail is read from an mbox file, thread by thread', async () => {
  expect(await importFile('mbox', MBOX)).toEqual({ read: 2, stored: 2, problems: [] });
  expect(await listStored()).toEqual([
    {
      source: 'email',
      id: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      subject: 'Zertifikat läuft ab',
      createdAt: '2030-01-07T09:00:00.000Z',
      attributes: {},
      said: [
        'user: Das Zertifikat läuft ab, schreibt [email].\nFrom gestern.',
        'team-member: Es wird erneuert.',
      ],
    },
    {
      source: 'email',
      id: expect.stringMatching(/^sha256:/),
      subject: 'Invoice',
      createdAt: '2030-01-07T11:00:00.000Z',
      attributes: {},
      said: ['user: Wo ist die Rechnung für Mai?'],
    },
  ]);
  expect(await importFile('mbox', MBOX.replaceAll('\n', '\r\n'))).toMatchObject({ read: 2, stored: 0 });
});

const TICKET = {
  id: 35436,
  url: 'https://acme.zendesk.com/api/v2/tickets/35436.json',
  subject: 'Help, my printer is on fire!',
  description: 'The fire is very colorful.',
  created_at: '2030-01-20T22:55:29Z',
  requester_id: 7,
  status: 'open',
  tags: ['enterprise', 'other_tag'],
  via: { channel: 'web' },
};

test('tickets are read from an export of Zendesk, one in each line', async () => {
  const comments = [
    { author_id: 7, body: 'The fire is very colorful.', public: true },
    { author_id: 8, body: 'A secret note.', public: false },
    { author_id: 8, body: 'Use water.', public: true },
  ];
  const lines = [
    JSON.stringify(TICKET),
    'broken',
    JSON.stringify({ ...TICKET, id: 2, comments }),
    '{"subject":"a"}',
  ];
  expect(await importFile('zendesk', lines.join('\n'))).toEqual({
    read: 2,
    stored: 2,
    problems: ['Line 2 is not a JSON object.', 'An entry has no id.'],
  });
  const first = {
    source: 'integration:zendesk:import',
    id: '35436',
    subject: TICKET.subject,
    createdAt: '2030-01-20T22:55:29.000Z',
    attributes: { status: 'open', tags: 'enterprise, other_tag', channel: 'web' },
    url: 'https://acme.zendesk.com/agent/tickets/35436',
    said: ['user: The fire is very colorful.'],
  };
  expect(await listStored()).toEqual([
    first,
    { ...first, id: '2', said: [...first.said, 'team-member: Use water.'] },
  ]);
  await app.context.db.deleteFrom('conversation').execute();
  expect(await importFile('zendesk', JSON.stringify({ tickets: [TICKET] }, null, 2))).toMatchObject({
    stored: 1,
  });
  expect(await listStored()).toEqual([first]);
});

test('conversations are read from an export of Intercom', async () => {
  const conversation = {
    type: 'conversation',
    id: '1122',
    created_at: 1_893_456_000,
    title: null,
    state: 'open',
    source: {
      type: 'email',
      subject: 'Search',
      body: '<p>Search finds nothing.</p>',
      author: { type: 'lead' },
    },
    conversation_parts: {
      conversation_parts: [
        { part_type: 'comment', body: '<p>Try again.</p>', author: { type: 'bot' } },
        { part_type: 'note', body: '<p>A note.</p>', author: { type: 'admin' } },
        { part_type: 'assignment', body: null, author: { type: 'admin' } },
        { part_type: 'note_and_reopen', body: '<p>Another note.</p>', author: { type: 'admin' } },
        { part_type: 'open', body: '<p>Still nothing.</p>', author: { type: 'user' } },
        { part_type: 'close', body: '<p>It works now.</p>', author: { type: 'admin' } },
      ],
    },
  };
  const list = { type: 'conversation.list', conversations: [conversation] };
  expect(await importFile('intercom', JSON.stringify(list))).toMatchObject({ read: 1, problems: [] });
  expect(await listStored()).toEqual([
    {
      source: 'integration:intercom:import',
      id: '1122',
      subject: 'Search',
      createdAt: '2030-01-01T00:00:00.000Z',
      attributes: { state: 'open', channel: 'email' },
      said: [
        'user: <p>Search finds nothing.</p>',
        'assistant: <p>Try again.</p>',
        'user: <p>Still nothing.</p>',
        'team-member: <p>It works now.</p>',
      ],
    },
  ]);
});

test('topics are read from Discourse', async () => {
  const topic = {
    id: 280,
    title: 'The title of my new topic',
    created_at: '2030-01-02T05:21:28.000Z',
    category_id: 5,
    tags: [{ id: 1, name: 'search' }, 'old'],
    post_stream: {
      posts: [
        { id: 398, post_type: 1, cooked: '<p>How?</p>', staff: false },
        { id: 399, post_type: 3, cooked: 'closed', staff: true },
        { id: 400, post_type: 1, cooked: '<p>So.</p>', staff: true },
        { id: 401, post_type: 1, cooked: '<p>Buy this.</p>', hidden: true },
        { id: 402, post_type: 1, cooked: '<p>Not so.</p>', deleted_at: '2030-01-03T05:21:28.000Z' },
      ],
    },
  };
  expect(await importFile('discourse', JSON.stringify(topic))).toMatchObject({ read: 1, stored: 1 });
  expect(await listStored()).toMatchObject([
    {
      id: '280',
      subject: topic.title,
      attributes: { tags: 'search, old' },
      said: ['user: <p>How?</p>', 'team-member: <p>So.</p>'],
    },
  ]);
});

test('what cannot be read is told', async () => {
  expect(await importFile('intercom', 'no JSON')).toEqual({
    read: 0,
    stored: 0,
    problems: ['The file is not valid JSON.'],
  });
  expect(await importFile('discourse', '[{"id":1},"a",{}]')).toEqual({
    read: 0,
    stored: 0,
    problems: ['Entry 2 is not a JSON object.', 'Entry 3 is not a JSON object.'],
  });
});

test('texts beyond the limits are cut', async () => {
  const ticket = {
    ...TICKET,
    id: 'i'.repeat(300),
    subject: 's'.repeat(600),
    description: 'a '.repeat(60_000),
  };
  expect(await importFile('zendesk', JSON.stringify([ticket]))).toMatchObject({ stored: 1 });
  const [stored] = (await listStored()) as { id: string; subject: string; said: string[] }[];
  expect([stored?.id.length, stored?.subject.length]).toEqual([255, 512]);
  expect(stored?.said[0]?.length).toBeLessThan(100_010);
});

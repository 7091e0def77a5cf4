import { newId } from '@lectern/std/ids';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addUserToken } from '../../../../../test/factories.ts';
import { openBrowser } from '../../../../../test/signed-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

async function newOrganization() {
  const { organizationId, creatorId } = await addOrganization(app, { title: 'Acme' });
  const token = await addUserToken(app, creatorId);
  const url = `/v1/orgs/${organizationId}`;
  return {
    organizationId,
    creatorId,
    token,
    url,
    patch: (body: object) => app.request('PATCH', url, { token, body }),
    /** Returns the audit payload of each change, newest first. */
    listChanges: async () => {
      const path = `${url}/audit-events?action=organization.updated`;
      const { items } = (await app.request('GET', path, { token })).json();
      return Promise.all(
        items.map(async ({ id }: { id: string }) => {
          const { payload, actor } = (
            await app.request('GET', `${url}/audit-events/${id}`, { token })
          ).json();
          expect(actor.id).toBe(creatorId);
          return { before: payload.before, after: payload.after };
        }),
      );
    },
  };
}

describe('a change of settings', () => {
  test('is told with what was so before, and what is after', async () => {
    const { patch, listChanges } = await newOrganization();
    await patch({ title: 'Acme 2', inviteLinks: true, defaultRole: 'read' });
    await patch({ emailDomains: ['acme.example'], defaultRole: null });
    expect(await listChanges()).toEqual([
      {
        before: { emailDomains: [], defaultRole: 'read' },
        after: { emailDomains: ['acme.example'], defaultRole: null },
      },
      { before: { title: 'Acme', inviteLinks: false }, after: { title: 'Acme 2', inviteLinks: true } },
    ]);
  });

  test('to what they are already is told nowhere', async () => {
    const { patch, listChanges } = await newOrganization();
    const rules = { type: 'rules', rules: [{ rule: 'require_at_least_one_review' }] };
    await patch({ mergeRules: rules });
    await patch({ mergeRules: rules, title: 'Acme', sso: false, emailDomains: [] });
    expect(await listChanges()).toHaveLength(1);
  });
});

describe('a new organization', () => {
  test('is told of with who made it', async () => {
    const { token, creatorId } = await newOrganization();
    const made = await app.request('POST', '/v1/orgs', { token, body: { title: 'Another' } });
    const { id } = made.json();
    const { items } = (await app.request('GET', `/v1/orgs/${id}/audit-events`, { token })).json();
    expect(items).toMatchObject([
      { action: 'organization.created', actor: { id: creatorId }, target: { id, label: 'Another' } },
    ]);
  });

  test('that the first start made is told of, with the first token, as the work of the system', async () => {
    const path = `/v1/orgs/${app.organizationId}/audit-events?actor=system`;
    const { items } = (await app.request('GET', path)).json();
    expect(items.map(({ action }: { action: string }) => action)).toEqual([
      'token.created',
      'organization.created',
    ]);
  });

  test('is not made by who acts in one organization only', async () => {
    const { userId } = await addMember(app, { role: 'admin' });
    const browser = await openBrowser(app, { userId, organizationId: app.organizationId });
    const refused = await browser.request('POST', '/v1/orgs', { title: 'Another' });
    expect([refused.statusCode, refused.json().error.message]).toEqual([
      403,
      expect.stringContaining('organization’s SSO'),
    ]);
  });
});

describe('“sso”', () => {
  test('keeps browsers out that signed in otherwise, from the commit on and in every process', async () => {
    const { organizationId, patch, url } = await newOrganization();
    const { userId } = await addMember(app, { role: 'read', organizationId });
    const browser = await openBrowser(app, { userId });
    const other = await buildTestApp({ beside: app, isListening: true });
    try {
      const statuses = async () => [
        (await browser.request('GET', url)).statusCode,
        (await other.request('GET', url, { token: null, headers: { cookie: browser.cookie } })).statusCode,
      ];
      expect(await statuses()).toEqual([200, 200]);
      // It has no effect before there is a way in.
      await patch({ sso: true });
      expect(await statuses()).toEqual([200, 200]);
      await patch({ sso: false });
      await app.context.db
        .insertInto('saml_provider')
        .values({
          organization_id: organizationId,
          provider_id: newId(),
          label: 'A provider',
          entity_id: 'https://idp.example',
          certificate: 'a certificate',
          sso_url: 'https://idp.example/sso',
          created_at: new Date(),
          updated_at: new Date(),
        })
        .execute();
      expect((await patch({ sso: true })).json().sso).toBe(true);
      await expect.poll(statuses).toEqual([403, 403]);
      await patch({ sso: false });
      await expect.poll(statuses).toEqual([200, 200]);
    } finally {
      await other.close();
    }
  });
});

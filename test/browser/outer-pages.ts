/** The pages that people see before they are let in: to sign in and join, and those by which sites refuse visitors. */
import { makeResetLink } from '../../apps/server/domains/identity/accounts/reset-link.ts';
import { subscriptionTicket } from '../../apps/server/domains/review/notifications/unsubscribe.ts';
import { addAccount } from '../accounts.ts';
import type { TestApp } from '../app.ts';
import { addMember, addSite, addSpace } from '../factories.ts';

/** Addresses by what they show. */
export async function addOuterPages(app: TestApp): Promise<{ name: string; url: string }[]> {
  const { organizationId, request, context } = app;
  const { baseUrl } = context.config;
  const organization = `/v1/orgs/${organizationId}`;
  const send = async (method: 'POST' | 'PATCH', url: string, body: object = {}) => {
    const response = await request(method, url, { body });
    if (response.statusCode >= 300) throw new Error(`${method} ${url}: ${response.body}`);
    return response.json();
  };
  await send('PATCH', organization, { title: 'Fabrica Machinarum', inviteLinks: true });
  const member = await addMember(app, { role: 'read', displayName: 'Bruno' });
  const account = await addAccount(app);
  const { invitations } = await send('POST', `${organization}/invites`, {
    emails: ['nova@example.com', account.email],
  });
  const link = await send('POST', `${organization}/link-invites`, { role: 'read' });
  const spaceId = await addSpace(app, { title: 'Manuale' });
  const publish = async (change: object): Promise<string> => {
    const siteId = await addSite(app, { title: 'Pagina fabricae', spaceIds: [spaceId], isPublished: true });
    await send('PATCH', `${organization}/sites/${siteId}`, change);
    const site = await context.pointers.sites.find(siteId);
    return `${context.config.sitesUrl}/${site?.basename}/`;
  };
  const kept = await publish({ visibility: 'share-link' });
  const shared = `${kept}k-0123456789abcdefghijklmnopqrstuv/`;
  const ticket = subscriptionTicket(context.keyRing, { userId: member.userId, kind: 'mentioned' });
  return [
    { name: 'sign-in', url: `${baseUrl}/app/sign-in` },
    { name: 'sign-in after a password was set', url: `${baseUrl}/app/sign-in?done=password-set` },
    { name: 'forgotten password', url: `${baseUrl}/app/forgot-password` },
    { name: 'single sign-on', url: `${baseUrl}/app/sign-in/sso` },
    { name: 'unknown single sign-on', url: `${baseUrl}/app/sign-in/sso?organization=nusquam` },
    { name: 'invitation', url: invitations[0].url },
    { name: 'invitation of an account', url: invitations[1].url },
    { name: 'invite link', url: link.url },
    { name: 'new password', url: await makeResetLink(context, member.email) },
    { name: 'used link', url: `${baseUrl}/app/reset-password/nusquam` },
    { name: 'unsubscribe', url: `${baseUrl}/app/unsubscribe/${ticket}` },
    { name: 'site with a share link', url: kept },
    { name: 'ended share link', url: shared },
    { name: 'site for visitors', url: await publish({ visibility: 'visitor-auth' }) },
    {
      name: 'site with a password',
      url: await publish({ readers: { kind: 'password', password: 'lux in tenebris' } }),
    },
    { name: 'site for members', url: await publish({ readers: { kind: 'members' } }) },
    { name: 'no page of a site', url: `${await publish({ visibility: 'public' })}nusquam` },
  ];
}

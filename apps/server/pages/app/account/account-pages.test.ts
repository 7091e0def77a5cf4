import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addAccount, openBrowser as openByPassword, PASSWORD } from '../../../../../test/accounts.ts';
import { buildTestApp, type TestApp } from '../../../../../test/app.ts';
import { addMember, addOrganization, addUser, joinOrganization } from '../../../../../test/factories.ts';
import { browsePages, type ShownPage } from '../../../../../test/page-browser.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app?.close());

const here = '/app/account';
const actionsOf = ({ forms }: ShownPage): string[] => forms.map(({ action }) => action);

describe('an account', () => {
  test('gets another name and photo, or the name that its address gives', async () => {
    const user = await addAccount(app, { role: 'read', email: 'grace.hopper@example.com' });
    const browser = await browsePages(app, user);
    await browser.open(here);
    const photoURL = 'https://example.com/a.png';
    const saved = await browser.send(here, { displayName: '<Grace>', photoURL });
    expect(saved.text).toContain('Saved.');
    expect(saved.source).toContain('<a href="/app/account">&lt;Grace&gt;</a>');
    expect((await browser.send(here, { photoURL: 'javascript:x' })).text).toContain('Must begin with http');
    await browser.open(here);
    await browser.send(here, { displayName: ' ', photoURL: '' });
    const { displayName, ...rest } = (await app.request('GET', '/v1/user', { token: user.token })).json();
    expect(displayName).not.toBe('<Grace>');
    expect(rest).not.toHaveProperty('photoURL');
  });

  test('gets a first password, and then another one for the present one', async () => {
    const user = await addMember(app, { role: 'read' });
    const browser = await browsePages(app, user);
    expect((await browser.open(here)).text).toContain('Set a password before you change your email address.');
    const weak = await browser.send(`${here}/password`, { password: 'password' });
    expect(weak.status).toBe(400);
    expect(weak.source).not.toContain('value="password"');
    expect((await browser.send(`${here}/password`, { password: PASSWORD })).text).toContain(
      'Your password is set',
    );
    const other = await openByPassword(app, user.email);
    const wrong = await browser.send(`${here}/password`, {
      current: 'wrong',
      password: 'another good password',
    });
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('Must be your current password.');
    expect(wrong.source).not.toContain('another good password');
    await browser.send(`${here}/password`, { current: PASSWORD, password: 'another good password' });
    const session = await app.request('GET', '/v1/session', { token: null, headers: { cookie: other } });
    expect(session.statusCode).toBe(401);
    expect((await browser.open(here)).status).toBe(200);
  });

  test('gets another address for the password; one that is taken is refused', async () => {
    const user = await addAccount(app, { role: 'read' });
    const { email: taken } = await addUser(app);
    const browser = await browsePages(app, user);
    await browser.open(here);
    expect((await browser.send(`${here}/email`, { email: 'new', password: PASSWORD })).status).toBe(400);
    expect((await browser.send(`${here}/email`, { email: taken, password: PASSWORD })).status).toBe(409);
    const email = 'changed@example.com';
    expect((await browser.send(`${here}/email`, { email, password: PASSWORD })).text).toContain(
      `Email ${email}`,
    );
    expect(actionsOf(await browser.open(here))).not.toContain(`${here}/email/proof`);
  });

  test('is deleted when its address is typed, and not before', async () => {
    const user = await addAccount(app, { role: 'read' });
    const browser = await browsePages(app, user);
    await browser.open(here);
    const kept = await browser.send(`${here}/delete`, { confirm: 'yes', password: PASSWORD });
    expect(kept.text).toContain('Must be your email address.');
    expect((await browser.send(`${here}/delete`, { confirm: user.email, password: 'no' })).status).toBe(403);
    const confirm = ` ${user.email.toUpperCase()} `;
    expect((await browser.send(`${here}/delete`, { confirm, password: PASSWORD })).url).toContain(
      '/app/sign-in',
    );
    expect((await app.request('GET', '/v1/user', { token: user.token })).statusCode).toBe(401);
  });

  test('shows who came in by a single sign-on what that vouches for alone', async () => {
    const { userId } = await addAccount(app, { role: 'read' });
    const { organizationId } = app;
    const browser = await browsePages(app, { userId, organizationId });
    const page = await browser.open(here);
    expect(page.text).toContain('You signed in with an organization’s single sign-on');
    expect(page.links).not.toContain(`${here}/second-factor`);
    expect(actionsOf(page)).toEqual(['/app/sign-out', here]);
    expect((await browser.open(`${here}/second-factor`)).status).toBe(403);
    const other = await addOrganization(app);
    await joinOrganization(app, { userId, role: 'read', organizationId: other.organizationId });
    expect(actionsOf(await browser.open(here))).toEqual(['/app/sign-out']);
  });
});

describe('the second factor', () => {
  const factor = `${here}/second-factor`;

  test('is begun with a picture, confirmed by a code, and turned off by the password', async () => {
    const user = await addAccount(app, { role: 'read' });
    const browser = await browsePages(app, user);
    await browser.open(factor);
    expect((await browser.send(factor, { password: 'wrong' })).text).toContain(
      'Must be your current password.',
    );
    const begun = await browser.send(factor, { password: PASSWORD });
    expect(begun.headers['cache-control']).toBe('no-store');
    expect(begun.source).toMatch(/<svg viewBox="0 0 \d+ \d+" role="img" aria-label="[^"]+"/);
    const secret = /Key: <code>([A-Z2-7]+)<\/code>/.exec(begun.source)?.[1] as string;
    const wrong = await browser.send(`${factor}/confirm`, { code: '000000x' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Incorrect code.');
    expect(wrong.source).toContain(`Key: <code>${secret}</code>`);
    expect(/<svg.*<\/svg>/.exec(wrong.source)?.[0]).toBe(/<svg.*<\/svg>/.exec(begun.source)?.[0]);
    const forged = await browser.send(`${factor}/confirm`, { code: '000000x', key: 'A'.repeat(32) });
    expect(forged.source).not.toContain('Key:');
    await browser.open(factor);
    const renewed = await browser.send(factor, { password: PASSWORD });
    const newSecret = /Key: <code>([A-Z2-7]+)<\/code>/.exec(renewed.source)?.[1] as string;
    expect(newSecret).not.toBe(secret);
    const code = new TOTP({ secret: newSecret }).generate({ timestamp: app.context.clock().getTime() });
    const confirmed = await browser.send(`${factor}/confirm`, { code });
    const codes = [...confirmed.source.matchAll(/<li><code>([\w-]+)<\/code><\/li>/g)];
    expect(codes).toHaveLength(10);
    expect(confirmed.headers['cache-control']).toBe('no-store');
    const later = await browser.open(factor);
    expect(later.text).toContain('10 recovery codes are left');
    expect(later.source).not.toContain(codes[0]?.[1]);
    expect((await browser.send(`${factor}/remove`, { password: 'wrong' })).source).toContain(
      '<details open>',
    );
    expect((await browser.send(`${factor}/remove`, { password: PASSWORD })).text).toContain('Off.');
  });

  test('asks for a password to be set first', async () => {
    const browser = await browsePages(app, await addMember(app, { role: 'read' }));
    const page = await browser.open(factor);
    expect(page.text).toContain('Set a password before you turn on a second factor.');
    expect(actionsOf(page)).toEqual(['/app/sign-out']);
  });
});

describe('the sessions', () => {
  const sessions = `${here}/sessions`;

  test('are listed, this one marked, and ended one by one or all others', async () => {
    const user = await addAccount(app, { role: 'read' });
    const browser = await browsePages(app, user);
    const second = await browsePages(app, user);
    const third = await browsePages(app, user);
    const page = await browser.open(sessions);
    expect(page.text).toContain('Sessions 3');
    expect(page.text).toContain('this browser');
    const ends = actionsOf(page).filter((action) => action.endsWith('/end'));
    expect(ends).toHaveLength(2);
    expect((await browser.send(ends[1] as string)).text).toContain('Sessions 2');
    expect((await second.open(sessions)).url).toContain('/app/sign-in');
    expect((await browser.send(`${sessions}/end-others`)).text).toContain('Sessions 1');
    expect((await third.open(sessions)).url).toContain('/app/sign-in');
    expect((await browser.open(sessions)).status).toBe(200);
  });
});

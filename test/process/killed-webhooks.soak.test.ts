import { afterEach, beforeEach, expect, test } from 'vitest';
import { startWebhookReceiver, type WebhookReceiver } from '../webhook-receiver.ts';
import { createPreparedSetup, request, type Setup, TEST_TIMEOUT_MS, waitFor } from './service-process.ts';

const TOKEN = 'token-of-the-administrator-0123456789';
const ENVIRONMENT = { LECTERN_ADMIN_TOKEN: TOKEN, LECTERN_ALLOW_PRIVATE_NETWORKS: '1' };

let setup: Setup;
let receiver: WebhookReceiver;

beforeEach(async () => {
  setup = await createPreparedSetup();
  receiver = await startWebhookReceiver();
});
afterEach(async () => {
  await setup.clean();
  await receiver.close();
});

test(
  'deliveries of a killed process arrive after the restart, in their order, and only the interrupted one twice',
  async () => {
    const killed = await setup.serve(ENVIRONMENT);
    const { body: organizations } = await request<{ items: { id: string }[] }>(killed, TOKEN, '/v1/orgs');
    const webhooks = `/v1/orgs/${organizations.items[0]?.id}/webhooks`;
    const body = { title: 'A', url: receiver.url, events: ['page.created'] };
    const { body: webhook } = await request(killed, TOKEN, webhooks, { method: 'POST', body });
    // Answers the first delivery and none of the others.
    receiver.answer = () => (receiver.requests.length === 1 ? { status: 204 } : 'nothing');
    const sent: unknown[] = [];
    for (let n = 0; n < 4; n += 1) {
      const delivery = await request(killed, TOKEN, `${webhooks}/${webhook.id}/test`, { method: 'POST' });
      sent.push(delivery.body.id);
    }
    await waitFor('the second delivery', async () => receiver.requests.length === 2);
    killed.kill('SIGKILL');
    await killed.ended;

    receiver.answer = () => ({ status: 204 });
    const restarted = await setup.serve(ENVIRONMENT);
    await waitFor('every delivery', async () => receiver.requests.length === 5);
    const [one, two, three, four] = sent;
    const arrived = receiver.requests.map(({ headers }) => headers['x-lectern-delivery']);
    expect(arrived).toEqual([one, two, two, three, four]);
    expect((await restarted.stop()).code).toBe(0);
  },
  TEST_TIMEOUT_MS,
);

/**
 * What the types of the client allow is accepted, or refused for a reason that `refusals.ts` declares. The requests are
 * made from the client's own description of the API, so that no field, value or form of it is forgotten.
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addMember, addSpace } from '../factories.ts';
import { CLIENT_VERSIONS, knowsOperation } from '../oracle.ts';
import type { Caller } from '../permissions/callers.ts';
import { CALLS } from '../permissions/calls.ts';
import type { Named } from '../permissions/resources.ts';
import { inject, type Route } from '../permissions/send.ts';
import { CASES } from './cases.ts';
import { type ClientRequest, requestsOf } from './client-requests.ts';
import { agree, createMeaning, fill } from './meanings.ts';
import { REFUSALS, type Refusal } from './refusals.ts';
import { prepareRequestGround, type RequestGround } from './setup-of-requests.ts';

let setup: RequestGround;
let routes: Map<string, Route>;
beforeAll(async () => {
  setup = await prepareRequestGround();
  const { paths } = (await setup.app.request('GET', '/v1/openapi.json')).json() as {
    paths: Record<string, Record<string, { operationId: string }>>;
  };
  routes = new Map(
    Object.entries(paths).flatMap(([path, operations]) =>
      Object.entries(operations).map(([method, { operationId }]) => [
        operationId,
        {
          method: method.toUpperCase(),
          url: path.replace('{pagePath}', '*').replaceAll(/\{(\w+)\}/g, ':$1'),
        },
      ]),
    ),
  );
});
afterAll(() => setup?.close());

/** The requests of both versions of the client, each once. */
function listRequests(operation: string): ClientRequest[] {
  const versions = CLIENT_VERSIONS.filter((version) => knowsOperation(version, operation));
  const all = versions.flatMap((version) =>
    requestsOf(version, operation, createMeaning(operation)).map(agree),
  );
  return [...new Map(all.map((one) => [JSON.stringify([one.query, one.body]), one])).values()];
}

const OPERATIONS = [...new Set(CASES.map(({ operation }) => operation))]
  .map((operation) => [operation, listRequests(operation)] as const)
  .filter(([, [least, ...others]]) => others.length > 0 || least?.body !== undefined);

const used = new Set<Refusal>();

describe('the requests that the client can send are accepted, or refused for a declared reason', () => {
  test.each(OPERATIONS)('%s', async (_operation, requests) => {
    const refused: string[] = [];
    for (const request of requests) {
      const response = await send(request);
      const refusal = findRefusal(request, response);
      if (refusal) used.add(refusal);
      else if (response.statusCode >= 300) refused.push(describeRefusal(request, response));
    }
    expect(refused).toEqual([]);
  });

  test('every declared refusal happens', () => {
    expect(REFUSALS.filter((refusal) => !used.has(refusal))).toEqual([]);
  });

  test('the least request of an operation is never refused', () => {
    expect(REFUSALS.filter(({ at }) => at.test(''))).toEqual([]);
  });
});

let sent = 0;

async function send(request: ClientRequest): Promise<LightMyRequestResponse> {
  const { operation } = request;
  const route = routes.get(operation) as Route;
  const call = CALLS[`${route.method} ${route.url}`];
  const caller = callerOf(operation);
  const named = {
    ...(await call?.name?.(setup, caller)),
    ...(await PREPARATIONS[operation]?.(request)),
    ...(JSON.stringify(request.body ?? '').includes('{blockKeyInChangeRequest}')
      ? await setup.addTable()
      : {}),
  };
  sent += 1;
  const values = { ...setup.values, ...named, unique: String(sent) };
  const query = new URLSearchParams(
    Object.entries(fill(request.query, values)).flatMap(([name, value]) =>
      [value].flat().map((one): [string, string] => [name, String(one)]),
    ),
  ).toString();
  const body = fill(request.body, values) as object | undefined;
  const response = await inject(setup, route, caller, {
    named,
    ...(body === undefined ? {} : { body }),
    ...(query ? { query } : {}),
  });
  await call?.undo?.(setup);
  if (PASSING.has(operation) && response.statusCode === 201)
    await setup.app.request('DELETE', String(response.headers.location));
  return response;
}

/** An administrator: of both organizations for a transfer, and the author of the comments. */
function callerOf(operation: string): Caller {
  const { app, both, callers } = setup;
  if (operation === 'transferSpace') return both;
  const administrator = callers.find(({ name }) => name === 'admin') as Caller;
  return operation.includes('Comment') ? { ...administrator, token: app.adminToken } : administrator;
}

/** What they create is deleted, because an organization may have only so many. */
const PASSING = new Set(['createTranslation', 'createOrganizationSAMLProvider']);

const someMember = async (): Promise<Named> => ({
  userId: (await addMember(setup.app, { role: 'read' })).userId,
});

/** Objects for operations that use them up, and those that only some of their requests are about. */
const PREPARATIONS: Record<string, (request: ClientRequest) => Promise<Named>> = {
  requestReviewersForChangeRequest: someMember,
  transferSpace: async () => ({ spaceId: await addSpace(setup.app) }),
  updateMemberInOrganizationById: someMember,
  // A level is that of an invite to a space.
  updateOrganizationInviteById: async ({ body }): Promise<Named> => {
    const { organizationId, spaceId } = setup.values;
    if (!('level' in (body as object))) return {};
    const invite = { space: spaceId, level: 'read' };
    const url = `/v1/orgs/${organizationId}/link-invites`;
    return { inviteId: (await setup.app.request('POST', url, { body: invite })).json().id };
  },
  updateGlossaryEntries: async () => {
    const url = `/v1/orgs/${setup.values.organizationId}/translations-glossary`;
    const operations = [{ type: 'insert', translations: { en: `word ${sent}` } }];
    await setup.app.request('PUT', url, { body: { operations } });
    const { items } = (await setup.app.request('GET', url)).json();
    return { glossaryEntryId: items[0].id };
  },
};

function findRefusal(request: ClientRequest, response: LightMyRequestResponse): Refusal | undefined {
  if (response.statusCode < 300) return undefined;
  const { error } = response.json() as Failure;
  const paths = error.details?.map(({ path }) => path) ?? [];
  return REFUSALS.find(
    ({ operations, at, status, reason, field }) =>
      operations.includes(request.operation) &&
      at.test(request.title) &&
      response.statusCode === status &&
      error.reason === reason &&
      (field === undefined ? paths.length === 0 : paths.some((path) => path.endsWith(field))),
  );
}

interface Failure {
  error: { reason: string; message: string; details?: { path: string }[] };
}

function describeRefusal({ title, query, body }: ClientRequest, response: LightMyRequestResponse): string {
  const request = JSON.stringify({ ...query, body }).slice(0, 300);
  return `${title}: ${request}: ${response.statusCode} ${response.body.slice(0, 400)}`;
}

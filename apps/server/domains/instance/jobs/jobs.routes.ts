import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { isId } from '@lectern/std/ids';
import { type Static, Type } from 'typebox';
import type { Context } from '../../../platform/context.ts';
import { defineError } from '../../../platform/http/errors.ts';
import { cutPage } from '../../../platform/http/lists.ts';
import { maskUrlsIn } from '../../../platform/http/mask-url.ts';
import { sendNothing } from '../../../platform/http/no-content.ts';
import { openList } from '../../../platform/http/open-list.ts';
import { listOf, refTo } from '../../../platform/http/schemas.ts';
import {
  countByKind,
  countListedJobs,
  discardJob,
  type JobPosition,
  type ListedJob,
  listJobs,
  retryJob,
} from '../../../platform/jobs/job-list.queries.ts';
import { NO_ORGANIZATION } from '../../../platform/jobs/queue.ts';
import { findTitles } from '../organizations/organizations.queries.ts';
import {
  InstanceJobKindsSchema,
  InstanceJobParams,
  InstanceJobSchema,
  ListInstanceJobsQuery,
} from './jobs.schemas.ts';

const jobNotFound = defineError(
  { status: 404, reason: 'job-not-found' },
  'There is no such job that waits or has failed. It may be running, or have ended.',
);

const tags = ['Instance'];
const NO_AUDIT = {
  none: 'Jobs do what was recorded when it was requested. The log names who changed the queue.',
};

/** The queue of the instance, for its administrators. */
export const instanceJobRoutes =
  (context: Context): FastifyPluginAsyncTypebox =>
  async (app) => {
    const { db, cursors, transact, clock } = context;
    app.addSchema(InstanceJobSchema);

    app.route({
      method: 'GET',
      url: '/v1/instance/jobs',
      config: { access: 'instance:administer' },
      schema: {
        operationId: 'listInstanceJobs',
        tags,
        summary: 'List jobs in a state',
        querystring: ListInstanceJobsQuery,
        response: { 200: listOf(refTo(InstanceJobSchema)) },
      },
      handler: async (request) => {
        const { state = 'failed', kind, organization } = request.query;
        if (organization !== undefined && !isId(organization)) return { count: 0, items: [] };
        const filter = { state, kind, organizationId: organization };
        const list = openList<JobPosition>(cursors, `instance-jobs:${JSON.stringify(filter)}`, request.query);
        const { after, limit } = list.asked;
        const found = await listJobs(db, filter, { after, limit: limit + 1 });
        const count = await countListedJobs(db, filter);
        const page = cutPage(found, limit, count, (job) => ({ at: job.at.toISOString(), jobId: job.jobId }));
        const titles = await findTitles(
          db,
          page.rows.map((job) => job.organizationId),
        );
        return list.present(page, (job) => presentJob(job, titles));
      },
    });

    app.route({
      method: 'GET',
      url: '/v1/instance/job-kinds',
      config: { access: 'instance:administer' },
      schema: {
        operationId: 'listInstanceJobKinds',
        tags,
        summary: 'Count the jobs of each kind',
        response: { 200: InstanceJobKindsSchema },
      },
      handler: async () => ({
        items: (await countByKind(db)).map((kind) => ({ object: 'instance-job-kind' as const, ...kind })),
      }),
    });

    app.route({
      method: 'POST',
      url: '/v1/instance/jobs/:jobId/retry',
      config: { access: 'instance:administer', audit: NO_AUDIT, errors: [jobNotFound] },
      schema: {
        operationId: 'retryInstanceJob',
        tags,
        summary: 'Run a job now',
        description: 'Runs a waiting job now, and enqueues a failed one again under a new id.',
        params: InstanceJobParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { jobId } = request.params;
        const isFound = isId(jobId) && (await transact((unit) => retryJob(unit, jobId, clock())));
        if (!isFound) throw jobNotFound();
        request.log.info({ jobId }, 'job is run again for an administrator');
        return sendNothing(reply, 204);
      },
    });

    app.route({
      method: 'DELETE',
      url: '/v1/instance/jobs/:jobId',
      config: { access: 'instance:administer', audit: NO_AUDIT, errors: [jobNotFound] },
      schema: {
        operationId: 'discardInstanceJob',
        tags,
        summary: 'Discard a job',
        description:
          'Removes a failed or waiting job without running it. Returns 404 for recurring and running jobs.',
        params: InstanceJobParams,
        response: { 204: Type.Null() },
      },
      handler: async (request, reply) => {
        const { jobId } = request.params;
        const isFound = isId(jobId) && (await transact((unit) => discardJob(unit, jobId)));
        if (!isFound) throw jobNotFound();
        request.log.info({ jobId }, 'job discarded by an administrator');
        return sendNothing(reply, 204);
      },
    });
  };

function presentJob(job: ListedJob, titles: ReadonlyMap<string, string>): Static<typeof InstanceJobSchema> {
  const title = titles.get(job.organizationId);
  return {
    object: 'instance-job' as const,
    id: job.jobId,
    kind: job.kind,
    state: job.state,
    ...(job.organizationId === NO_ORGANIZATION
      ? {}
      : { organization: { id: job.organizationId, ...(title === undefined ? {} : { title }) } }),
    attempts: job.attempts,
    ...(job.error === null ? {} : { error: maskUrlsIn(job.error) }),
    createdAt: job.createdAt.toISOString(),
    ...(job.state === 'failed' ? { failedAt: job.at.toISOString() } : { runsAt: job.at.toISOString() }),
    recurring: job.isRecurring,
  };
}

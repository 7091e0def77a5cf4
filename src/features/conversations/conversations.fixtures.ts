import type { TestApp } from '../../../test/app.ts';
import { runJobs } from '../../../test/jobs.ts';

/** A conversation with a single message of a user. */
export const saying = (id: string, body: string, more: object = {}) => ({
  id,
  parts: [{ type: 'message' as const, role: 'user' as const, body }],
  ...more,
});

export interface Cluster {
  id: string;
  label: string;
  summary: string;
  icon: string;
  gap?: boolean;
  weeklyPulse: number[];
  sources: Record<string, number>;
  stats: Record<string, number>;
}

/** The calls of tests on the conversations of the first organization. */
export function conversationsOf(app: TestApp) {
  const organization = `/v1/orgs/${app.organizationId}`;
  return {
    organization,
    /** Sends conversations and runs the jobs that follow. */
    async ingest(body: object | readonly object[]): Promise<void> {
      const answer = await app.request('POST', `${organization}/conversations`, { body });
      if (answer.statusCode !== 204) throw new Error(answer.body);
      await runJobs(app);
    },
    async listClusters(query = ''): Promise<Cluster[]> {
      const answer = await app.request('GET', `${organization}/conversations-clusters?limit=1000${query}`);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().items;
    },
    async listIssues(
      clusterId: string,
    ): Promise<{ issue: { id: string; title: string }; conversation: { id: string; source: string } }[]> {
      const answer = await app.request('GET', `${organization}/conversations-clusters/${clusterId}/issues`);
      if (answer.statusCode !== 200) throw new Error(answer.body);
      return answer.json().items;
    },
  };
}

import {
  openRemoteRepository,
  type RemoteRepository,
  type RemoteRepositoryOptions,
} from '@lectern/git/program/remote-repository';
import { inSpan } from '../../platform/tracing/tracing.ts';

/** A remote repository whose conversations with its host are spans. */
export async function openTracedRepository(options: RemoteRepositoryOptions): Promise<RemoteRepository> {
  const traced = <T>(operation: string, work: () => Promise<T>): Promise<T> =>
    inSpan(`git ${operation}`, { kind: 'client' }, () => work());
  const repository = await traced('connect', () => openRemoteRepository(options));
  return {
    ...repository,
    listBranches: (ref) => traced('list branches', () => repository.listBranches(ref)),
    fetch: (ref) => traced('fetch', () => repository.fetch(ref)),
    push: (ref, oid, expectedOid) => traced('push', () => repository.push(ref, oid, expectedOid)),
    tryPush: () => traced('try push', () => repository.tryPush()),
  };
}

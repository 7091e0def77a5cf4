import { api } from '../api/client.ts';
import { isSignedOut } from '../api/connection.ts';
import { queries, sessionQuery } from '../api/queries.ts';

/** Refetches the queries that failed without a session. Savers and streams subscribe to `isSignedOut` themselves. */
export async function afterSignIn(): Promise<void> {
  const session = await api.get('/v1/session');
  queries.setQueryData(sessionQuery.queryKey, session);
  isSignedOut.set(false);
  await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
}

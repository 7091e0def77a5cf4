import { api } from '../api/client.ts';
import { isSignedOut } from '../api/connection.ts';
import { queries, sessionQuery } from '../api/queries.ts';

/** Calls what waits for a session again. Others follow `isSignedOut` themselves. */
export async function afterSignIn(): Promise<void> {
  const session = await api.get('/v1/session');
  queries.setQueryData(sessionQuery.queryKey, session);
  isSignedOut.set(false);
  await queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => first !== 'session' });
}

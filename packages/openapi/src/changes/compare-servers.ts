import { isSame, type Json, listOf, recordOf } from '../resolve.ts';
import { below, type ChangeList, type ChangePosition } from './change-list.ts';

/** Compares lists of servers. A slash at the end of an address means nothing. */
export function compareServers(
  list: ChangeList,
  [before, after]: [unknown, unknown],
  position: ChangePosition,
): void {
  const [old, now] = [serversOf(before), serversOf(after)];
  for (const [url, server] of old) {
    const found = now.get(url);
    if (!found) {
      list.add('breaking', 'server-removed', position, String(server.url));
      continue;
    }
    if (server.description !== found.description)
      list.add('documentation', 'text-changed', position, String(found.url));
    compareVariables(list, server, found, position);
  }
  for (const [url, server] of now)
    if (!old.has(url)) list.add('non-breaking', 'server-added', position, String(server.url));
}

function serversOf(value: unknown): Map<string, Json> {
  const servers = new Map(
    listOf(value).map((server) => [
      String(recordOf(server).url).replace(/(?<!\/)\/+$/, ''),
      recordOf(server),
    ]),
  );
  // A spec without servers means the same.
  if (servers.size === 1 && isSame(recordOf(servers.get('')), { url: '/' })) servers.clear();
  return servers;
}

/** Values that a variable of an address can have. */
function compareVariables(list: ChangeList, before: Json, after: Json, position: ChangePosition): void {
  const [old, now] = [recordOf(before.variables), recordOf(after.variables)];
  for (const name of new Set([...Object.keys(old), ...Object.keys(now)])) {
    const [one, other] = [recordOf(old[name]), recordOf(now[name])];
    const there = below(position, 'variables', name);
    if (one.description !== other.description) list.add('documentation', 'text-changed', there, name);
    const values = Array.isArray(other.enum) ? new Set<unknown>(other.enum) : undefined;
    const areGone = values && (!Array.isArray(one.enum) || one.enum.some((value) => !values.has(value)));
    if (one.default !== other.default || areGone)
      list.add('breaking', 'server-changed', there, String(after.url));
    else if (new Set(listOf(one.enum)).size !== (values?.size ?? 0))
      list.add('non-breaking', 'server-changed', there, String(after.url));
  }
}

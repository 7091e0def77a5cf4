import { api } from '../api/client.ts';
import type { TextPlace } from '../api/place.ts';
import { queries, spaceQuery } from '../api/queries.ts';
import type { LinkTargets } from '../editor/links/link-target.ts';
import type { CellChoice, CellSources } from '../editor/tables/cell-sources.ts';
import { filesQuery } from './find-link-targets.ts';
import { matches } from './find-targets.ts';
import { sendFile } from './send-file.ts';

const MOST = 50;

/** Provides the possible values of cells: users of the organization, files of the space, and link targets. */
export const cellSources = (place: TextPlace, targets: LinkTargets): CellSources => ({
  async find(kind, query) {
    if (kind === 'users') {
      const users = await queries.fetchQuery(usersQuery(place));
      return users.filter(({ label }) => matches(label, query)).slice(0, MOST);
    }
    const files = await queries.fetchQuery(filesQuery(place));
    return files
      .filter(({ contentType }) => kind === 'files' || contentType.startsWith('image/'))
      .filter(({ name }) => matches(name, query))
      .slice(0, MOST)
      .map(({ id, name }) => ({ value: id, label: name }));
  },
  async namesOf(kind, ids) {
    if (ids.length === 0) return [];
    const known: readonly CellChoice[] =
      kind === 'users'
        ? await queries.ensureQueryData(usersQuery(place)).catch(() => [])
        : (await queries.ensureQueryData(filesQuery(place)).catch(() => [])).map(({ id, name }) => ({
            value: id,
            label: name,
          }));
    const names = new Map(known.map(({ value, label }) => [value, label]));
    return ids.map((id) => names.get(id) ?? id.replace(/^.*\//, ''));
  },
  findTargets: targets.find,
  async targetOf(ref) {
    const [found] = await targets.resolve([ref]);
    return found ?? { state: 'ok', title: '' };
  },
  async upload(file) {
    const { id } = await sendFile(place)(file, () => undefined);
    await queries.invalidateQueries({ queryKey: filesQuery(place).queryKey });
    return id;
  },
});

const usersQuery = ({ spaceId }: TextPlace) => ({
  queryKey: ['space', spaceId, 'users'],
  queryFn: async (): Promise<CellChoice[]> => {
    const { organization: organizationId } = await queries.ensureQueryData(spaceQuery(spaceId));
    const users: CellChoice[] = [];
    const members = api.list('/v1/orgs/{organizationId}/members', {
      path: { organizationId },
      query: { limit: 1000 },
    });
    for await (const { user } of members) users.push({ value: user.id, label: user.displayName });
    return users;
  },
  staleTime: 60_000,
});

import { api } from '../../api/client.ts';
import type { OpenRequest } from './request-parts.ts';

/** The description as readers of the change request see it, with what the links in it lead to there. */
export const descriptionQuery = ({ place, request }: OpenRequest) => ({
  queryKey: ['space', place.spaceId, 'description', request.id, JSON.stringify(request.description ?? null)],
  async queryFn(): Promise<string> {
    const { blocks } = await api.post(
      '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/render',
      { path: { ...place }, body: { nodes: request.description?.nodes ?? [] } },
    );
    return blocks.map(({ html }) => html).join('');
  },
  staleTime: Number.POSITIVE_INFINITY,
});

import { useNavigate, useRouterState } from '@tanstack/react-router';

/** The filters of a list, which are in the address. */
export function useFilters(): {
  filters: Readonly<Record<string, string>>;
  /** Changes some of them. An empty text removes a filter. */
  setFilters(change: Record<string, string>): void;
} {
  const navigate = useNavigate();
  const search = useRouterState({ select: ({ location }) => location.search as Record<string, unknown> });
  const filters = Object.fromEntries(Object.entries(search).map(([name, value]) => [name, String(value)]));
  return {
    filters,
    setFilters(change) {
      const next = Object.fromEntries(
        Object.entries({ ...filters, ...change }).filter(([, value]) => value !== ''),
      );
      void navigate({ to: '.', search: next as never, replace: true, resetScroll: false });
    },
  };
}

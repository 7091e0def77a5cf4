export const TABS = ['changes', 'discussion', 'checks'] as const;
export type RequestTab = (typeof TABS)[number];

/** What the address of a change request says about its view. */
export interface RequestSearch {
  /** Without it, the changes. */
  tab?: RequestTab;
  /** The revision that the changes are compared with, instead of the content that the change request began with. */
  base?: string;
  /** The comment that is shown in the discussion. */
  comment?: string;
}

/** Reads the query of the address. What it does not know is left out. */
export function readRequestSearch({ tab, base, comment }: Record<string, unknown>): RequestSearch {
  return {
    ...(TABS.some((one) => one === tab) ? { tab: tab as RequestTab } : {}),
    ...(typeof base === 'string' ? { base } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
  };
}

import type { Space } from './queries.ts';

/** Whether the user may put a space on a site. Who may sync it with Git has the role for that, `create`. */
export const mayPublish = ({ permissions }: Pick<Space, 'permissions'>): boolean =>
  permissions.admin || permissions.triggerGitSync;

import type { Space } from '../api/queries.ts';
import { createPart } from '../app/use-part.ts';
import { withTexts } from '../messages/messages.ts';
import type { AreaParts } from './area-part.ts';

export const SPACE_PARTS: AreaParts<Space> = {
  general: {
    label: 'spaceGeneral',
    icon: 'settings',
    isOffered: () => true,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/general-view.tsx')).then(({ GeneralView }) => GeneralView),
    ),
  },
  git: {
    label: 'git',
    icon: 'change',
    isOffered: () => true,
    view: createPart(() =>
      withTexts('spaces', () => import('../git/git-view.tsx')).then(({ GitView }) => GitView),
    ),
  },
  'merge-rules': {
    label: 'spaceRules',
    icon: 'merged',
    isOffered: ({ permissions }) => permissions.admin,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/rules-view.tsx')).then(({ RulesView }) => RulesView),
    ),
  },
  'broken-links': {
    label: 'brokenLinks',
    icon: 'broken',
    isOffered: () => true,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/links/broken-links-view.tsx')).then(
        ({ BrokenLinksView }) => BrokenLinksView,
      ),
    ),
  },
  files: {
    label: 'spaceFiles',
    icon: 'file',
    isOffered: () => true,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/files/files-view.tsx')).then(({ FilesView }) => FilesView),
    ),
  },
  replace: {
    label: 'replaceTitle',
    icon: 'replace',
    isOffered: ({ permissions }) => permissions.edit,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/replace/replace-view.tsx')).then(
        ({ ReplaceView }) => ReplaceView,
      ),
    ),
  },
  export: {
    label: 'spaceExport',
    icon: 'out',
    isOffered: ({ permissions }) => permissions.triggerGitSync,
    view: createPart(() =>
      withTexts('spaces', () => import('../spaces/export-view.tsx')).then(({ ExportView }) => ExportView),
    ),
  },
  people: {
    label: 'access',
    icon: 'people',
    isOffered: ({ permissions }) => permissions.access,
    view: createPart(
      async () => (await withTexts('people', () => import('../people/access.tsx'))).AccessOfSpace,
    ),
  },
};

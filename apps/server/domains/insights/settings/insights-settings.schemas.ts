import { Type } from 'typebox';

const MIN_RETENTION_DAYS = 1;
export const DEFAULT_RETENTION_DAYS = 400;
export const MAX_RETENTION_DAYS = 3650;

const recording = Type.Boolean({
  description: 'Whether events of the site are recorded. If false, events are accepted but discarded.',
});

export const SiteInsightsSchema = Type.Object(
  {
    object: Type.Literal('site-insights'),
    recording,
    usage: Type.Object({
      today: Type.Integer({ description: 'The number of events recorded today (UTC).' }),
      perDay: Type.Integer({ description: 'The number of events that the site can record per day.' }),
      stored: Type.Integer({ description: 'The number of events recorded within the retention period.' }),
    }),
    retentionDays: Type.Integer({
      description: 'The number of days for which events are kept, as set for the organization.',
    }),
  },
  { $id: 'SiteInsights' },
);

export const UpdateSiteInsightsBody = Type.Object({ recording: Type.Optional(recording) });

const retentionDays = Type.Integer({
  minimum: MIN_RETENTION_DAYS,
  maximum: MAX_RETENTION_DAYS,
  description: 'The number of days for which events are kept.',
});

export const OrganizationInsightsSchema = Type.Object(
  { object: Type.Literal('organization-insights'), retentionDays },
  { $id: 'OrganizationInsights' },
);

export const UpdateOrganizationInsightsBody = Type.Object({ retentionDays: Type.Optional(retentionDays) });

export const DeleteVisitorBody = Type.Object({
  visitorId: Type.String({
    minLength: 1,
    maxLength: 255,
    description: 'The id of the visitor that was sent with the events.',
  }),
});

export const DeletedVisitorSchema = Type.Object({
  deleted: Type.Integer({ description: 'The number of events that were deleted.' }),
});

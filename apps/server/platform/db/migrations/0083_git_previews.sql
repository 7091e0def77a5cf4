-- What the first sync of a connection would change on both sides, found out by a job. Kept for a day after it ends.
create table git_preview (
  organization_id uuid,
  space_id uuid,
  preview_id uuid,
  state text not null, -- running, success, failure, timeout, cancelled
  request jsonb not null, -- { url, ref, projectDirectory, direction, …, authorId }
  credentials bytea, -- encrypted; cleared when the preview ends
  progress jsonb not null default '{}',
  result jsonb, -- { commit?, counts?, changeCounts, changes, changesTotal, report, reportTotal }
  reason text, -- why it failed: for programs, then for people
  error text,
  started_at timestamptz not null,
  ended_at timestamptz,
  primary key (organization_id, space_id, preview_id),
  foreign key (organization_id, space_id) references space on delete cascade
);

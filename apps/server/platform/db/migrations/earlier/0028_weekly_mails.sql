-- Who gets a mail each week about what the readers of a site do.
create table site_weekly_mail (
  organization_id uuid not null,
  site_id uuid not null,
  user_id uuid not null references user_account on delete cascade,
  sent_for date not null, -- the Monday (UTC) that the last mail was sent for, or before which none is sent
  primary key (organization_id, site_id, user_id),
  foreign key (organization_id, site_id) references site on delete cascade
);
create index site_weekly_mail_by_user on site_weekly_mail (user_id);
create index site_weekly_mail_due on site_weekly_mail (sent_for);

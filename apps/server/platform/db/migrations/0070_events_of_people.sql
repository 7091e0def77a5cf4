-- The events that only one user hears have a number among them, too: their stream continues after the last that it sent.
create table user_event_counter (
  user_id uuid primary key references user_account on delete cascade,
  last_number bigint not null
) with (fillfactor = 50);
alter table space_event add column user_number bigint; -- null: it is for everybody
create index space_event_of_user on space_event (user_id, user_number) where (user_number is not null);

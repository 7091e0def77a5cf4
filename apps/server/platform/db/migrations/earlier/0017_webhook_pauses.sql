-- After an attempt without an answer: until then, nothing is sent to this address, whichever space it is about.
alter table webhook add column paused_until timestamptz;

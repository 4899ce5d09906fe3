/** `KMES`: says whose file it is. */
export const applicationId = 0x4b4d4553;
/** The format this code writes and the highest it reads; stands in `user_version`. */
export const sqliteFormat = 1;

/** Tables of format 1. `store` (an id), `position` and `latest` stand in `kanmon_meta`. */
export const sqliteSchema = `
create table kanmon_meta(name text primary key, value text not null) strict;
create table kanmon_stream(
  stream_id text primary key, version integer not null, hash text not null, updated_at text not null, archived_as text
) strict;
create table kanmon_event(
  position integer primary key, stream_id text not null, version integer not null, at text not null, type text not null,
  data text not null, actor text, request_id text, hash text not null, unique(stream_id, version)
) strict;
create table kanmon_key(
  stream_id text, key text, version integer not null, position integer not null, primary key(stream_id, key)
) strict, without rowid;
create table kanmon_lease(
  resource text primary key, owner text not null, token integer not null, expires_at text not null,
  released integer not null default 0
) strict;
`;

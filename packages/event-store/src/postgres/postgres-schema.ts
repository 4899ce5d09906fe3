import { EventStoreError } from '@kanmon/core';

/** The format this code writes and reads. */
export const postgresFormat = 1;

/** Raised by the migration when the schema is newer than this code. */
export const newerFormatState = 'KM001';

const schemaName = /^[a-z_][a-z0-9_]{0,62}$/;

/** The quoted name of a schema; throws `store-invalid-option` for a name that is not plain. */
export function quoteSchema(schema: string): string {
  if (typeof schema === 'string' && schemaName.test(schema)) return `"${schema}"`;
  throw new EventStoreError(
    'expected a schema name of 1 to 63 lower-case letters, digits and underscores that does not begin with a digit',
    { code: 'store-invalid-option' },
  );
}

/**
 * The statements of format 1, each of which can be run again. Ids and times are compared and sorted
 * by bytes (`collate "C"`), whatever the database's collation is. `data` is text: `jsonb` would
 * reorder members and rewrite numbers, and the hash would no longer fit.
 */
export function schemaStatements(schema: string): readonly string[] {
  const quoted = quoteSchema(schema);
  return [
    `create schema if not exists ${quoted}`,
    `create table if not exists ${quoted}.meta(
  one boolean primary key default true check (one),
  format integer not null, store text not null, position bigint not null default 0, latest text collate "C"
)`,
    `create table if not exists ${quoted}.stream(
  stream_id text collate "C" primary key, version bigint not null, hash text not null, updated_at text not null, archived_as text
)`,
    `create table if not exists ${quoted}.event(
  position bigint primary key, stream_id text collate "C" not null, version bigint not null, at text not null, type text not null,
  data text not null, actor text, request_id text, hash text not null, unique(stream_id, version)
)`,
    `create table if not exists ${quoted}.key(
  stream_id text collate "C", key text collate "C", version bigint not null, position bigint not null, primary key(stream_id, key)
)`,
    `create table if not exists ${quoted}.lease(
  resource text collate "C" primary key, owner text not null, token bigint not null,
  expires_at timestamptz not null, released boolean not null default false
)`,
    `insert into ${quoted}.meta(format, store) values (${postgresFormat}, gen_random_uuid()::text) on conflict do nothing`,
    appendFunction(quoted),
    acquireFunction(quoted),
    renewFunction(quoted),
    releaseFunction(quoted),
    removeFunction(quoted),
  ];
}

/**
 * Checks 3 to 6 and the write of one append, in one statement. The row lock on \`meta\` comes first and
 * lasts until commit: transactions commit in the order of their positions, so no reader can see
 * position 7 while 6 is undecided. A sequence cannot promise that.
 */
function appendFunction(schema: string): string {
  return `create or replace function ${schema}.append(
  p_stream text, p_expected bigint, p_at text, p_events text, p_key text, p_fence_resource text, p_fence_token bigint
) returns table(outcome text, out_version bigint, out_position bigint, detail text) language plpgsql as $function$
declare
  v_position bigint; v_latest text; v_version bigint; v_hash text; v_archived text;
  v_token bigint; v_released boolean; v_at text; v_event json; v_key_version bigint; v_key_position bigint;
begin
  select m.position, m.latest into strict v_position, v_latest from ${schema}.meta m for update;
  select t.version, t.hash, t.archived_as into v_version, v_hash, v_archived from ${schema}.stream t where t.stream_id = p_stream;
  if v_archived is not null then
    return query select 'removed', v_version, null::bigint, v_archived; return;
  end if;
  if p_key is not null then
    select k.version, k.position into v_key_version, v_key_position from ${schema}.key k where k.stream_id = p_stream and k.key = p_key;
    if found then
      if exists (
        select 1 from json_array_elements(p_events::json) with ordinality as e(value, n)
        left join ${schema}.event t
          on t.stream_id = p_stream and t.version = v_key_version - json_array_length(p_events::json) + e.n
        where t.type is distinct from e.value->>'type' or t.data is distinct from e.value->>'data'
          or t.actor is distinct from e.value->>'actor'
      ) then
        return query select 'conflict', v_version, null::bigint, 'key'; return;
      end if;
      return query select 'replayed', v_key_version, v_key_position, null::text; return;
    end if;
  end if;
  if p_fence_resource is not null then
    -- Shared with other appends, closed to a takeover until this append has committed.
    select l.token, l.released into v_token, v_released from ${schema}.lease l where l.resource = p_fence_resource for share;
    if v_token is null or p_fence_token > v_token then
      return query select 'fenced', null::bigint, null::bigint, 'unknown'; return;
    elsif p_fence_token < v_token then
      return query select 'fenced', null::bigint, null::bigint, 'taken-over'; return;
    elsif v_released then
      return query select 'fenced', null::bigint, null::bigint, 'released'; return;
    end if;
  end if;
  v_version := coalesce(v_version, 0);
  if p_expected is not null and p_expected <> v_version then
    return query select 'conflict', v_version, null::bigint, null::text; return;
  end if;
  v_hash := coalesce(v_hash, repeat('0', 64));
  v_at := case when v_latest collate "C" > p_at then v_latest else p_at end;
  for v_event in select e.value from json_array_elements(p_events::json) e loop
    v_version := v_version + 1;
    v_position := v_position + 1;
    v_hash := encode(sha256(convert_to(
      v_hash || chr(10) || (v_event->>'head') || v_at || '","data":' || (v_event->>'data') || (v_event->>'tail') || v_version || '}',
      'UTF8')), 'hex');
    insert into ${schema}.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (
      v_position, p_stream, v_version, v_at, v_event->>'type', v_event->>'data', v_event->>'actor', v_event->>'requestId', v_hash);
  end loop;
  insert into ${schema}.stream as t (stream_id, version, hash, updated_at) values (p_stream, v_version, v_hash, v_at)
    on conflict (stream_id) do update set version = excluded.version, hash = excluded.hash, updated_at = excluded.updated_at;
  if p_key is not null then
    insert into ${schema}.key(stream_id, key, version, position) values (p_stream, p_key, v_version, v_position);
  end if;
  update ${schema}.meta set position = v_position, latest = v_at;
  return query select 'written', v_version, v_position, null::text;
end $function$`;
}

const isoTime = (value: string): string =>
  `to_char(${value} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** The time after the lock was given, not that of the transaction's start; whole milliseconds. */
const serverNow = `date_trunc('milliseconds', clock_timestamp())`;

function acquireFunction(schema: string): string {
  return `create or replace function ${schema}.acquire_lease(p_resource text, p_owner text, p_ttl_ms bigint)
returns table(token bigint, expires_at text) language plpgsql as $function$
declare v_lease ${schema}.lease;
begin
  insert into ${schema}.lease(resource, owner, token, expires_at, released)
    values (p_resource, p_owner, 0, clock_timestamp(), true) on conflict do nothing;
  select * into strict v_lease from ${schema}.lease l where l.resource = p_resource for update;
  if not v_lease.released and v_lease.expires_at > clock_timestamp() then return; end if;
  return query update ${schema}.lease l
    set owner = p_owner, token = l.token + 1, released = false, expires_at = ${serverNow} + p_ttl_ms * interval '1 millisecond'
    where l.resource = p_resource returning l.token, ${isoTime('l.expires_at')};
end $function$`;
}

function renewFunction(schema: string): string {
  return `create or replace function ${schema}.renew_lease(p_resource text, p_token bigint, p_ttl_ms bigint)
returns table(outcome text, owner text, expires_at text) language plpgsql as $function$
declare v_lease ${schema}.lease;
begin
  select * into v_lease from ${schema}.lease l where l.resource = p_resource for update;
  if v_lease.token is null or p_token > v_lease.token then
    return query select 'unknown', null::text, null::text;
  elsif p_token < v_lease.token then
    return query select 'taken-over', null::text, null::text;
  elsif v_lease.released then
    return query select 'released', null::text, null::text;
  else
    return query update ${schema}.lease l set expires_at = ${serverNow} + p_ttl_ms * interval '1 millisecond'
      where l.resource = p_resource returning 'renewed', l.owner, ${isoTime('l.expires_at')};
  end if;
end $function$`;
}

function releaseFunction(schema: string): string {
  return `create or replace function ${schema}.release_lease(p_resource text, p_token bigint) returns void language sql as $function$
  update ${schema}.lease set released = true where resource = p_resource and token = p_token
$function$`;
}

function removeFunction(schema: string): string {
  return `create or replace function ${schema}.remove_stream(p_stream text, p_expected bigint, p_archived_as text)
returns table(outcome text, out_version bigint, detail text) language plpgsql as $function$
declare v_version bigint; v_archived text;
begin
  perform 1 from ${schema}.meta for update;
  select t.version, t.archived_as into v_version, v_archived from ${schema}.stream t where t.stream_id = p_stream;
  if v_archived is not null then
    return query select 'removed', v_version, v_archived; return;
  elsif v_version is null or v_version <> p_expected then
    return query select 'conflict', coalesce(v_version, 0), null::text; return;
  end if;
  update ${schema}.stream set archived_as = p_archived_as where stream_id = p_stream;
  delete from ${schema}.event where stream_id = p_stream;
  delete from ${schema}.key where stream_id = p_stream;
  return query select 'written', v_version, null::text;
end $function$`;
}

-- A store of format 1 with its functions, as the last code of that format wrote it. Never edited: it proves the migration.
create schema if not exists "kanmon";

create table if not exists "kanmon".meta(
  one boolean primary key default true check (one),
  format integer not null, store text not null, position bigint not null default 0, latest text collate "C"
);

create table if not exists "kanmon".stream(
  stream_id text collate "C" primary key, version bigint not null, hash text not null, updated_at text not null, archived_as text
);

create table if not exists "kanmon".event(
  position bigint primary key, stream_id text collate "C" not null, version bigint not null, at text not null, type text not null,
  data text not null, actor text, request_id text, hash text not null, unique(stream_id, version)
);

create table if not exists "kanmon".key(
  stream_id text collate "C", key text collate "C", version bigint not null, position bigint not null, primary key(stream_id, key)
);

create table if not exists "kanmon".lease(
  resource text collate "C" primary key, owner text not null, token bigint not null,
  expires_at timestamptz not null, released boolean not null default false
);

insert into "kanmon".meta(format, store) values (1, gen_random_uuid()::text) on conflict do nothing;

create or replace function "kanmon".append(
  p_stream text, p_expected bigint, p_at text, p_events text, p_key text, p_fence_resource text, p_fence_token bigint
) returns table(outcome text, out_version bigint, out_position bigint, detail text) language plpgsql as $function$
declare
  v_position bigint; v_latest text; v_version bigint; v_hash text; v_archived text;
  v_token bigint; v_released boolean; v_at text; v_event json; v_key_version bigint; v_key_position bigint;
begin
  select m.position, m.latest into strict v_position, v_latest from "kanmon".meta m for update;
  select t.version, t.hash, t.archived_as into v_version, v_hash, v_archived from "kanmon".stream t where t.stream_id = p_stream;
  if v_archived is not null then
    return query select 'removed', v_version, null::bigint, v_archived; return;
  end if;
  if p_key is not null then
    select k.version, k.position into v_key_version, v_key_position from "kanmon".key k where k.stream_id = p_stream and k.key = p_key;
    if found then
      if exists (
        select 1 from json_array_elements(p_events::json) with ordinality as e(value, n)
        left join "kanmon".event t
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
    select l.token, l.released into v_token, v_released from "kanmon".lease l where l.resource = p_fence_resource for share;
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
    insert into "kanmon".event(position, stream_id, version, at, type, data, actor, request_id, hash) values (
      v_position, p_stream, v_version, v_at, v_event->>'type', v_event->>'data', v_event->>'actor', v_event->>'requestId', v_hash);
  end loop;
  insert into "kanmon".stream as t (stream_id, version, hash, updated_at) values (p_stream, v_version, v_hash, v_at)
    on conflict (stream_id) do update set version = excluded.version, hash = excluded.hash, updated_at = excluded.updated_at;
  if p_key is not null then
    insert into "kanmon".key(stream_id, key, version, position) values (p_stream, p_key, v_version, v_position);
  end if;
  update "kanmon".meta set position = v_position, latest = v_at;
  return query select 'written', v_version, v_position, null::text;
end $function$;

create or replace function "kanmon".acquire_lease(p_resource text, p_owner text, p_ttl_ms bigint)
returns table(token bigint, expires_at text) language plpgsql as $function$
declare v_lease "kanmon".lease;
begin
  insert into "kanmon".lease(resource, owner, token, expires_at, released)
    values (p_resource, p_owner, 0, clock_timestamp(), true) on conflict do nothing;
  select * into strict v_lease from "kanmon".lease l where l.resource = p_resource for update;
  if not v_lease.released and v_lease.expires_at > clock_timestamp() then return; end if;
  return query update "kanmon".lease l
    set owner = p_owner, token = l.token + 1, released = false, expires_at = date_trunc('milliseconds', clock_timestamp()) + p_ttl_ms * interval '1 millisecond'
    where l.resource = p_resource returning l.token, to_char(l.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
end $function$;

create or replace function "kanmon".renew_lease(p_resource text, p_token bigint, p_ttl_ms bigint)
returns table(outcome text, owner text, expires_at text) language plpgsql as $function$
declare v_lease "kanmon".lease;
begin
  select * into v_lease from "kanmon".lease l where l.resource = p_resource for update;
  if v_lease.token is null or p_token > v_lease.token then
    return query select 'unknown', null::text, null::text;
  elsif p_token < v_lease.token then
    return query select 'taken-over', null::text, null::text;
  elsif v_lease.released then
    return query select 'released', null::text, null::text;
  else
    return query update "kanmon".lease l set expires_at = date_trunc('milliseconds', clock_timestamp()) + p_ttl_ms * interval '1 millisecond'
      where l.resource = p_resource returning 'renewed', l.owner, to_char(l.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');
  end if;
end $function$;

create or replace function "kanmon".release_lease(p_resource text, p_token bigint) returns void language sql as $function$
  update "kanmon".lease set released = true where resource = p_resource and token = p_token
$function$;

create or replace function "kanmon".remove_stream(p_stream text, p_expected bigint, p_archived_as text)
returns table(outcome text, out_version bigint, detail text) language plpgsql as $function$
declare v_version bigint; v_archived text;
begin
  perform 1 from "kanmon".meta for update;
  select t.version, t.archived_as into v_version, v_archived from "kanmon".stream t where t.stream_id = p_stream;
  if v_archived is not null then
    return query select 'removed', v_version, v_archived; return;
  elsif v_version is null or v_version <> p_expected then
    return query select 'conflict', coalesce(v_version, 0), null::text; return;
  end if;
  update "kanmon".stream set archived_as = p_archived_as where stream_id = p_stream;
  delete from "kanmon".event where stream_id = p_stream;
  delete from "kanmon".key where stream_id = p_stream;
  return query select 'written', v_version, null::text;
end $function$;

delete from kanmon.meta;
insert into kanmon.meta(one, format, store, position, latest) values (true, 1, '7a7bd9dd-1283-4a06-ba0d-ff01ffb8ce20', 30, '2026-03-01T09:00:37.500Z');
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('audit/202601', 3, 'f1aa8d29acfd8f41b192f60b430fdf0543baede882e667301ef6451605a900d0', '2026-03-01T09:00:07.500Z', 'audit/d9cbb5b6184bf43c.jsonl.gz');
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('deck/1', 6, 'e0d095048eea2d0975014bee60a568e858918670ef62eac4ddc779010d655264', '2026-03-01T09:00:37.500Z', null);
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('s/0', 5, '7609934abedbd9599672a5e6e915e92f96fb116b25166bdb593755ac5ff0301b', '2026-03-01T09:00:33.000Z', null);
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('s/1', 5, '016cb9f682adefd59ecdc8ed23975ae3ef46aae6cc6a61164405bcb523777a69', '2026-03-01T09:00:34.500Z', null);
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('s/2', 5, '568c87f42905f5451199e141b46d6ef2ba4ecfd1d96cbcaf4f73627ba1e69e25', '2026-03-01T09:00:36.000Z', null);
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('s/3', 5, '37b43d6eba633b4597bedfc7c77961746b01ba033e7c573859ca64cb7ca85587', '2026-03-01T09:00:37.500Z', null);
insert into kanmon.stream(stream_id, version, hash, updated_at, archived_as) values ('日本/1', 1, '92b3b5bf3386dc8b9e2483fcfe9ada829d8dda4c010a2520769ae12dc8c17b2c', '2026-03-01T09:00:03.000Z', null);
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (1, 'deck/1', 1, '2026-03-01T09:00:01.500Z', 'noted', '{"slide":1}', 'ann', 'r-1', 'ca9db1bee29d04bc41f859b06d2cbc36d22f62c598c6ccf5ff237980141a4180');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (2, 'deck/1', 2, '2026-03-01T09:00:01.500Z', 'noted', '{"slide":2}', null, null, '4f0a7c4a9d4d92aeb18b569dfa91d990bb9d4007df04db9f7bbb4c3bb00ca6d0');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (3, '日本/1', 1, '2026-03-01T09:00:03.000Z', 'noted', '{"n":[1e+21,0.1,-1],"text":"手順 \"一\"\\"}', 'a\0b\\', null, '92b3b5bf3386dc8b9e2483fcfe9ada829d8dda4c010a2520769ae12dc8c17b2c');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (4, 'deck/1', 3, '2026-03-01T09:00:04.500Z', 'noted', 'null', null, null, '684a61fae637cf4249a52dbdc2cfe5d2ecd67d710c7ad0797942135fb44a4403');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (8, 's/0', 1, '2026-03-01T09:00:09.000Z', 'noted', '0', null, null, '6f9cac15a3c920b159e2412d2f3e575945ced3b49dfe18c0a5271057dcc5188d');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (9, 's/1', 1, '2026-03-01T09:00:10.500Z', 'noted', '1', null, null, 'e3a3b85b1c14118dd921cb93f733f7041d655d7fc8055fe8ecf0819172b6aaa8');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (10, 's/2', 1, '2026-03-01T09:00:12.000Z', 'noted', '2', null, null, '752fc6b966cd13f8ca2e6293d07cdcf5bc46bf11db989adf83fe614cde723092');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (11, 's/3', 1, '2026-03-01T09:00:13.500Z', 'noted', '3', null, null, 'b880b7910787b95039203495c480c148e104d06498419f95c9b670b8c2f27300');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (12, 's/0', 2, '2026-03-01T09:00:15.000Z', 'noted', '4', null, null, '0771155179f2980d6784d11a85c9d4b8d54d65d02ff845c67d677a6a701fe102');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (13, 's/1', 2, '2026-03-01T09:00:16.500Z', 'noted', '5', null, null, 'fb0edb2e915cab6a42890c98ee4b9c0d9587f1fdd46cb9d6de5c3cffbef85a5f');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (14, 's/2', 2, '2026-03-01T09:00:18.000Z', 'noted', '6', null, null, '4ca571ae2bede159e94f486bf74a296b79bd60d87db4e5c044dde2cbc63b9bb3');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (15, 's/3', 2, '2026-03-01T09:00:19.500Z', 'noted', '7', null, null, 'd4fd9dacced1b0f39252b5d5fc563f6a8531e04acf136a87c83b7278ec3f73c3');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (16, 's/0', 3, '2026-03-01T09:00:21.000Z', 'noted', '8', null, null, 'eb17a9dc4c6ab7cc536f14453b8aa150a5f9c8cbe801a26a07d78896a9eff488');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (17, 's/1', 3, '2026-03-01T09:00:22.500Z', 'noted', '9', null, null, '1627d92fceb96ea637bf706d9163e3599a98737484ba7f6f35aa2146af53d88c');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (18, 's/2', 3, '2026-03-01T09:00:24.000Z', 'noted', '10', null, null, '781f4126ff78a6c57a31d52399152404f4aeac8ee8c97b8cd26374de54d9156a');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (19, 's/3', 3, '2026-03-01T09:00:25.500Z', 'noted', '11', null, null, 'd6470b1d6f487faf4d2ef15625b763bcafe3022c9a0049356a429eda694a7522');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (20, 's/0', 4, '2026-03-01T09:00:27.000Z', 'noted', '12', null, null, 'fb4c314903dfd6bcca234356364c103c4c1012f421c21598041c1defac0e47fb');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (21, 's/1', 4, '2026-03-01T09:00:28.500Z', 'noted', '13', null, null, '2f21090f9a2d24a28c5a2b3fc50dffb65ad9f9c006ca9808f90d6fe493c4179f');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (22, 's/2', 4, '2026-03-01T09:00:30.000Z', 'noted', '14', null, null, 'becba2b8ffc5f29155d385a94c3b39bdbbedce1991e3a4b2bfbbe8eca96c2bae');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (23, 's/3', 4, '2026-03-01T09:00:31.500Z', 'noted', '15', null, null, '443800d6860b35261dfa98b854abe58258e6a735b83654d729435929a0857b44');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (24, 's/0', 5, '2026-03-01T09:00:33.000Z', 'noted', '16', null, null, '7609934abedbd9599672a5e6e915e92f96fb116b25166bdb593755ac5ff0301b');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (25, 's/1', 5, '2026-03-01T09:00:34.500Z', 'noted', '17', null, null, '016cb9f682adefd59ecdc8ed23975ae3ef46aae6cc6a61164405bcb523777a69');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (26, 's/2', 5, '2026-03-01T09:00:36.000Z', 'noted', '18', null, null, '568c87f42905f5451199e141b46d6ef2ba4ecfd1d96cbcaf4f73627ba1e69e25');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (27, 's/3', 5, '2026-03-01T09:00:37.500Z', 'noted', '19', null, null, '37b43d6eba633b4597bedfc7c77961746b01ba033e7c573859ca64cb7ca85587');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (28, 'deck/1', 4, '2026-03-01T09:00:37.500Z', 'noted', '{"pad":"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}', null, null, 'd9b95fa97bb295e3b058dcce3403705661aee844515df7185228ddb4b98e750f');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (29, 'deck/1', 5, '2026-03-01T09:00:37.500Z', 'noted', 'true', null, null, '0af2131777e37dc3009028fa11703e5ee07cc1512682e0cff697352100354fac');
insert into kanmon.event(position, stream_id, version, at, type, data, actor, request_id, hash) values (30, 'deck/1', 6, '2026-03-01T09:00:37.500Z', 'noted', '[]', null, null, 'e0d095048eea2d0975014bee60a568e858918670ef62eac4ddc779010d655264');
insert into kanmon.key(stream_id, key, version, position) values ('deck/1', 'first', 2, 2);
insert into kanmon.key(stream_id, key, version, position) values ('deck/1', 'second', 6, 30);
insert into kanmon.key(stream_id, key, version, position) values ('日本/1', 'k\0\\', 1, 3);
insert into kanmon.lease(resource, owner, token, expires_at, released) values ('q', 'bob', 1, '2126-01-01T00:00:00Z', true);
insert into kanmon.lease(resource, owner, token, expires_at, released) values ('r', 'ann', 1, '2126-01-01T00:00:00Z', false);
